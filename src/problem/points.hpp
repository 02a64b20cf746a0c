// How many positions and units a problem has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem/problem.hpp"

namespace strew::engine {

std::size_t count_outer(const problem& p);  // axes that select positions: they come first
std::int64_t count_points(const axis* axes, std::size_t count);
std::uint64_t count_positions(const problem& p);

}  // namespace strew::engine
