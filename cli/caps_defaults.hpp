#pragma once

#include <vector>

#include "caps_grid.hpp"

namespace strew::cli {

// Of C, C++, Python, the command line, and StableHLO's two operators where they are given no options.
std::vector<door_defaults> ask_defaults();

}  // namespace strew::cli
