// What tasks divide where a solver does not divide its work itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cost/workload.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// An axis, or the bytes of a unit, in `pieces` of which only the last one may be longer.
struct division {
  std::size_t along = no_axis;
  std::int64_t pieces = 0;
  std::int64_t grain = 1;  // points in a piece
};

// The axis of find_apart(), or else of those on which tasks cannot collide the first one that is long enough for even
// parts, so that lines stay whole, or the longest; windows and units only where the other axes are too short for so
// many parts: then tasks read indices more than once. `axes` are those of the problem, of which one may be shorter.
division find_division(const problem& p, bool collides, const axis* axes, std::uint64_t parts);

// What a program for one task does when tasks divide it so.
workload divided_work(const situation& in, const workload& whole, std::uint64_t tasks);

}  // namespace strew::engine
