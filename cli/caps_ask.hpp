#pragma once

#include "caps_grid.hpp"

namespace strew::cli {

// Makes a plan for each combination and keeps which rule refused it. Combinations are taken apart where the parts are
// independent: reduction and element type; index type; policy and negative rule; each other option by itself; fill
// value and element type; record width.
capabilities ask_capabilities();

}  // namespace strew::cli
