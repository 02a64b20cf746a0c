// Numbers the cells of a table that a write can reach, for workspaces with one accumulator for each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem/problem.hpp"

namespace strew::engine {

// The move through a workspace with one accumulator per reachable cell of the table; accumulator n is at byte
// n * accumulator_bytes.
struct accumulator_walk {
  problem through;       // the operator's move, its table the workspace
  problem accumulators;  // every cell once, to be loaded: table the workspace, direct operand the operator's table
  std::int64_t count = 0;
};

constexpr std::int64_t largest_accumulator = 32;  // bytes: a 128-bit sum and its count

// Whether a reduction may keep state beside its elements: in a sum of small reals, whether it does depends on more.
inline bool may_have_state(const problem& p) {
  return p.reduce == reduction::mean || p.names_positions || p.exclude_self || p.is_weighted() ||
         p.type == dtype::f16 || p.type == dtype::bf16;
}

// `raw` is the result of the operator's lowering, not canonical: in it each table dimension belongs to one axis or one
// coordinate. Axes with table stride 0 keep their place in the order.
accumulator_walk walk_accumulators(const problem& raw, std::int64_t accumulator_bytes);

}  // namespace strew::engine
