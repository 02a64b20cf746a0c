#pragma once

#include "operator_spec.hpp"
#include "options.hpp"

namespace strew::cli {

// Prints the problem and the plan of a call. Only the headers of the files are read, and nothing is executed.
int explain_operator(const operator_spec& spec, const operator_options& options);

}  // namespace strew::cli
