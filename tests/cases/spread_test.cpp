// Each spread has the property that its name states.
#include "cases/spread.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace strew::cases {
namespace {

constexpr int64_t extent = 1000;

std::vector<int64_t> drawn(spread kind) {
  random_source draw(5);
  return draw_spread(kind, draw, 500, extent);
}

int64_t outside(const std::vector<int64_t>& values) {
  return std::count_if(values.begin(), values.end(), [](int64_t v) { return v < 0 || v >= extent; });
}

TEST(spread, values_lie_inside_but_for_those_that_are_not_to) {
  for (const spread kind : {spread::uniform, spread::skewed, spread::sorted, spread::reversed, spread::permuted,
                            spread::contiguous, spread::strided, spread::runs, spread::same, spread::half, spread::zipf,
                            spread::clustered, spread::displaced, spread::blocks}) {
    EXPECT_EQ(drawn(kind).size(), 500U);
    EXPECT_EQ(outside(drawn(kind)), 0) << static_cast<int>(kind);
  }
  EXPECT_GT(outside(drawn(spread::outside)), 0);
  EXPECT_LT(outside(drawn(spread::outside)), 50);
}

TEST(spread, runs_have_28_neighbours) {
  const auto values = drawn(spread::runs);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (i % 28 == 0) continue;
    EXPECT_EQ(values[i], values[i - 1] + 1) << i;
  }
  EXPECT_NE(values[28], values[27] + 1);
}

TEST(spread, half_of_the_indices_are_one_value) {
  const auto values = drawn(spread::half);
  EXPECT_NEAR(static_cast<double>(std::count(values.begin(), values.end(), extent / 2)), 250, 50);
}

TEST(spread, a_few_values_of_zipf_are_popular_and_lie_apart) {
  std::map<int64_t, int> counts;
  for (const int64_t value : drawn(spread::zipf)) ++counts[value];
  std::vector<std::pair<int, int64_t>> popular;
  for (const auto& [value, count] : counts) popular.emplace_back(count, value);
  std::sort(popular.rbegin(), popular.rend());
  EXPECT_GT(popular[0].first, 30);
  EXPECT_GT(popular[0].first, 2 * popular[3].first);
  EXPECT_GT(std::abs(popular[0].second - popular[1].second), 16);
  EXPECT_GT(counts.size(), 100U);
}

int64_t descents(const std::vector<int64_t>& values) {
  int64_t found = 0;
  for (std::size_t i = 1; i < values.size(); ++i) found += values[i] < values[i - 1] ? 1 : 0;
  return found;
}

TEST(spread, some_values_of_displaced_do_not_ascend) {
  const int64_t found = descents(drawn(spread::displaced));
  EXPECT_GE(found, 8);
  EXPECT_LE(found, 16);
}

TEST(spread, blocks_of_1024_are_sorted) {
  random_source draw(5);
  const auto values = draw_spread(spread::blocks, draw, 5000, extent);
  EXPECT_EQ(descents(values), 4);
  EXPECT_GT(values[1023], values[1024]);
}

TEST(spread, clusters_of_64_lie_within_256_places) {
  const auto values = drawn(spread::clustered);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int64_t distance = (values[i] - values[i / 64 * 64] + extent) % extent;
    EXPECT_TRUE(distance < 256 || distance > extent - 256) << i;
  }
}

TEST(spread, orders_steps_and_repeats) {
  const auto distinct = [](const std::vector<int64_t>& v) { return std::set<int64_t>(v.begin(), v.end()).size(); };
  const auto sorted = drawn(spread::sorted);
  const auto reversed = drawn(spread::reversed);
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  EXPECT_TRUE(std::is_sorted(reversed.rbegin(), reversed.rend()));
  EXPECT_EQ(distinct(drawn(spread::permuted)), 500U);
  EXPECT_EQ(distinct(drawn(spread::same)), 1U);
  EXPECT_LT(distinct(drawn(spread::skewed)), distinct(drawn(spread::uniform)));
  EXPECT_EQ(drawn(spread::contiguous)[1] - drawn(spread::contiguous)[0], 1);
  EXPECT_EQ(drawn(spread::strided)[1] - drawn(spread::strided)[0], 2);
}

}  // namespace
}  // namespace strew::cases
