// What calls that are remembered take of the heap, at most: docs/abi.md has the number.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "deep_operands.hpp"
#include "refusals.hpp"

#if STREW_OWNS_MALLOC
#include <malloc.h>
#else
#include <sanitizer/allocator_interface.h>
#endif

namespace strew::testing {
namespace {

// Bytes of the heap that are in use, of whoever owns malloc.
std::size_t heap_in_use() {
#if STREW_OWNS_MALLOC
  return mallinfo2().uordblks;
#else
  return __sanitizer_get_current_allocated_bytes();
#endif
}

constexpr std::size_t max_heap = std::size_t{2} << 20U;

// Of 8 dimensions, the most that are remembered, all of which stay apart in the problem; a mean has the most steps.
void call_with(std::int64_t rows, strew_dtype type) {
  const extents table{rows, 2, 2, 2, 2, 2, 2, 2}, positions{1, 1, 1, 1, 1, 1, 1, 2};
  deep_operands with(table, positions, table, false);
  with.i.rank = 1;
  const std::int64_t one_each[] = {rows};
  std::vector<std::int64_t> indices(static_cast<std::size_t>(rows));
  with.i.extents = one_each;
  with.i.strides = nullptr;
  with.i.data = indices.data();
  with.d.dtype = with.u.dtype = with.o.dtype = type;
  with.options.reduction = STREW_REDUCTION_MEAN;
  for (int times = 0; times < 3; ++times) {
    ASSERT_EQ(strew_scatter(&with.d, &with.i, &with.u, &with.o, 0, 0, &with.options, nullptr, &with.error),
              STREW_STATUS_OK)
        << with.error.message;
  }
}

// A window of 8 dimensions at one tuple. Each bit of the number makes one dimension of the table longer.
void call_with_windows(std::size_t number) {
  extents table(8, 3);
  for (std::size_t d = 0; d < table.size(); ++d) table[d] += static_cast<std::int64_t>(number >> d & 1U);
  deep_operands with(table, {8}, extents(8, 2), false);
  with.options.reduction = STREW_REDUCTION_MEAN;
  with.options.out_of_bounds = STREW_OOB_SKIP;
  const std::int64_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
  strew_scatter_dimensions lists = STREW_SCATTER_DIMENSIONS_INIT;
  lists.update_window_dims = lists.scatter_dims_to_operand_dims = {all, 8};
  for (int times = 0; times < 2; ++times) {
    ASSERT_EQ(strew_stablehlo_scatter(&with.d, &with.i, &with.u, &with.o, &lists, &with.options, nullptr, &with.error),
              STREW_STATUS_OK)
        << with.error.message;
  }
}

TEST(recent_memory, of_many_calls_stays_below_the_stated_number) {
  const std::size_t before = heap_in_use();
  for (std::int64_t rows = 2; rows < 500; ++rows) call_with(rows, STREW_DTYPE_I64);
  for (std::int64_t rows = 2; rows < 500; ++rows) call_with(rows, STREW_DTYPE_F64);
  for (std::size_t number = 0; number < 160; ++number) call_with_windows(number);
  const std::size_t used = heap_in_use() - before;
  EXPECT_LT(used, max_heap);
  EXPECT_GT(used, std::size_t{64} << 10U);  // something was remembered
}

}  // namespace
}  // namespace strew::testing
