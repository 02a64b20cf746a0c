// Every option and each of its values, by what it does.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

using strew::reduction;

const std::vector<std::int64_t> twice{0, 0};

// A cell of 13, updated with 6, then 7.
std::int32_t reduced(reduction reduce, bool include_self) {
  std::vector<std::int32_t> cells{13};
  const std::vector<std::int32_t> updates{6, 7};
  strew::scatter(cells, twice, updates, 0, {.reduction = reduce, .include_self = include_self});
  return cells[0];
}

struct row {
  reduction kind;
  std::int32_t native;
  std::int32_t with_self;
  std::int32_t without_self;
};

TEST(cpp_api_options, each_reduction_with_and_without_the_old_value) {
  const row rows[] = {
      {reduction::none, STREW_REDUCTION_NONE, 7, 7},    {reduction::add, STREW_REDUCTION_ADD, 26, 13},
      {reduction::sub, STREW_REDUCTION_SUB, 0, -1},     {reduction::mul, STREW_REDUCTION_MUL, 546, 42},
      {reduction::min, STREW_REDUCTION_MIN, 6, 6},      {reduction::max, STREW_REDUCTION_MAX, 13, 7},
      {reduction::mean, STREW_REDUCTION_MEAN, 8, 6},    {reduction::logic_and, STREW_REDUCTION_AND, 4, 6},
      {reduction::logic_or, STREW_REDUCTION_OR, 15, 7}, {reduction::logic_xor, STREW_REDUCTION_XOR, 12, 1},
  };
  for (const row& each : rows) {
    const strew::options with{.reduction = each.kind};
    EXPECT_EQ(with.native().reduction, each.native);
    EXPECT_EQ(reduced(each.kind, true), each.with_self) << "reduction " << each.native;
    EXPECT_EQ(reduced(each.kind, false), each.without_self) << "reduction " << each.native;
  }
}

// bfloat16 has no 257: 256 + 1 rounds to 256.
TEST(cpp_api_options, accumulate_rounds_once_or_at_each_update) {
  const std::vector<strew::bf16> ones{{0x3F80}, {0x3F80}};
  const auto sum = [&ones](strew::accumulate where) {
    std::vector<strew::bf16> cells{{0x4380}};
    strew::scatter(cells, twice, ones, 0, {.reduction = reduction::add, .accumulate = where});
    return cells[0].bits;
  };
  EXPECT_EQ(sum(strew::accumulate::wide), 0x4381);
  EXPECT_EQ(sum(strew::accumulate::native), 0x4380);
}

TEST(cpp_api_options, duplicates_are_allowed_or_refused_with_both_positions) {
  std::vector<std::int32_t> cells{0, 0};
  const std::vector<std::int32_t> updates{1, 2, 3};
  const std::vector<std::int16_t> at{1, 0, -1};
  const auto refused = strew::try_scatter(cells, at, updates, 0, {.duplicates = strew::duplicates::error});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.code(), strew::status::index);
  EXPECT_EQ(refused.error().rule(), "IX2");
  EXPECT_EQ(refused.error().position(), 2U);
  EXPECT_EQ(refused.error().other_position(), 0U);
  EXPECT_EQ(cells, (std::vector<std::int32_t>{0, 0}));
  EXPECT_THROW(strew::scatter(cells, at, updates, 0, {.duplicates = strew::duplicates::error}), strew::index_error);
  strew::scatter(cells, at, updates, 0, {.duplicates = strew::duplicates::allow});
  EXPECT_EQ(cells, (std::vector<std::int32_t>{2, 3}));
}

TEST(cpp_api_options, unordered_sums_are_sums) {
  std::vector<double> cells{1};
  strew::scatter(cells, twice, strew::filled(0.5, {2}), 0, {.reduction = reduction::add, .ordered = false});
  EXPECT_EQ(cells[0], 2);
}

template <class Enum>
void expect_mapped(std::int32_t strew_options::*member, Enum strew::options::*option,
                   std::vector<std::pair<Enum, std::int32_t>> values) {
  for (const auto& [value, native] : values) {
    strew::options with;
    with.*option = value;
    strew_options expected = STREW_OPTIONS_INIT;
    expected.*member = native;
    const strew_options made = with.native();
    EXPECT_EQ(made.reduction, expected.reduction);
    EXPECT_EQ(made.out_of_bounds, expected.out_of_bounds);
    EXPECT_EQ(made.negative_indices, expected.negative_indices);
    EXPECT_EQ(made.exclude_self, expected.exclude_self);
    EXPECT_EQ(made.accumulate, expected.accumulate);
    EXPECT_EQ(made.unordered, expected.unordered);
    EXPECT_EQ(made.duplicates, expected.duplicates);
    EXPECT_EQ(made.partial_window, expected.partial_window);
    EXPECT_EQ(made.fill_value, nullptr);
  }
}

TEST(cpp_api_options, each_value_goes_to_its_own_member) {
  expect_mapped<strew::out_of_bounds>(&strew_options::out_of_bounds, &strew::options::out_of_bounds,
                                      {{strew::out_of_bounds::error, STREW_OOB_ERROR},
                                       {strew::out_of_bounds::clamp, STREW_OOB_CLAMP},
                                       {strew::out_of_bounds::wrap, STREW_OOB_WRAP},
                                       {strew::out_of_bounds::skip, STREW_OOB_SKIP},
                                       {strew::out_of_bounds::fill, STREW_OOB_FILL},
                                       {strew::out_of_bounds::assume, STREW_OOB_ASSUME}});
  expect_mapped<strew::negative_indices>(&strew_options::negative_indices, &strew::options::negative_indices,
                                         {{strew::negative_indices::from_end, STREW_NEGATIVE_FROM_END},
                                          {strew::negative_indices::invalid, STREW_NEGATIVE_INVALID}});
  expect_mapped<strew::accumulate>(
      &strew_options::accumulate, &strew::options::accumulate,
      {{strew::accumulate::wide, STREW_ACCUMULATE_WIDE}, {strew::accumulate::native, STREW_ACCUMULATE_NATIVE}});
  expect_mapped<strew::duplicates>(
      &strew_options::duplicates, &strew::options::duplicates,
      {{strew::duplicates::allow, STREW_DUPLICATES_ALLOW}, {strew::duplicates::error, STREW_DUPLICATES_ERROR}});
  expect_mapped<strew::partial_window>(
      &strew_options::partial_window, &strew::options::partial_window,
      {{strew::partial_window::element, STREW_PARTIAL_ELEMENT}, {strew::partial_window::whole, STREW_PARTIAL_WHOLE}});
  expect_mapped<bool>(&strew_options::exclude_self, &strew::options::include_self, {{true, 0}, {false, 1}});
  expect_mapped<bool>(&strew_options::unordered, &strew::options::ordered, {{true, 0}, {false, 1}});
}

TEST(cpp_api_options, every_member_can_be_named) {
  const strew::options all{.batch_dims = 0,
                           .reduction = reduction::none,
                           .include_self = true,
                           .accumulate = strew::accumulate::wide,
                           .ordered = true,
                           .out_of_bounds = strew::out_of_bounds::fill,
                           .negative_indices = strew::negative_indices::from_end,
                           .partial_window = strew::partial_window::element,
                           .fill_value = 7,
                           .duplicates = strew::duplicates::allow};
  const std::vector<std::int32_t> data{1, 2};
  const std::vector<std::int64_t> at{5, 1};
  std::vector<std::int32_t> output(2);
  strew::gather(data, at, output, 0, all);
  EXPECT_EQ(output, (std::vector<std::int32_t>{7, 2}));
}

}  // namespace
