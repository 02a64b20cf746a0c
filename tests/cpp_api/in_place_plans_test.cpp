// Plans of scatters that are made without data: like the calls without it they are in place.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/strew.hpp"

namespace {

namespace hlo = strew::stablehlo;

const std::vector<std::int64_t> cells_to_add{4, 1, 4};
const std::vector<float> parts{10, 20, 30};
const strew::options adding{.reduction = strew::reduction::add};

std::vector<float> up_to_five() {
  return {0, 1, 2, 3, 4, 5};
}

// One plan of each operator over a vector of six, which adds the parts.
std::vector<strew::plan> plans_over(std::vector<float>& table) {
  const hlo::scatter_dimensions elements{
      .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};
  std::vector<strew::plan> made;
  made.push_back(strew::plan_scatter(table, cells_to_add, parts, 0, adding));
  made.push_back(strew::plan_scatter_elements(table, cells_to_add, parts, 0, adding));
  made.push_back(strew::plan_scatter_nd(table, {cells_to_add, {3, 1}}, parts, adding));
  made.push_back(
      hlo::plan_scatter(table, {cells_to_add, {3, 1}}, parts, elements, {.reduction = strew::reduction::add}));
  return made;
}

TEST(cpp_api_in_place_plans, take_the_output_for_data) {
  std::vector<float> made_for(6);
  for (const strew::plan& one : plans_over(made_for)) {
    std::vector<float> table = up_to_five();
    one.execute({.indices = cells_to_add.data(), .updates = parts.data(), .output = table.data()});
    EXPECT_EQ(table, (std::vector<float>{0, 21, 2, 3, 44, 5})) << one.describe();
    one.check({.indices = cells_to_add.data(), .updates = parts.data(), .output = table.data()});
    one.execute(
        {.data = table.data(), .indices = cells_to_add.data(), .updates = parts.data(), .output = table.data()});
    EXPECT_EQ(table, (std::vector<float>{0, 41, 2, 3, 84, 5})) << one.describe();
  }
}

TEST(cpp_api_in_place_plans, take_views_and_bound_indices) {
  std::vector<float> table = up_to_five();
  const strew::plan plan = strew::plan_scatter(table, cells_to_add, parts, 0, adding);
  plan.execute({.indices = cells_to_add, .updates = parts, .output = table});
  EXPECT_EQ(table, (std::vector<float>{0, 21, 2, 3, 44, 5}));
  const strew::plan bound = plan.bind(plan.prepare(cells_to_add));
  bound.execute({.updates = parts, .output = table});
  EXPECT_EQ(table, (std::vector<float>{0, 41, 2, 3, 84, 5}));
  strew::plan moved = strew::plan_scatter(table, cells_to_add, parts, 0, adding);
  moved = strew::plan(std::move(moved));
  moved.execute({.indices = cells_to_add, .updates = parts, .output = table});
  EXPECT_EQ(table, (std::vector<float>{0, 61, 2, 3, 124, 5}));
}

// Other data are copied first, as in the call with data.
TEST(cpp_api_in_place_plans, copy_data_that_are_given) {
  const std::vector<float> before = up_to_five();
  std::vector<float> table(6, 7);
  const strew::plan plan = strew::plan_scatter(table, cells_to_add, parts, 0, adding);
  plan.execute({.data = before, .indices = cells_to_add, .updates = parts, .output = table});
  EXPECT_EQ(table, (std::vector<float>{0, 21, 2, 3, 44, 5}));
}

TEST(cpp_api_in_place_plans, a_plan_with_data_needs_them) {
  const std::vector<float> before = up_to_five();
  std::vector<float> table(6, 7);
  const strew::plan plan = strew::plan_scatter(before, cells_to_add, parts, table, 0, adding);
  const auto refused = plan.try_execute({.indices = cells_to_add, .updates = parts, .output = table});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule(), "PT1");
  EXPECT_EQ(table, std::vector<float>(6, 7));
}

TEST(cpp_api_in_place_plans, append_to_a_cache) {
  std::vector<float> cache(8);
  const std::vector<float> fresh{1, 2};
  const std::vector<std::int64_t> from{3, 0};
  const strew::const_view rows(fresh, {2, 1, 1});
  const strew::plan plan = strew::plan_tensor_scatter({cache, {2, 4, 1}}, rows, from);
  plan.execute({.indices = from, .updates = rows, .output = {cache, {2, 4, 1}}});
  EXPECT_EQ(cache, (std::vector<float>{0, 0, 0, 1, 2, 0, 0, 0}));
  const strew::plan first = strew::plan_tensor_scatter({cache, {2, 4, 1}}, rows, std::nullopt);
  first.execute({.updates = rows, .output = {cache, {2, 4, 1}}});
  EXPECT_EQ(cache, (std::vector<float>{1, 0, 0, 1, 2, 0, 0, 0}));
}

TEST(cpp_api_in_place_plans, report_what_is_wrong) {
  std::vector<float> table(6);
  const auto refused = strew::try_plan_scatter(table, cells_to_add, table, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule(), "AX5");
  EXPECT_THROW(strew::plan_scatter(table, cells_to_add, table, 0), strew::error);
}

}  // namespace
