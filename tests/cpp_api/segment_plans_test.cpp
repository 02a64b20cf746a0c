// Plans of segment_reduce in C++: operands by name, prepared ids and indices, and what is refused.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

using floats = std::vector<float>;

// Four rows of two, five positions, three segments of which the second one is empty.
struct segment_case {
  floats table{1, 2, 3, 4, 5, 6, 7, 8}, factors{1, 10, 2, 20, 0.5F}, start{100, 100, 200, 200, 300, 300};
  floats sums = floats(6, 77);
  std::vector<std::int64_t> rows{3, 0, 0, 1, 2}, begins{0, 2, 2, 5};
  std::vector<std::int32_t> ids{2, 0, 2, 0, 2};

  strew::const_view data() const { return {table, {4, 2}}; }
  strew::view output() { return {sums, {3, 2}}; }
  strew::plan plan(const strew::segment_operands& of,
                   const strew::options& with = {.reduction = strew::reduction::add}) {
    return strew::plan_segment_reduce(data(), of, output(), with);
  }
};

TEST(cpp_api_segment_plans, ids_are_executed_by_views_and_by_pointers) {
  segment_case work;
  const strew::plan plan = work.plan({.indices = work.rows, .segment_ids = work.ids});
  plan.execute({.data = work.data(), .indices = work.rows, .output = work.output(), .segments = work.ids});
  EXPECT_EQ(work.sums, (floats{4, 6, 0, 0, 13, 16}));
  work.sums.assign(6, 77);
  plan.execute({.data = work.table.data(),
                .indices = work.rows.data(),
                .output = work.sums.data(),
                .segments = work.ids.data()});
  EXPECT_EQ(work.sums, (floats{4, 6, 0, 0, 13, 16}));
}

// Rows 0 1 2 3 and 4 5 6 7, of which two values share a scale.
TEST(cpp_api_segment_plans, codes_are_decoded_in_calls_and_in_plans) {
  const std::vector<std::uint8_t> codes{0x10, 0x32, 0x54, 0x76};
  const floats scales{1, 10, 2, 20};
  const std::vector<std::int64_t> rows{1, 0, 0}, begins{0, 2};
  floats bags(8, 77);
  const strew::segment_operands of{
      .indices = rows, .offsets = begins, .quantization = {.bits = 4, .block_size = 2, .scales = {scales, {2, 2}}}};
  const strew::options with{.reduction = strew::reduction::add};
  strew::segment_reduce({codes, {2, 2}}, of, {bags, {2, 4}}, with);
  const floats expected{8, 11, 140, 170, 0, 1, 20, 30};
  EXPECT_EQ(bags, expected);
  const strew::plan plan = strew::plan_segment_reduce({codes, {2, 2}}, of, {bags, {2, 4}}, with);
  bags.assign(8, 77);
  plan.execute({.data = {codes, {2, 2}},
                .indices = rows,
                .output = {bags, {2, 4}},
                .segments = begins,
                .scales = {scales, {2, 2}}});
  EXPECT_EQ(bags, expected);
  bags.assign(8, 77);
  plan.execute({.data = codes.data(),
                .indices = rows.data(),
                .output = bags.data(),
                .segments = begins.data(),
                .scales = scales.data()});
  EXPECT_EQ(bags, expected);
  const auto other = plan.try_execute({.data = {codes, {2, 2}},
                                       .indices = rows,
                                       .output = {bags, {2, 4}},
                                       .segments = begins,
                                       .scales = {scales, {4, 1}}});
  EXPECT_FALSE(other);
  const auto both = strew::try_segment_reduce(
      {codes, {2, 2}}, {.segment_ids = rows, .offsets = begins, .quantization = of.quantization}, {bags, {2, 4}}, with);
  EXPECT_EQ(both.error().rule(), "SG1");
}

TEST(cpp_api_segment_plans, offsets_weights_and_a_base_in_place) {
  segment_case work;
  const strew::plan plan = work.plan({.indices = work.rows,
                                      .offsets = work.begins,
                                      .weights = work.factors,
                                      .base = strew::const_view(work.start, {3, 2})});
  plan.execute({.data = work.data(),
                .indices = work.rows,
                .output = work.output(),
                .segments = work.begins,
                .weights = work.factors,
                .base = strew::const_view(work.start, {3, 2})});
  EXPECT_EQ(work.sums, (floats{117, 128, 200, 200, 364.5F, 387}));
  work.sums = work.start;
  plan.execute({.data = work.table.data(),
                .indices = work.rows.data(),
                .output = work.sums.data(),
                .segments = work.begins.data(),
                .weights = work.factors.data(),
                .base = work.sums.data()});
  EXPECT_EQ(work.sums, (floats{117, 128, 200, 200, 364.5F, 387}));
}

TEST(cpp_api_segment_plans, groups_have_no_segments) {
  segment_case work;
  const std::vector<std::int64_t> groups{3, 0, 0, 1, 2, 2};
  const strew::plan plan = work.plan({.indices = {groups, {3, 2}}});
  plan.execute({.data = work.data(), .indices = {groups, {3, 2}}, .output = work.output()});
  EXPECT_EQ(work.sums, (floats{8, 10, 4, 6, 10, 12}));
}

