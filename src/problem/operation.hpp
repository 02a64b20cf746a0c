// What an operator asks for: its indexed move, the copy before a scatter, and what needs a workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

// The dimensions that the index space stands for; the problem itself knows only strides.
struct index_map {
  static constexpr std::int32_t none = -1;

  // The table's that a position axis shares; none: positions along it may meet.
  small_vector<std::int32_t> of_positions;
  small_vector<std::int32_t> of_members;  // the table's that each member of a tuple addresses
  std::int32_t tuple_dimension = none;    // the indices' along which a tuple lies; none: a tuple is one value

  friend bool operator==(const index_map&, const index_map&) = default;
};

struct operation {
  problem main;
  std::optional<problem> prologue;  // data to output; left out when the call is in place
  bool has_stage = false;           // the reduction keeps state for each cell
  bool finds_duplicates = false;    // positions that write one cell are looked for before the first write
  index_map map;
  std::optional<problem> raw;           // main as it was built; kept for a stage and for prepared indices
  small_vector<std::size_t> positions;  // which axes of raw are positions, in order
};

}  // namespace engine
}  // namespace strew
