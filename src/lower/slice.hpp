// A part of an operation, as a problem of its own.
#pragma once

#include <cstdint>
#include <limits>

#include "base/operands.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

// Places [low, high) along one dimension of the table, and positions from `first` up to `last`.
struct problem_part {
  static constexpr std::int64_t whole = -1;

  std::int64_t dimension = whole;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
};

// Bytes from the first element of each operand of the whole to that of the part.
struct part_bases {
  std::int64_t table = 0;
  std::int64_t direct = 0;
  std::int64_t indices = 0;
  std::int64_t from = 0;
  std::int64_t weights = 0;
};

namespace lower {

struct problem_slice {
  problem raw;
  part_bases bases;
  std::uint64_t last = 0;  // the positions of the part end before this one
};

// The positions are those of the longest box that begins at the first one and is a range in row-major order; fewer than
// asked for, where others follow it. PB5.
result<problem_slice> slice_of(const operation& whole, const tensor& table, const problem_part& part);

}  // namespace lower
}  // namespace strew::engine
