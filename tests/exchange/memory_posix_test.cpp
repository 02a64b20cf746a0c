// What exchanges take of memory is what docs/distributed.md states, buffers of those who carry bytes included.
#include <malloc.h>

#include <cstdlib>
#include <new>
#include <random>

#include "exchange/ranks.hpp"

// A sanitizer has operators of its own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
std::size_t used = 0, most_used = 0;

void* counted(std::size_t bytes) {
  void* const made = std::malloc(bytes == 0 ? 1 : bytes);
  if (made == nullptr) throw std::bad_alloc();
  used += malloc_usable_size(made);
  most_used = used > most_used ? used : most_used;
  return made;
}
void release(void* block) noexcept {
  if (block != nullptr) used -= malloc_usable_size(block);
  std::free(block);
}
}  // namespace

void* operator new(std::size_t bytes) {
  return counted(bytes);
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t /*bytes*/) noexcept {
  release(block);
}

namespace strew::testing {
namespace {

constexpr std::uint64_t rank_count = 8;
constexpr std::int64_t columns_of_row = 4, table_rows = 200000, positions_of_rank = 100000;
constexpr std::uint64_t budget_of_rank = 400000;
constexpr std::uint64_t stated = 4 * budget_of_rank + 12 * positions_of_rank + 64 * rank_count;
constexpr std::uint64_t of_objects = 32768;  // of a rank: what does not grow

// Of all ranks together, which take turns.
std::uint64_t bytes_taken(std::int32_t kind, std::int32_t reduction, strew_dtype type) {
  strew_layout layout = STREW_LAYOUT_INIT;
  layout.rows = table_rows;
  layout.ranks = rank_count;
  strew_exchange_call call = STREW_EXCHANGE_CALL_INIT;
  call.kind = kind;
  call.dtype = type;
  call.columns = columns_of_row;
  call.index_dtype = STREW_DTYPE_I64;
  call.budget = budget_of_rank;
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = reduction;
  const auto row_bytes = columns_of_row * static_cast<std::int64_t>(strew_dtype_bytes(type));
  std::mt19937 draw(7);
  std::vector<std::int64_t> at(rank_count * positions_of_rank);
  for (std::int64_t& one : at) one = static_cast<std::int64_t>(draw() % table_rows);
  const std::int64_t count = positions_of_rank, step = 8;
  std::vector<strew_tensor> indices(rank_count, strew_tensor(STREW_TENSOR_INIT));
  std::vector<rank_rows> all(rank_count);
  for (std::uint64_t r = 0; r < rank_count; ++r) {
    indices[r].dtype = STREW_DTYPE_I64;
    indices[r].rank = 1;
    indices[r].extents = &count;
    indices[r].strides = &step;
    indices[r].data = at.data() + r * positions_of_rank;
    all[r].table.resize(static_cast<std::size_t>(table_rows / static_cast<std::int64_t>(rank_count) * row_bytes));
    all[r].rows.resize(static_cast<std::size_t>(positions_of_rank * row_bytes));
  }
  const std::size_t before = most_used = used;
  strew_error error = STREW_ERROR_INIT;
  ranks some(layout, std::vector<strew_exchange_call>(rank_count, call), options, row_bytes);
  EXPECT_EQ(some.begin(indices, error), STREW_STATUS_OK) << error.message;
  EXPECT_GT(some.run(all).rounds, 4U);
  return most_used - before;
}

TEST(exchanges, take_the_memory_that_is_stated) {
  EXPECT_LE(bytes_taken(STREW_EXCHANGE_GATHER, STREW_REDUCTION_NONE, STREW_DTYPE_F32),
            rank_count * (stated + of_objects));
  EXPECT_LE(bytes_taken(STREW_EXCHANGE_SCATTER, STREW_REDUCTION_ADD, STREW_DTYPE_F32),
            rank_count * (stated + of_objects));
  EXPECT_LE(bytes_taken(STREW_EXCHANGE_SCATTER, STREW_REDUCTION_MEAN, STREW_DTYPE_BF16),
            rank_count * (stated + of_objects));
}

}  // namespace
}  // namespace strew::testing
#endif
