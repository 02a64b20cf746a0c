// What an execution of a plan says of operands that are not those the plan was made with.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

struct gather_case {
  std::vector<float> table{1, 2, 3, 4, 5, 6}, rows = std::vector<float>(4);
  std::vector<std::int64_t> at{2, 0};
  strew::plan plan = strew::plan_gather({table, {3, 2}}, at, {rows, {2, 2}}, 0);
};

void expect_refused(const strew::result<void>& got, strew::status code, strew::operand which, const char* message) {
  ASSERT_FALSE(got);
  EXPECT_EQ(got.code(), code);
  EXPECT_EQ(got.error().operand(), which);
  EXPECT_EQ(got.error().message(), message);
}

TEST(cpp_api_plan_operands, views_are_executed_and_checked) {
  gather_case work;
  work.plan.execute({.data = {work.table, {3, 2}}, .indices = work.at, .output = {work.rows, {2, 2}}});
  EXPECT_EQ(work.rows, (std::vector<float>{5, 6, 1, 2}));
  work.plan.check({.data = {work.table, {3, 2}}, .indices = std::span(work.at), .output = {work.rows, {2, 2}}});
  const std::vector<std::int64_t> outside{2, 3};
  EXPECT_THROW(work.plan.execute({.data = {work.table, {3, 2}}, .indices = outside, .output = {work.rows, {2, 2}}}),
               strew::index_error);
}

TEST(cpp_api_plan_operands, an_element_type_is_that_of_the_plan) {
  gather_case work;
  std::vector<double> doubles(6);
  std::vector<std::int32_t> narrow{2, 0};
  expect_refused(work.plan.try_execute({.data = {doubles, {3, 2}}, .indices = work.at, .output = {work.rows, {2, 2}}}),
                 strew::status::type, strew::operand::data, "data: elements of f64 are given to a plan for f32");
  expect_refused(work.plan.try_check({.data = {work.table, {3, 2}}, .indices = narrow, .output = {work.rows, {2, 2}}}),
                 strew::status::type, strew::operand::indices, "indices: elements of i32 are given to a plan for i64");
  struct pair {
    float first, second;
  };
  std::vector<pair> pairs(4);
  expect_refused(work.plan.try_execute({.data = {work.table, {3, 2}}, .indices = work.at, .output = {pairs, {2, 2}}}),
                 strew::status::type, strew::operand::output,
                 "output: elements of 8 opaque bytes are given to a plan for f32");
  EXPECT_EQ(work.rows, std::vector<float>(4));
}

TEST(cpp_api_plan_operands, a_typed_pointer_has_the_type_of_the_plan_and_an_untyped_one_any) {
  gather_case work;
  std::vector<double> doubles(6);
  expect_refused(work.plan.try_execute({.data = doubles.data(), .indices = work.at.data(), .output = work.rows.data()}),
                 strew::status::type, strew::operand::data, "data: elements of f64 are given to a plan for f32");
  const auto* bytes = reinterpret_cast<const unsigned char*>(work.table.data());
  work.plan.execute({.data = bytes, .indices = work.at.data(), .output = static_cast<void*>(work.rows.data())});
  EXPECT_EQ(work.rows, (std::vector<float>{5, 6, 1, 2}));
  EXPECT_EQ(work.plan.try_execute({.indices = work.at.data(), .output = work.rows.data()}).error().rule(), "PT1");
}

TEST(cpp_api_plan_operands, extents_and_strides_are_those_of_the_plan) {
  gather_case work;
  const auto run = [&](const strew::const_view& table, const strew::const_view& at) {
    return work.plan.try_execute({.data = table, .indices = at, .output = {work.rows, {2, 2}}});
  };
  expect_refused(run({work.table, {2, 3}}, work.at), strew::status::shape, strew::operand::data,
                 "data: extents [2, 3] are given to a plan for [3, 2]");
  expect_refused(run({work.table, {3, 2, 1}}, work.at), strew::status::shape, strew::operand::data,
                 "data: extents [3, 2, 1] are given to a plan for [3, 2]");
  expect_refused(run({work.table.data(), {3, 2}, {4, 12}}, work.at), strew::status::shape, strew::operand::data,
                 "data: strides [4, 12] are given to a plan for [8, 4]");
  const strew::plan columns = strew::plan_gather({work.table.data(), {3, 2}, {4, 12}}, work.at, {work.rows, {2, 2}}, 0);
  expect_refused(columns.try_execute({.data = {work.table, {3, 2}}, .indices = work.at, .output = {work.rows, {2, 2}}}),
                 strew::status::shape, strew::operand::data, "data: packed strides are given to a plan for [4, 12]");
  EXPECT_TRUE(run({work.table.data(), {3, 2}, {8, 4}}, work.at));
  EXPECT_TRUE(run({work.table, {3, 2}}, {work.at.data(), {2}, {8}}));
}

