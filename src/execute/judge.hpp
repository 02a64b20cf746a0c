// Judges indices before anything is written, and reports the first bad position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "plan/plan.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

// True if some position has a bad member. Reads each distinct index once.
bool judge(const judgement& how, const std::byte* indices);

// First bad position in row-major order and the number of bad ones, broadcast ones counted. Empty if none is bad (any
// more).
std::shared_ptr<const index_report> report(const problem& p, const std::byte* indices);

// "IX1: indices: position 5 (1, 2): component 0 of (9, 4) is 9, outside [-5, 4] (extent 5); 2 of 6 positions are bad"
failure to_failure(std::shared_ptr<const index_report> bad, std::uint64_t positions);

// "IX2: indices: position 5 (2, 1) with tuple (3) writes a cell that position 2 (1, 0) wrote"
failure duplicate_failure(const problem& p, const std::byte* indices, std::uint64_t position, std::uint64_t other);

}  // namespace engine
}  // namespace strew
