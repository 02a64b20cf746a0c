#pragma once

#include <vector>

#include "caps/table.hpp"

namespace strew::cli {

// Makes a plan of each operator for each combination and records which rule refused it. Combinations are separated
// where the parts are independent: reduction and element type; index type; policy and negative rule; each other option
// separately; fill value and element type; width of records.
std::vector<table> query_operators();

// Default options of each frontend, including StableHLO's operators.
table query_defaults();

// The levels of DirectML's operators, from the frontend's own tables; refused if strew was built without frontends.
int print_directml_levels(const common_options& options);

}  // namespace strew::cli
