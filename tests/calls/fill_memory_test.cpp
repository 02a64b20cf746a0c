// Fill patterns of wide records: read where the caller has them, kept once by a plan, never by a call.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "call.hpp"
#include "failing_new.hpp"

namespace strew::testing {
namespace {

constexpr std::uint64_t little = std::uint64_t{1} << 16U;

// Two records are gathered from a table of two: the first one, and one that is outside.
struct record_gather {
  std::size_t width;
  std::vector<std::byte> table, output, pattern;
  std::int64_t indices[2] = {0, 5};
  std::int64_t two[1] = {2};
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;

  explicit record_gather(std::size_t bytes)
      : width(bytes), table(2 * bytes, std::byte{1}), output(2 * bytes, std::byte{9}), pattern(bytes) {
    for (std::size_t n = 0; n < bytes; ++n) pattern[n] = static_cast<std::byte>(n % 251);
    options.out_of_bounds = STREW_OOB_FILL;
  }
  void use_pattern() {
    options.fill_value = pattern.data();
    options.fill_bytes = width;
    options.fill_dtype = STREW_DTYPE_OPAQUE;
  }
  strew_tensor view(std::vector<std::byte>& of) {
    strew_tensor made = scatter_call::view(of.data(), STREW_DTYPE_OPAQUE, two);
    made.element_bytes = width;
    made.rank = 1;
    return made;
  }
  strew_tensor index_view() {
    strew_tensor made = scatter_call::view(indices, STREW_DTYPE_I64, two);
    made.rank = 1;
    return made;
  }
  strew_status run() {
    const strew_tensor d = view(table), i = index_view(), o = view(output);
    return strew_gather(&d, &i, &o, 0, 0, &options, nullptr, &error);
  }
  std::unique_ptr<strew_plan, void (*)(strew_plan*)> plan() {
    const strew_tensor d = view(table), i = index_view(), o = view(output);
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_gather(&d, &i, &o, 0, 0, &options, &made, &error), STREW_STATUS_OK) << error.message;
    return {made, strew_plan_destroy};
  }
  [[nodiscard]] std::vector<std::byte> filled() const {
    return {output.begin() + static_cast<std::ptrdiff_t>(width), output.end()};
  }
};

constexpr std::size_t wide = std::size_t{4} << 20U;

TEST(fill_memory, of_one_call_is_none) {
  record_gather call(wide);
  for (int n = 0; n < 6; ++n) {
    const std::uint64_t before = bytes_asked();
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    EXPECT_LT(bytes_asked() - before, little) << "zeros, call " << n;
  }
  EXPECT_EQ(call.filled(), std::vector<std::byte>(wide));
  call.use_pattern();
  for (int n = 0; n < 6; ++n) {
    const std::uint64_t before = bytes_asked();
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    EXPECT_LT(bytes_asked() - before, little) << "a pattern, call " << n;
  }
  EXPECT_EQ(call.filled(), call.pattern);
}

TEST(fill_memory, of_a_plan_is_one_copy) {
  record_gather call(wide);
  call.use_pattern();
  const std::uint64_t before = bytes_asked();
  const auto plan = call.plan();
  EXPECT_GE(bytes_asked() - before, wide);
  EXPECT_LT(bytes_asked() - before, wide + little);
  const std::vector<std::byte> expected = call.pattern;
  call.pattern.assign(wide, std::byte{0});  // the plan has its own
  const std::uint64_t bound_before = bytes_asked();
  strew_prepared* prepared = nullptr;
  ASSERT_EQ(strew_prepare(plan.get(), call.indices, nullptr, &prepared, nullptr), STREW_STATUS_OK);
  strew_plan* bound = nullptr;
  ASSERT_EQ(strew_plan_bind(plan.get(), prepared, &bound, nullptr), STREW_STATUS_OK);
  EXPECT_LT(bytes_asked() - bound_before, little);
  strew_prepared_destroy(prepared);
  ASSERT_EQ(strew_execute(bound, call.table.data(), nullptr, nullptr, call.output.data(), nullptr, nullptr),
            STREW_STATUS_OK);
  EXPECT_EQ(call.filled(), expected);
  strew_plan_destroy(bound);
}

TEST(fill_memory, patterns_that_fill_alike_are_equal_and_others_are_not) {
  for (const std::size_t width : {std::size_t{3}, std::size_t{16}, std::size_t{17}, std::size_t{1000}}) {
    record_gather zeros(width), same(width), one(width), other(width);
    same.use_pattern();
    same.pattern.assign(width, std::byte{0});
    one.use_pattern();
    other.use_pattern();
    other.pattern.back() = std::byte{252};
    const auto of_zeros = zeros.plan(), of_same = same.plan(), of_one = one.plan(), of_other = other.plan();
    EXPECT_EQ(strew_plan_equal(of_zeros.get(), of_same.get()), 1);
    EXPECT_EQ(strew_plan_hash(of_zeros.get()), strew_plan_hash(of_same.get()));
    EXPECT_EQ(strew_plan_equal(of_one.get(), of_other.get()), 0);
    EXPECT_NE(strew_plan_hash(of_one.get()), strew_plan_hash(of_other.get()));
    char left[4096], right[4096];
    EXPECT_LT(strew_plan_problem(of_one.get(), left, sizeof left), sizeof left);
    EXPECT_LT(strew_plan_problem(of_other.get(), right, sizeof right), sizeof right);
    EXPECT_STRNE(left, right);
  }
}

// A pattern that is read while the output is written lies apart from it.
TEST(fill_memory, OV2_of_a_pattern_in_the_output) {
  for (const std::size_t width : {std::size_t{16}, std::size_t{17}}) {
    record_gather call(width);
    call.use_pattern();
    for (std::size_t n = 0; n < width; ++n) call.output[width / 2 + n] = call.pattern[n];
    const std::vector<std::byte> before = call.output;
    call.options.fill_value = call.output.data() + width / 2;
    const bool is_short = width <= 16;
    EXPECT_EQ(call.run(), is_short ? STREW_STATUS_OK : STREW_STATUS_OVERLAP);
    EXPECT_STREQ(call.error.rule, is_short ? "" : "OV2");
    if (is_short) {
      EXPECT_EQ(call.filled(), call.pattern);
    } else {
      EXPECT_EQ(call.output, before);
    }
    call.options.fill_value = call.pattern.data();
    EXPECT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
  }
}

}  // namespace
}  // namespace strew::testing
