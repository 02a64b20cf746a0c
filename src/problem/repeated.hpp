// Indices that repeat along an axis by value, as those of an element operator that were broadcast before: positions
// along it are parts of one row.
#pragma once

#include "problem/problem.hpp"

namespace strew::engine {

// Whether the last axis of positions traverses the table too, so that it can become part of a slice.
bool can_repeat(const problem& p);

// The problem if each index value is the same all along that axis.
problem repeated(const problem& p);

}  // namespace strew::engine