TEST(cpp_api_plan_operands, strides_without_a_second_element_do_not_matter) {
  std::vector<float> table(3), none;
  std::vector<std::int64_t> at{1}, nowhere;
  std::vector<float> output(3);
  const strew::plan one = strew::plan_gather({table, {1, 3}}, nowhere, {none, {0, 3}}, 0);
  EXPECT_TRUE(
      one.try_execute({.data = {table.data(), {1, 3}, {999, 4}}, .indices = nowhere, .output = {none, {0, 3}}}));
  EXPECT_TRUE(one.try_execute(
      {.data = {table, {1, 3}}, .indices = nowhere, .output = strew::view(none.data(), {0, 3}, {7, 5})}));
}

TEST(cpp_api_plan_operands, an_operand_that_the_plan_has_not_is_refused) {
  gather_case work;
  expect_refused(
      work.plan.try_execute(
          {.data = {work.table, {3, 2}}, .indices = work.at, .updates = work.table, .output = {work.rows, {2, 2}}}),
      strew::status::shape, strew::operand::updates, "updates: is given to a plan without it");
  EXPECT_EQ(work.plan.try_execute({.indices = work.at, .output = {work.rows, {2, 2}}}).error().rule(), "PT1");
}

TEST(cpp_api_plan_operands, indices_to_prepare_are_those_of_the_plan) {
  gather_case work;
  const std::vector<std::int32_t> narrow{2, 0};
  const std::vector<std::int64_t> three{0, 1, 2};
  EXPECT_EQ(work.plan.try_prepare(narrow).error().message(), "indices: elements of i32 are given to a plan for i64");
  EXPECT_EQ(work.plan.try_prepare(narrow.data()).code(), strew::status::type);
  EXPECT_EQ(work.plan.try_prepare(three).error().message(), "indices: extents [3] are given to a plan for [2]");
  const strew::plan bound = work.plan.bind(work.plan.prepare(work.at));
  bound.execute({.data = {work.table, {3, 2}}, .output = {work.rows, {2, 2}}});
  EXPECT_EQ(work.rows, (std::vector<float>{5, 6, 1, 2}));
  EXPECT_TRUE(bound.try_execute({.data = {work.table, {3, 2}}, .indices = three, .output = {work.rows, {2, 2}}}));
  EXPECT_EQ(bound.try_execute({.data = work.table, .output = {work.rows, {2, 2}}}).code(), strew::status::shape);
}

TEST(cpp_api_plan_operands, a_plan_of_the_c_abi_compares_nothing) {
  gather_case work;
  const strew::const_view table(work.table, {3, 2}), at(work.at);
  const strew::view rows(work.rows, {2, 2});
  strew_plan* made = nullptr;
  ASSERT_EQ(strew_plan_gather(&table.native(), &at.native(), &rows.native(), 0, 0, nullptr, &made, nullptr),
            STREW_STATUS_OK);
  const strew::plan plan(made);
  std::vector<std::uint32_t> output(4);
  plan.execute({.data = table, .indices = at, .output = output});
  EXPECT_EQ(output[0], 0x40A00000U);  // the bits of 5
}

TEST(cpp_api_plan_operands, an_empty_plan_fails_and_does_not_crash) {
  gather_case work;
  strew::plan none;
  EXPECT_FALSE(none);
  EXPECT_TRUE(work.plan);
  const auto refused = none.try_execute({.data = {work.table, {3, 2}}, .indices = work.at, .output = work.rows});
  EXPECT_EQ(refused.error().rule(), "PT1");
  EXPECT_EQ(none.try_check({.data = work.table.data(), .output = work.rows.data()}).error().rule(), "PT1");
  EXPECT_EQ(none.try_prepare(work.at).error().rule(), "PT1");
  EXPECT_EQ(none.try_bind(strew::prepared()).error().rule(), "PT1");
  EXPECT_EQ(none.describe(), "");
  EXPECT_EQ(none.bytes() + none.workspace() + none.hash(), 0U);
  strew::plan moved = std::move(work.plan);
  EXPECT_FALSE(work.plan);
  EXPECT_EQ(work.plan.try_execute({.output = work.rows}).error().rule(), "PT1");
  EXPECT_EQ(moved.try_bind(strew::prepared()).error().rule(), "PT1");
  EXPECT_FALSE(strew::prepared());
  EXPECT_EQ(strew::prepared().try_info().error().rule(), "PT1");
  EXPECT_EQ(strew::prepared().try_order().error().rule(), "PT1");
}

}  // namespace
