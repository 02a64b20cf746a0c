// Tuning parameters that depend on the processor.
#include "kernel/processor.hpp"

#include <gtest/gtest.h>

namespace strew::kernel::testing {
namespace {

#if defined(STREW_SIMD)

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr tuning any;

TEST(processor, of_another_maker_changes_nothing) {
  const tuning found = tuned_for({.is_amd = false, .caches = {.last = 512 * mebibyte}}, any);
  for (const tuning_row& row : tuning_rows) EXPECT_EQ(found.*row.value, any.*row.value) << row.name;
}

TEST(processor, of_amd_stores_past_its_last_cache_only) {
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = 96 * mebibyte}}, any).min_streamed_bytes, 96 * mebibyte);
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = 96 * mebibyte}}, any).min_streamed_gather, 96 * mebibyte);
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = mebibyte}}, any).min_streamed_bytes, any.min_streamed_bytes);
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = 0}}, any).min_streamed_bytes, any.min_streamed_bytes);
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = 0}}, any).staged_starts, 0);
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.last = 0}}, any).near_gathers, 0);
  EXPECT_GT(tuned_for({.is_amd = true, .caches = {.last = 0}}, any).max_alone_tasks, any.max_alone_tasks);
}

TEST(processor, of_amd_fills_no_lines_to_store_them_past_the_cache) {
  EXPECT_GT(tuned_for({.is_amd = true, .caches = {.last = 0}}, any).min_staged_row, 1024 * mebibyte);
}

TEST(processor, prefetches_no_rows_of_its_second_cache) {
  for (const bool is_amd : {false, true}) {
    EXPECT_EQ(tuned_for({.is_amd = is_amd, .caches = {.second = 2 * mebibyte}}, any).max_near_table, 2 * mebibyte);
    EXPECT_EQ(tuned_for({.is_amd = is_amd, .caches = {.second = 0}}, any).max_near_table, any.max_near_table);
    EXPECT_EQ(tuned_for({.is_amd = is_amd, .caches = {.second = 2 * mebibyte}}, any).max_near_cells, 2 * mebibyte);
  }
  EXPECT_EQ(tuned_for({.is_amd = true, .caches = {.second = 1, .last = 32 * mebibyte}}, any).max_near_cells,
            8 * mebibyte);
}

TEST(processor, of_this_machine_has_a_cache_of_a_plausible_size) {
  const processor here = this_processor();
  EXPECT_GE(here.caches.last, 0);
  EXPECT_LT(here.caches.last, 4096 * mebibyte);
  EXPECT_TRUE(!here.is_amd || here.caches.last > mebibyte) << here.caches.last;
}

#endif

}  // namespace
}  // namespace strew::kernel::testing
