// A scatter between files that are larger than memory: --memory.
#pragma once

#include <string>

#include "load.hpp"
#include "outofcore/scatter_call.hpp"
#include "prepare.hpp"

namespace strew::cli {

// Between writes of a table in place, some rows are new and others are not: refuses what would read or write it then.
outcome check_complete(const std::string& table);

// Where a new array is written, and how its elements are named there.
struct new_array {
  const files::array_name& name;
  files::npy_type type;
};

// Into `to`, or in place. `prepared` has its operands and its plan, but no elements.
outcome scatter_files(const operator_spec& spec, const operator_options& options, const new_array& to,
                      prepared_call& prepared, progress& shown);

// The hooks of this program, asked by those of the work.
engine::outofcore::hooks hooks_of(files::transfer_hooks& asked, const common_options& options);

// What work on files reports, by the names of the files of a call.
outcome files_outcome(const engine::outofcore::outcome& ended, const prepared_call& of);

}  // namespace strew::cli
