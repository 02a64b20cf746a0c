// How much each task of a write does: no more than its share, also where most updates go to one row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "threads/division.hpp"

namespace strew::support {
namespace {

double sum_of(const std::vector<std::byte>& table) {
  double sum = 0;
  for (std::size_t i = 0; i + sizeof(float) <= table.size(); i += sizeof(float)) {
    float value = 0;
    std::memcpy(&value, &table[i], sizeof value);
    sum += value;
  }
  return sum;
}

void add_ones(division& updates) {
  const float one = 1;
  for (std::size_t i = 0; i + sizeof one <= updates.updates.size(); i += sizeof one)
    std::memcpy(&updates.updates[i], &one, sizeof one);
}

// The part of all updates, by elements, that the task of run(table, executor) with most of them applies.
template <class Run>
double share_of_run(const division& ones, uint64_t tasks, const Run& run) {
  std::vector<std::byte> table(ones.table.size());
  watching_executor executor(tasks);
  double before = 0;
  double most = 0;
  executor.look = [&] {
    const double now = sum_of(table);
    most = std::max(most, now - before);
    before = now;
  };
  EXPECT_EQ(run(table, executor.made), STREW_STATUS_OK);
  EXPECT_EQ(before, static_cast<double>(ones.count * ones.width));
  return most / before;
}

double largest_share(division ones, uint64_t tasks, const char* solver) {
  add_ones(ones);
  return share_of_run(ones, tasks, [&](std::vector<std::byte>& table, const strew_executor& executor) {
    return ones.run(table, solver, tasks, executor).status;
  });
}

double largest_share(const char* arrangement, int64_t width, uint64_t tasks) {
  return largest_share(division(300, width, 4000, true, false, arrangement, false), tasks, "owned");
}

TEST(shares, of_a_row_with_half_of_the_updates_are_columns) {
  for (const char* arrangement : {"hot first", "hot last"}) {
    EXPECT_LT(largest_share(arrangement, 512, 16), 0.09) << arrangement;
    EXPECT_LT(largest_share(arrangement, 512, 5), 0.26) << arrangement;
    EXPECT_LT(largest_share(arrangement, 512, 2), 0.6) << arrangement;
  }
  EXPECT_GT(largest_share("hot first", 8, 16), 0.49);  // one line of the cache
}

TEST(shares, of_all_updates_of_one_row_or_two_are_columns) {
  EXPECT_LT(largest_share("one place", 512, 16), 0.09);
  EXPECT_LT(largest_share("one place", 512, 3), 0.36);
  EXPECT_LT(largest_share("two hot", 512, 16), 0.09);
  EXPECT_LT(largest_share("two hot", 512, 8), 0.16);
}

// Ascending values too, of which tasks have parts between rows otherwise.
TEST(shares, of_a_row_of_sorted_updates_are_columns) {
  const auto share = [](int64_t width, const char* solver) {
    division sorted(30'000, width, 70'000, true, false, "hot last", false);
    std::sort(sorted.indices.begin(), sorted.indices.end());
    return largest_share(sorted, 8, solver);
  };
  EXPECT_LT(share(64, "owned"), 0.2);
  EXPECT_GT(share(8, "owned"), 0.49);  // one line of the cache
}

TEST(shares, of_uniform_rows_are_ranges) {
  EXPECT_LT(largest_share("uniform", 512, 16), 0.1);
}

}  // namespace
}  // namespace strew::support
