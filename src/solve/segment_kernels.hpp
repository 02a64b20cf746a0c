// What positions that come cell by cell are reduced with, and whether they can be.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "partition/reader.hpp"
#include "solve/reduction_kernels.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

constexpr std::size_t max_short_run = reduced_at_once / 2;  // positions
constexpr std::size_t max_from_tuple = 16;  // bytes of the indices of an update, where positions are not in order

struct segment_kernels {
  reading positions;
  kernel::slice_kernels kernels;
  const kernel::kernel_set* set;
  kernel::fence_kernel fence;  // null: nothing goes past the cache
  std::uint32_t piece;         // units of a row that are reduced at once
  bool has_short_runs;         // each run is in one block and has no accumulators in memory: a piece may be longer
  bool is_distant;             // updates are of a table that is mostly in memory
};

// Of the indices of an update, which lie side by side; more than max_from_tuple: farther apart.
std::size_t from_tuple_bytes(const problem& p);

// Why slices cannot be reduced so; null if they can.
const char* refuse_reducing(const situation& in);
// Null where there are no weights.
kernel::product_kernels products_of(const problem& p, const kernel::kernel_set& kernels);
segment_kernels make_segment_kernels(const situation& in);

// Units of the rows of slices, of all positions.
struct row_piece {
  std::int64_t table = 0;  // where they begin, here and below
  std::int64_t direct = 0;
  std::int64_t weights = 0;
  std::int64_t scales = 0;
  std::int64_t zeros = 0;
  std::int64_t column = 0;
  std::size_t count = 0;
};

}  // namespace strew::engine
