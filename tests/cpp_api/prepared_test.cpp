// Prepared indices through the C++ API.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

struct sum {
  std::vector<float> cells{0, 0, 0, 0}, updates{1, 2, 4};
  std::vector<std::int32_t> at{3, -4, 3};
  strew::plan plan(const strew::options& with) const {
    return strew::plan_scatter(cells, at, updates, view(), 0, with);
  }
  strew::view view() const { return const_cast<std::vector<float>&>(cells); }
  void run(const strew::plan& bound) {
    bound.execute({.data = cells.data(), .updates = updates.data(), .output = cells.data()});
  }
};

TEST(cpp_api_prepared, prepared_once_executed_often) {
  sum work;
  const strew::plan adds = work.plan({.reduction = strew::reduction::add});
  strew::prepared once = adds.prepare(work.at.data());
  const strew::prepared_info info = once.info();
  EXPECT_EQ(info.bytes, adds.prepared_bytes());
  EXPECT_EQ(info.positions, 3U);
  EXPECT_EQ(info.skipped, 0U);
  EXPECT_EQ(info.duplicates, 1U);
  EXPECT_EQ(info.first_position, 2U);
  EXPECT_EQ(info.other_position, 0U);
  EXPECT_EQ(info.order, strew::index_order::unsorted);
  EXPECT_EQ(info.distinct, 2U);
  EXPECT_EQ(info.most_frequent, 2U);
  EXPECT_EQ(info.runs, 2U);
  EXPECT_FALSE(info.constant_rows);
  EXPECT_EQ(adds.prepare(std::vector<std::int32_t>{3, -2, 0}.data()).info().order, strew::index_order::descending);
  EXPECT_EQ(adds.prepare(std::vector<std::int32_t>{3, 0, 0}.data()).info().order, strew::index_order::reversed);
  EXPECT_TRUE(adds.prepare(std::vector<std::int32_t>{3, -1, 3}.data()).info().constant_rows);
  EXPECT_EQ(once.order(), (std::vector<std::uint64_t>{1, 0, 2}));
  const strew::prepared moved = std::move(once);
  const strew::plan bound = adds.bind(moved);
  work.at.assign(3, 99);
  work.run(bound);
  work.run(bound);
  EXPECT_EQ(work.cells, (std::vector<float>{4, 0, 0, 10}));
  EXPECT_EQ(adds.prepare_workspace(), 0U);
  EXPECT_GT(work.plan({.duplicates = strew::duplicates::error}).prepare_workspace(), 0U);
}

TEST(cpp_api_prepared, what_is_wrong_is_thrown_or_returned) {
  sum work;
  const strew::plan plain = work.plan({});
  const std::vector<std::int32_t> outside{0, 4, 5};
  EXPECT_THROW(plain.prepare(outside.data()), strew::index_error);
  const auto refused = plain.try_prepare(outside.data());
  EXPECT_EQ(refused.code(), strew::status::index);
  EXPECT_EQ(refused.error().rule(), "IX1");
  EXPECT_EQ(refused.error().position(), 1U);
  EXPECT_EQ(refused.error().count(), 2U);
  const strew::prepared once = plain.prepare(work.at.data());
  const strew::plan careful = work.plan({.duplicates = strew::duplicates::error});
  EXPECT_THROW(careful.bind(once), strew::index_error);
  EXPECT_EQ(careful.try_bind(once).error().rule(), "IX2");
  const strew::plan other = work.plan({.out_of_bounds = strew::out_of_bounds::clamp});
  EXPECT_THROW(other.bind(once), strew::error);
  EXPECT_EQ(other.try_bind(once).error().rule(), "PR3");
  EXPECT_EQ(plain.try_prepare(work.at.data(), {.cancel = [] { return true; }}).code(), strew::status::cancelled);
}

}  // namespace
