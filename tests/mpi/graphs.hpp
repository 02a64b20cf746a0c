// Graphs between the rows of ranks and their positions, as halos of meshes and dense patterns have them: the kinds that
// libraries of star forests are tested with.
#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace strew::testing {

// Two rows a rank, and one more at rank 0. Each rank reads a row of its left neighbour, one of its right one, and the
// third one of rank 0 if it is another rank.
inline graph ring(std::int64_t ranks) {
  graph made{"ring", {}, {}};
  const auto first = [](std::int64_t rank) { return 2 * rank + (rank > 0 ? 1 : 0); };
  for (std::int64_t r = 0; r < ranks; ++r) {
    made.sizes.push_back(r == 0 ? 3 : 2);
    made.leaves.push_back({first((r + ranks - 1) % ranks), first((r + 1) % ranks) + 1});
    if (r > 0) made.leaves.back().push_back(2);
  }
  return made;
}

// All positions are at one row of the last rank.
inline graph one_root(std::int64_t ranks) {
  graph made{"one root", std::vector<std::int64_t>(static_cast<std::size_t>(ranks)), {}};
  made.sizes.back() = 1;
  for (std::int64_t r = 0; r < ranks; ++r) made.leaves.emplace_back(static_cast<std::size_t>(4 + r), 0);
  return made;
}

// Rank r holds r + 1 rows, and every rank reads all of them, the last row first if it is odd.
inline graph all_to_each(std::int64_t ranks) {
  graph made{"all rows to each rank", {}, {}};
  const std::int64_t rows = ranks * (ranks + 1) / 2;
  for (std::int64_t r = 0; r < ranks; ++r) {
    made.sizes.push_back(r + 1);
    made.leaves.emplace_back();
    for (std::int64_t row = 0; row < rows; ++row) made.leaves.back().push_back(r % 2 == 0 ? row : rows - 1 - row);
  }
  return made;
}

// Row s of rank r is read by rank s.
inline graph transposed(std::int64_t ranks) {
  graph made{"transposition", std::vector<std::int64_t>(static_cast<std::size_t>(ranks), ranks), {}};
  for (std::int64_t r = 0; r < ranks; ++r) {
    made.leaves.emplace_back();
    for (std::int64_t s = 0; s < ranks; ++s) made.leaves.back().push_back(s * ranks + r);
  }
  return made;
}

// Even ranks hold rows, odd ones have positions: every second row, from the last one on.
inline graph apart(std::int64_t ranks) {
  graph made{"rows and positions apart", {}, {}};
  std::int64_t rows = 0;
  for (std::int64_t r = 0; r < ranks; ++r) {
    made.sizes.push_back(r % 2 == 0 ? 6 : 0);
    rows += made.sizes.back();
  }
  for (std::int64_t r = 0; r < ranks; ++r) {
    made.leaves.emplace_back();
    for (std::int64_t row = rows - 1; r % 2 == 1 && row >= 0; row -= 2) made.leaves.back().push_back(row);
  }
  return made;
}

inline graph empty(std::int64_t ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  return {"no rows, no positions", std::vector<std::int64_t>(n), std::vector<std::vector<std::int64_t>>(n)};
}

inline std::vector<graph> all_graphs(std::int64_t ranks) {
  return {ring(ranks), one_root(ranks), all_to_each(ranks), transposed(ranks), apart(ranks), empty(ranks)};
}

}  // namespace strew::testing
