#pragma once

#include "operator_spec.hpp"
#include "options.hpp"

namespace strew::cli {

// Runs an operator over files and returns the exit code.
int run_operator(const operator_spec& spec, const operator_options& options);

}  // namespace strew::cli
