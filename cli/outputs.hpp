// The files that a command writes: its output, and the results beside it.
#pragma once

#include <string>
#include <vector>

#include "operand_table.hpp"
#include "prepare.hpp"

namespace strew::cli {

struct output_file {
  std::string file;         // as the command line names it
  const char* option = "";  // that names it
  files::array_name to;
  const further_result* of = nullptr;  // null: the output
};

// Checked before anything is read, so that a certain failure is reported at once. In place there is no output.
outcome find_outputs(const operator_options& options, std::vector<output_file>& made);

// A type that --dtype names is written where the format has a name for it that the file of the data had not.
files::npy_type output_type(const operator_options& options, const files::array_name& to, const file_operand& data);

// What an execution in place left in the file after a failure, as a hint.
outcome in_place_outcome(const operator_options& options, const prepared_call& prepared, outcome error);

// All of them or none, but for what is written in place.
outcome write_outputs(const operator_options& options, const std::vector<output_file>& to,
                      const prepared_call& prepared, progress& shown);

}  // namespace strew::cli
