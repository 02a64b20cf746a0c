#pragma once

#include <vector>

#include "caps/table.hpp"

namespace strew::cli {

// Makes a plan of each operator for each combination and keeps which rule refused it. Combinations are taken apart
// where the parts are independent: reduction and element type; index type; policy and negative rule; each other option
// by itself; fill value and element type; width of records.
std::vector<table> query_operators();

// Options where a caller of a frontend does not set them, StableHLO's operators included.
table query_defaults();

// The levels of DirectML's operators, as the frontend's own tables have them; refused where strew was built without
// frontends.
int print_directml_levels(const common_options& options);

}  // namespace strew::cli
