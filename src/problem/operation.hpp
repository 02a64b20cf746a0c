// The result of lowering an operator. How it is executed is decided in plan/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem/problem.hpp"

namespace strew::engine {

// The dimensions of the index space; the problem itself has only strides.
struct index_map {
  static constexpr std::int32_t none = -1;

  // The table dimension that a position axis also traverses; none: positions along it may collide.
  small_vector<std::int32_t> of_positions;
  // The table dimension that each member of a tuple addresses; none: it selects weights.
  small_vector<std::int32_t> of_members;
  std::int32_t tuple_dimension = none;  // of the indices, along which a tuple is stored; none: a tuple is one value

  friend bool operator==(const index_map&, const index_map&) = default;
};

// Of the indices of a direct operand: its dimensions that they address come first.
inline index_map map_of_from(const indexed_side& from) {
  index_map made;
  made.of_positions = small_vector<std::int32_t>(from.space.positions.size());
  for (std::int32_t& dimension : made.of_positions) dimension = index_map::none;
  for (std::size_t k = 0; k < from.space.members.size(); ++k) made.of_members.push_back(static_cast<std::int32_t>(k));
  return made;
}

struct operation {
  operation() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  // The indexed move before canonicalisation: each table dimension is one axis or one coordinate. Not in an operation
  // for one call, unless its reduction may need accumulators for all cells.
  problem raw;
  bool has_raw = true;
  small_vector<std::size_t> positions;  // which axes of raw are positions, in order; empty: they are merged ones
  small_vector<std::int32_t> of_axes;   // the table dimension along which an axis of raw cuts it; else none
  problem main;                         // its canonical form
  index_map map;
};

}  // namespace strew::engine
