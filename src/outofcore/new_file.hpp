// A scatter whose table stays as it is: the new rows are written to another file.
#pragma once

#include "outofcore/scatter_call.hpp"

namespace strew::engine::outofcore {

// `runs`: an empty file to read and write. Of `out` what lies before and after the rows is the caller's.
outcome scatter_to_new(const scatter_call& call, int runs, const array_file& out, const hooks& with);

}  // namespace strew::engine::outofcore
