// What an operator asks for: its indexed move, the copy before a scatter, and what needs a workspace.
#pragma once

#include <cstddef>
#include <optional>

#include "problem/problem.hpp"

namespace strew {

struct operation {
  problem main;
  std::optional<problem> prologue;      // data to output; left out when the call is in place
  bool has_stage = false;               // the reduction keeps state for each cell
  bool has_claims = false;              // who wrote a cell is kept, to find duplicates
  problem raw;                          // main as it was built; kept for the two above
  small_vector<std::size_t> positions;  // which axes of raw are positions, in order
};

}  // namespace strew
