// Checks of offsets in place of indices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

// Offsets are numbered in row-major order: those of an entry of the batch follow those of the entry before.
struct bad_offsets {
  std::uint64_t count = 0;
  std::uint64_t number = 0;  // of the first bad one,
  index_value value;         // which is this one,
  index_value before;        // and of the one before it in its entry; 0 if it is the first there
};

// How many offsets a side has.
std::uint64_t offset_count(const indexed_side& of);

// Whether an offset is bad: below 0, below the one before it, or above the number of positions of an entry.
bool is_bad_offset(const indexed_side& of, index_value value, index_value before);

// OF1 if an offset is bad: the first one, and how many are. False if cancelled; writes `bad` on failure only.
// `where`: which operand the offsets are.
bool validate_offsets(const indexed_side& of, operand where, const kernel::kernel_set& kernels,
                      const std::byte* offsets, const execution_context& with, status& bad);

// "OF1: indices: offset 3 (3) is 9, outside [5, 8] for 8 positions; 2 of 5 offsets are bad"
failure bad_offset_failure(const indexed_side& of, operand where, const bad_offsets& found);

}  // namespace strew::engine