TEST(cpp_api_segment_plans, either_operand_is_prepared_or_both) {
  segment_case work;
  const strew::plan plan = work.plan({.indices = work.rows, .segment_ids = work.ids});
  const strew::prepared rows = plan.prepare(work.rows), ids = plan.prepare_segments(work.ids.data());
  EXPECT_EQ(rows.info().positions, 5U);
  const strew::plan of_rows = plan.bind(rows), of_ids = plan.bind_segments(ids), of_both = plan.bind(rows, ids);
  const auto run = [&](const strew::plan& bound, const strew::operands& views) {
    work.sums.assign(6, 77);
    bound.execute(views);
    return work.sums;
  };
  const floats expected{4, 6, 0, 0, 13, 16};
  EXPECT_EQ(run(of_rows, {.data = work.data(), .output = work.output(), .segments = work.ids}), expected);
  EXPECT_EQ(run(of_ids, {.data = work.data(), .indices = work.rows, .output = work.output()}), expected);
  EXPECT_EQ(run(of_both, {.data = work.data(), .output = work.output()}), expected);
  EXPECT_NE(of_both.explain().view().find("prepared"), std::string_view::npos);
}

TEST(cpp_api_segment_plans, errors_name_the_operands_of_the_call) {
  segment_case work;
  const strew::plan plan = work.plan({.indices = work.rows, .segment_ids = work.ids});
  const auto refused = [&](const strew::operands& views) {
    const strew::result<void> got = plan.try_execute(views);
    EXPECT_EQ(work.sums, floats(6, 77));
    return got ? strew::operand::none : got.error().operand();
  };
  const std::vector<std::int64_t> wide{2, 0, 2, 0, 2}, far{3, 0, 4, 1, 2};
  const std::vector<std::int32_t> below{2, 0, -1, 0, 2};
  EXPECT_EQ(refused({.data = work.data(), .indices = far, .output = work.output(), .segments = work.ids}),
            strew::operand::indices);
  EXPECT_EQ(refused({.data = work.data(), .indices = work.rows, .output = work.output(), .segments = below}),
            strew::operand::segments);
  EXPECT_EQ(plan.try_execute({.data = work.data(), .indices = work.rows, .output = work.output(), .segments = wide})
                .error()
                .message(),
            "segments: elements of i64 are given to a plan for i32");
  EXPECT_EQ(plan.try_execute({.data = work.data(),
                              .indices = work.rows,
                              .output = work.output(),
                              .segments = work.ids,
                              .weights = work.factors})
                .error()
                .message(),
            "weights: is given to a plan without it");
  EXPECT_EQ(refused({.data = work.data(), .indices = work.rows, .output = work.output()}), strew::operand::segments);
  EXPECT_EQ(plan.try_prepare_segments(below).error().operand(), strew::operand::segments);
  EXPECT_EQ(plan.try_prepare(far).error().operand(), strew::operand::indices);
  EXPECT_EQ(plan.try_prepare(work.ids).error().message(), "indices: elements of i32 are given to a plan for i64");
  EXPECT_EQ(plan.try_bind_segments(plan.prepare(work.rows)).error().rule(), "PR5");
  EXPECT_EQ(plan.try_bind_segments(plan.prepare(work.rows)).error().operand(), strew::operand::segments);
  EXPECT_EQ(plan.try_bind(plan.prepare_segments(work.ids)).error().rule(), "PR5");
  EXPECT_EQ(plan.try_check({.data = work.data(), .indices = work.rows, .output = work.output()}).error().rule(), "PT5");
}

TEST(cpp_api_segment_plans, a_plan_is_refused_by_the_rules_of_the_call) {
  segment_case work;
  const auto rule_of = [&](const strew::segment_operands& of, const strew::options& with = {}) {
    const strew::result<strew::plan> made = strew::try_plan_segment_reduce(work.data(), of, work.output(), with);
    return made ? std::string() : std::string(made.error().rule());
  };
  EXPECT_EQ(rule_of({.indices = work.rows, .segment_ids = work.ids, .offsets = work.begins}), "SG1");
  EXPECT_EQ(rule_of({}), "SG1");
  EXPECT_EQ(rule_of({.segment_ids = work.ids}), "SG3");
  EXPECT_EQ(rule_of({.indices = work.rows, .segment_ids = work.ids}, {.batch_dims = 2}), "SG2");
  EXPECT_EQ(rule_of({.indices = work.rows, .segment_ids = work.ids, .padding_index = 4}), "AT7");
  EXPECT_THROW(work.plan({.segment_ids = work.ids}), strew::error);
  const strew::plan offsets = work.plan({.indices = work.rows, .offsets = work.begins});
  EXPECT_EQ(offsets.try_prepare_segments(work.begins).error().rule(), "PR5");
  offsets.bind(offsets.prepare(work.rows))
      .execute({.data = work.data(), .output = work.output(), .segments = work.begins});
  EXPECT_EQ(work.sums, (floats{8, 10, 0, 0, 9, 12}));
}

}  // namespace
