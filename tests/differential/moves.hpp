// Random moves with indices on both sides, which no operator has: made as problems, by every solver, and compared with
// the oracle.
#pragma once

#include <cstdint>
#include <string>

namespace strew::differential {

// The difference between what the library and the oracle do with the move of a seed; empty if there is none.
std::string check_move(uint64_t seed);

// What the moves that were checked had, for a summary.
std::string moves_seen();

}  // namespace strew::differential
