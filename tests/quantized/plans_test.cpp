// Plans of gather_block_quantized, what is remembered of its calls, and large ones.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstring>
#include <string>
#include <vector>

#include "quantized/quantized_example.hpp"

namespace strew::testing {
namespace {

TEST(gather_block_quantized, is_planned_and_described) {
  quantized_example one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  const strew_tensor z = one.zero_points.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.quantization = &one.quantization;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.zero_points = &z, all.output = &o;
  strew_plan *plan = nullptr, *other = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.indices = i.data, at.scales = s.data, at.zero_points = z.data, at.output = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
  std::string text(2000, '\0');
  text.resize(strew_plan_describe(plan, text.data(), text.size()));
  EXPECT_EQ(text,
            "gather_block_quantized, axis 0: data u8 [3, 3], indices i64 [2], scales f32 [3, 2], zero_points u8 "
            "[3, 1], output f32 [2, 6]; solver decoded; 88 bytes to read and write, workspace 0");
  for (const void** missing : {&at.scales, &at.zero_points}) {
    const void* const kept = *missing;
    *missing = nullptr;
    EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_POINTER);
    EXPECT_EQ(one.error.operand, missing == &at.scales ? STREW_OPERAND_SCALES : STREW_OPERAND_ZERO_POINTS);
    *missing = kept;
  }
  at.scales = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OVERLAP);
  EXPECT_STREQ(one.error.rule, "OV2");
  EXPECT_EQ(strew_execute(plan, d.data, i.data, nullptr, o.data, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.rule, "PT5");
  one.quantization.bits = 4;
  all.zero_points = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &other, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(strew_plan_equal(plan, other), 0);
  EXPECT_NE(strew_plan_hash(plan), strew_plan_hash(other));
  strew_plan_destroy(plan);
  strew_plan_destroy(other);
}

// Plans of calls that come again are kept: each call finds its own.
TEST(gather_block_quantized, is_remembered_by_all_that_it_depends_on) {
  const auto results = [] {
    std::vector<floats> made;
    const auto keep = [&](const auto& change, const std::function<void(strew_operands&)>& operands = nullptr) {
      quantized_example one;
      change(one);
      EXPECT_EQ(one.run(operands), "") << one.message();
      made.push_back(one.output.values);
    };
    const auto scales_of = [](strew_dtype type) {
      return [type](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->dtype = type; };
    };
    const std::int64_t apart[] = {4, 4};
    keep([](quantized_example&) {});
    keep([](quantized_example& one) { one.data.dtype = STREW_DTYPE_I8; });
    keep([](quantized_example& one) { one.quantization.block_size = 5; });
    keep([](quantized_example& one) {
      one.quantization = {sizeof(strew_quantization), 1, 4, STREW_PACKING_HALVES, 6};
      one.scales = {{3, 1}, {1, 2, 3}};
    });
    keep([](quantized_example& one) { one.has_zero_points = true; });
    keep([](quantized_example& one) { one.has_codebook = true; });
    keep([](quantized_example&) {}, scales_of(STREW_DTYPE_F16));
    keep([](quantized_example&) {},
         [&](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->strides = apart; });
    return made;
  };
  const std::vector<floats> first = results();
  for (std::size_t n = 1; n < first.size(); ++n) EXPECT_NE(first[n], first[0]) << n;
  for (int times = 0; times < 3; ++times) EXPECT_EQ(results(), first);
}

// What the view of a plan says, and that neither it nor a part of it makes another plan.
TEST(gather_block_quantized, is_shown_to_other_executions) {
  quantized_example one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.quantization = &one.quantization;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
  strew_plan *plan = nullptr, *made = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  ASSERT_EQ(strew_plan_view(plan, &view, &one.error), STREW_STATUS_OK) << one.message();
  const strew_problem_step& step = view.steps[view.step_count - 1];
  ASSERT_NE(step.decoding, nullptr);
  EXPECT_EQ(step.width, 24);
  EXPECT_EQ(step.decoding->columns, 6);
  EXPECT_EQ(step.decoding->block, 4);
  EXPECT_EQ(step.decoding->scale_stride, 8);
  EXPECT_EQ(step.decoding->scale_dtype, STREW_DTYPE_F32);
  EXPECT_EQ(view.scales.high, 24);
  EXPECT_EQ(view.zero_points.high, 0);
  EXPECT_EQ(strew_plan_from_problem(&view, nullptr, &made, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "PB1");
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  part.first_position = 1;
  strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
  EXPECT_EQ(strew_problem_slice(plan, &part, &made, &bases, &one.error), STREW_STATUS_SHAPE);
  EXPECT_STREQ(one.error.rule, "PB5");
  strew_plan_destroy(plan);
}

// So wide rows that pieces of columns are decoded at a time, and so many that they are stored past the cache.
struct large_call {
  static constexpr std::size_t columns = 20000, positions = 700;
  quantized_example one;
  large_call() {
    one.quantization.block_size = 100;
    one.data = {{3, columns / 2}, bytes(3 * columns / 2)};
    for (std::size_t n = 0; n < one.data.values.size(); ++n)
      one.data.values[n] = static_cast<std::uint8_t>(n * n >> 3U);
    one.scales = {{3, columns / 100}, floats(3 * columns / 100)};
    for (std::size_t n = 0; n < one.scales.values.size(); ++n) one.scales.values[n] = static_cast<float>(n) / 8 - 20;
    one.indices = {{positions}, std::vector<std::int64_t>(positions)};
    for (std::size_t n = 0; n < positions; ++n) one.indices.values[n] = static_cast<std::int64_t>(n % 3);
    one.output = {{positions, columns}, floats(positions * columns, 77)};
  }
  [[nodiscard]] floats row(std::size_t number) const {
    floats made(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const unsigned byte = one.data.values[number * columns / 2 + c / 2];
      made[c] = static_cast<float>(c % 2 == 0 ? byte & 15U : byte >> 4U) * one.scales.values[number * 200 + c / 100];
    }
    return made;
  }
};

TEST(gather_block_quantized, decodes_many_wide_rows) {
  large_call large;
  EXPECT_EQ(large.one.run(), "") << large.one.message();
  const floats rows[] = {large.row(0), large.row(1), large.row(2)};
  for (std::size_t p = 0; p < large_call::positions; ++p) {
    const float* const made = large.one.output.values.data() + p * large_call::columns;
    ASSERT_EQ(std::memcmp(made, rows[p % 3].data(), large_call::columns * sizeof(float)), 0) << p;
  }
}

TEST(gather_block_quantized, is_cancelled) {
  large_call large;
  quantized_example& one = large.one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
  strew_execution execution = STREW_EXECUTION_INIT;
  int polls = 0;
  execution.threads = 1;
  execution.cancel_context = &polls;
  execution.cancel = [](void* context) { return ++*static_cast<int*>(context) > 3 ? 1 : 0; };
  EXPECT_EQ(strew_gather_block_quantized(&all, &one.quantization, 0, 0, nullptr, &execution, &one.error),
            STREW_STATUS_CANCELLED);
  EXPECT_LT(polls, 6);
}

}  // namespace
}  // namespace strew::testing
