// gather_elements and scatter_elements of the C++ API.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

using floats = std::vector<float>;
using indices = std::vector<std::int64_t>;

TEST(cpp_api_gather_elements, takes_the_documented_elements) {
  const floats data{1, 2, 3, 4};
  const indices at{0, 0, 1, 0};
  floats output(4);
  strew::gather_elements({data, {2, 2}}, {at, {2, 2}}, {output, {2, 2}}, 1);
  EXPECT_EQ(output, (floats{1, 1, 4, 3}));
  const indices outside{0, 0, 2, 0};
  EXPECT_THROW(strew::gather_elements({data, {2, 2}}, {outside, {2, 2}}, {output, {2, 2}}, 1), strew::index_error);
}

TEST(cpp_api_scatter_elements, writes_the_documented_elements) {
  const indices at{1, 0, 2, 0, 2, 1};
  const floats updates{1.0F, 1.1F, 1.2F, 2.0F, 2.1F, 2.2F};
  floats output(9, -1.0F);
  strew::scatter_elements(strew::filled(0.0F, {3, 3}), {at, {2, 3}}, {updates, {2, 3}}, {output, {3, 3}}, 0);
  EXPECT_EQ(output, (floats{2.0F, 1.1F, 0, 1.0F, 0, 2.2F, 0, 2.1F, 1.2F}));
}

TEST(cpp_api_scatter_elements, adds_in_place) {
  floats cells{1, 2, 3, 4, 5};
  const indices at{1, 1, -1};
  const floats updates{10, 20, 30};
  strew::scatter_elements({cells, {1, 5}}, {at, {1, 3}}, {updates, {1, 3}}, 1, {.reduction = strew::reduction::add});
  EXPECT_EQ(cells, (floats{1, 32, 3, 4, 35}));
  const auto outcome = strew::try_scatter_elements(cells, at, updates, 0, {.duplicates = strew::duplicates::error});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().rule(), "IX2");
}

TEST(cpp_api_scatter_elements, plans_run) {
  floats cells{1, 2, 3, 4}, output(4);
  const indices at{1, 0};
  const floats updates{10, 20};
  const strew::plan write = strew::plan_scatter_elements({cells, {2, 2}}, {at, {1, 2}}, {updates, {1, 2}},
                                                         {cells, {2, 2}}, 0, {.reduction = strew::reduction::max});
  write.execute({.data = cells.data(), .indices = at.data(), .updates = updates.data(), .output = cells.data()});
  EXPECT_EQ(cells, (floats{1, 20, 10, 4}));
  const strew::plan take = strew::plan_gather_elements({cells, {2, 2}}, {at, {1, 2}}, {output.data(), {1, 2}}, 0);
  take.execute({.data = cells.data(), .indices = at.data(), .output = output.data()});
  EXPECT_EQ(output, (floats{10, 20, 0, 0}));
}

TEST(cpp_api_elements, batch_dims_are_refused_in_every_form) {
  floats cells{1, 2}, output(2);
  const indices at{1, 0};
  const strew::options batched{.batch_dims = 1};
  const auto expect_refused = [](const auto& outcome) {
    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.code(), strew::status::attribute);
    EXPECT_EQ(outcome.error().rule(), "AT1");
    EXPECT_NE(outcome.error().message().find("batch_dims"), std::string_view::npos);
  };
  expect_refused(strew::try_gather_elements(cells, at, output, 0, batched));
  expect_refused(strew::try_scatter_elements(cells, at, cells, output, 0, batched));
  expect_refused(strew::try_scatter_elements(output, at, cells, 0, batched));
  expect_refused(strew::try_plan_gather_elements(cells, at, output, 0, batched));
  expect_refused(strew::try_plan_scatter_elements(cells, at, cells, output, 0, batched));
  EXPECT_THROW(strew::gather_elements(cells, at, output, 0, batched), strew::error);
}

TEST(cpp_api_elements, shapes_are_validated) {
  const floats data{1, 2, 3, 4};
  const indices at{0, 0};
  floats output(2);
  EXPECT_EQ(strew::try_gather_elements({data, {2, 2}}, at, output, 0).error().rule(), "EL1");
  EXPECT_EQ(strew::try_gather_elements(data, at, output, -2).error().rule(), "EL2");
  EXPECT_EQ(strew::try_gather_elements({data, {4, 1}}, {at, {1, 2}}, {output, {1, 2}}, 0).error().rule(), "EL4");
}

}  // namespace
