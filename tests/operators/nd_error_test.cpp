// Errors of the ND operators: the record, the sentence, and an output that stays as it was.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "support/array.hpp"

namespace strew::support {
namespace {

TEST(nd_error, the_record_of_the_first_bad_position) {
  const array<float> data{{2, 3, 4}, std::vector<float>(24)};
  // The positions are [2, 2]; those numbered 1 and 3 are bad, the first of them in both its members.
  const array<int16_t> indices{{2, 2, 2}, {0, 0, -3, 7, 1, 2, 0, -4}};
  array<float> output{{2, 2, 4}, std::vector<float>(16, 5)};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_STREQ(error.rule, "IX1");
  EXPECT_EQ(error.operand, STREW_OPERAND_INDICES);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
  EXPECT_EQ(error.component, 0U);
  EXPECT_EQ(error.extent, 2);
  EXPECT_EQ(error.allowed_low, -2);
  EXPECT_EQ(error.allowed_high, 1);
  ASSERT_EQ(error.coordinate_rank, 2U);
  EXPECT_EQ(error.coordinates[0], 0);
  EXPECT_EQ(error.coordinates[1], 1);
  ASSERT_EQ(error.tuple_depth, 2U);
  EXPECT_EQ(static_cast<int64_t>(error.tuple[0]), -3);
  EXPECT_EQ(error.tuple_negative[0], 1);
  EXPECT_EQ(error.tuple[1], 7U);
  EXPECT_EQ(error.tuple_negative[1], 0);
  EXPECT_EQ(output.values, std::vector<float>(16, 5));
}

TEST(nd_error, the_message_names_position_value_and_extent) {
  const array<float> data{{61}, std::vector<float>(61)};
  array<int64_t> indices{{300, 1}, std::vector<int64_t>(300)};
  indices.values[271] = 987654;
  array<float> output{{300}, std::vector<float>(300)};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view());
  const std::string message = error.message;
  EXPECT_NE(message.find("271"), std::string::npos) << message;
  EXPECT_NE(message.find("987654"), std::string::npos) << message;
  EXPECT_NE(message.find("61"), std::string::npos) << message;
}

TEST(nd_error, broadcast_positions_count_each) {
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int32_t> indices{{2, 3, 1}, {0, 9, 1}, STREW_DTYPE_I32, {0, 4, 4}};
  array<int32_t> output{{2, 3}, std::vector<int32_t>(6, 7)};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
}

// Memory order would come to the 8 first.
TEST(nd_error, the_first_position_is_first_in_index_order) {
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int32_t> indices{{2, 2, 1}, {0, 8, 9, 0}, STREW_DTYPE_I32, {4, 8, 4}};
  array<int32_t> output{{2, 2}, {7, 7, 7, 7}, STREW_DTYPE_I32, {4, 8}};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view());
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.tuple[0], 9U);
}

TEST(nd_error, batch_positions_are_part_of_the_number) {
  const array<int32_t> data{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const array<int32_t> indices{{2, 2, 1}, {0, 1, 2, 3}};
  array<int32_t> output{{2, 2}, {7, 7, 7, 7}};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view(), 1);
  EXPECT_EQ(error.position, 3U);
  EXPECT_EQ(error.coordinates[0], 1);
  EXPECT_EQ(error.coordinates[1], 1);
  EXPECT_EQ(error.extent, 3);
}

// A batch dimension comes before the dimensions that the tuple addresses.
TEST(nd_error, the_message_names_the_axis_of_data) {
  const array<int32_t> data{{2, 3, 2}, std::vector<int32_t>(12)};
  const array<int32_t> indices{{2, 1, 2}, {0, 1, 2, 2}};
  array<int32_t> output{{2, 1}, {7, 7}};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view(), 1);
  EXPECT_STREQ(error.message,
               "IX1: indices: position 1 (1, 0): component 1 of (2, 2) is 2, outside [-2, 1] (axis 2 of extent 2); "
               "1 of 2 positions is bad");
}

TEST(nd_error, positions_are_counted_in_words_that_agree) {
  const array<int32_t> data{{2}, {1, 2}};
  for (const auto& [values, ending] : {std::pair{std::vector<int32_t>{3}, "; 1 of 1 position is bad"},
                                       std::pair{std::vector<int32_t>{0, 3}, "; 1 of 2 positions is bad"},
                                       std::pair{std::vector<int32_t>{3, 3}, "; 2 of 2 positions are bad"}}) {
    const auto count = static_cast<int64_t>(values.size());
    const array<int32_t> indices{{count, 1}, values};
    array<int32_t> output{{count}, values};
    const std::string message = gather_nd(data.view(), indices.view(), output.view()).message;
    EXPECT_TRUE(message.ends_with(ending)) << message;
  }
}

TEST(nd_error, a_bad_last_position_leaves_the_output) {
  const int64_t count = 10000;
  array<float> table{{8}, {1, 2, 3, 4, 5, 6, 7, 8}};
  array<int32_t> indices{{count, 1}, std::vector<int32_t>(static_cast<size_t>(count), 1)};
  indices.values.back() = 8;
  const array<float> updates{{count}, std::vector<float>(static_cast<size_t>(count), 3)};
  const array<float> before = table;
  strew_error error =
      scatter_nd(table.view(), indices.view(), updates.view(), table.view(), 0, options_of(STREW_REDUCTION_ADD));
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, static_cast<uint64_t>(count - 1));
  EXPECT_EQ(table.values, before.values);
  array<float> output{{8}, std::vector<float>(8, 9)};
  error = scatter_nd(table.view(), indices.view(), updates.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(output.values, std::vector<float>(8, 9));
}

// ---- numbered rules, one broken at a time

struct scatter_call {
  array<float> data{{2, 3}, std::vector<float>(6)};
  array<int32_t> indices{{2, 1}, {0, 1}};
  array<float> updates{{2, 3}, std::vector<float>(6, 1)};
  array<float> output{{2, 3}, std::vector<float>(6, 9)};
  int64_t batch_dims = 0;
  strew_options options = STREW_OPTIONS_INIT;
};

void expect_rule(const char* rule, strew_status status, const scatter_call& with) {
  const strew_error error = scatter_nd(with.data.view(), with.indices.view(), with.updates.view(), with.output.view(),
                                       with.batch_dims, with.options);
  EXPECT_EQ(error.status, status) << error.message;
  EXPECT_STREQ(error.rule, rule);
  EXPECT_NE(error.message[0], 0);
  EXPECT_EQ(with.output.values, std::vector<float>(6, 9));
}

TEST(nd_rules, shapes) {
  scatter_call c;
  c.indices.extents = {};
  expect_rule("ND1", STREW_STATUS_SHAPE, c);
  for (const int64_t batch : {int64_t{-1}, int64_t{2}, INT64_MIN, INT64_MAX}) {
    c = scatter_call();
    c.batch_dims = batch;
    expect_rule("ND2", STREW_STATUS_SHAPE, c);
  }
  c = scatter_call();
  c.indices = {{2, 3}, {0, 0, 0, 0, 0, 0}};
  expect_rule("ND3", STREW_STATUS_SHAPE, c);
  c.indices = {{2, 1, 2}, {0, 0, 0, 0}};
  c.batch_dims = 1;
  expect_rule("ND3", STREW_STATUS_SHAPE, c);
  c = scatter_call();
  c.indices = {{3, 1}, {0, 0, 0}};
  c.batch_dims = 1;
  expect_rule("ND4", STREW_STATUS_SHAPE, c);
  c = scatter_call();
  c.updates.extents = {3, 2};
  expect_rule("ND5", STREW_STATUS_SHAPE, c);
  c.updates.extents = {6};
  expect_rule("ND5", STREW_STATUS_SHAPE, c);
  c = scatter_call();
  c.output.extents = {3, 2};
  expect_rule("OU1", STREW_STATUS_SHAPE, c);
  c = scatter_call();
  c.data.extents = {-2, 3};
  expect_rule("EX2", STREW_STATUS_SHAPE, c);
}

TEST(nd_rules, types_and_options) {
  scatter_call c;
  c.updates.dtype = STREW_DTYPE_I32;
  expect_rule("TY2", STREW_STATUS_TYPE, c);
  for (const strew_dtype type : {STREW_DTYPE_F32, STREW_DTYPE_BOOL, STREW_DTYPE_F64}) {
    c = scatter_call();
    c.indices.dtype = type;
    expect_rule("TY3", STREW_STATUS_TYPE, c);
  }
  c = scatter_call();
  c.data.dtype = 1000;
  expect_rule("TY1", STREW_STATUS_TYPE, c);
  c = scatter_call();
  c.options.reduction = 99;
  expect_rule("AT1", STREW_STATUS_ATTRIBUTE, c);
  c = scatter_call();
  c.options.out_of_bounds = STREW_OOB_FILL;
  expect_rule("AT2", STREW_STATUS_ATTRIBUTE, c);
  c = scatter_call();
  const float value = 1;
  c.options.fill_value = &value;
  c.options.fill_bytes = 4;
  expect_rule("AT3", STREW_STATUS_ATTRIBUTE, c);
}

TEST(nd_rules, strides) {
  scatter_call c;
  for (const auto& strides : {shape{0, 4}, shape{8, 4}, shape{12, 0}, shape{12, 3}, shape{4, 4}}) {
    c.output.strides = strides;
    expect_rule("SZ3", STREW_STATUS_SIZE, c);
  }
  c = scatter_call();
  c.data.strides = {INT64_MAX, INT64_MAX};
  expect_rule("SZ2", STREW_STATUS_SIZE, c);
  c.data.strides = {INT64_MIN, 4};
  expect_rule("SZ2", STREW_STATUS_SIZE, c);
}

TEST(nd_rules, a_product_beyond_63_bits) {
  const shape extents = {int64_t{1} << 32, int64_t{1} << 31};
  const shape zero = {0, 0};
  float one = 1;
  const strew_tensor data = describe(&one, STREW_DTYPE_F32, extents, zero);
  const array<int64_t> indices{{1, 2}, {0, 0}};
  array<float> output{{1}, {9}};
  const strew_error error = gather_nd(data, indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_SIZE) << error.message;
  EXPECT_STREQ(error.rule, "SZ1");
}

// A call that succeeds writes the status of a record and nothing else; one that fails writes all of it.
TEST(nd_error, success_sets_the_status_of_a_record_and_nothing_else) {
  const array<float> data{{2}, {1, 2}};
  array<int32_t> indices{{1, 1}, {1}};
  array<float> output{{1}, {0}};
  const strew_tensor views[] = {data.view(), indices.view(), output.view()};
  const auto run = [&](strew_error& error) {
    return strew_gather_nd(&views[0], &views[1], &views[2], 0, nullptr, nullptr, &error);
  };
  strew_error before = STREW_ERROR_INIT;
  std::memset(before.message, 'x', sizeof before.message - 1);
  before.status = STREW_STATUS_INTERNAL;
  before.operand = STREW_OPERAND_UPDATES;
  before.position = before.tuple[31] = 77;
  before.tuple_negative[31] = 1;
  strew_error error = before;
  EXPECT_EQ(run(error), STREW_STATUS_OK);
  before.status = STREW_STATUS_OK;
  EXPECT_EQ(std::memcmp(&error, &before, sizeof error), 0);
  indices.values[0] = 2;
  strew_error fresh = STREW_ERROR_INIT;
  EXPECT_EQ(run(error), STREW_STATUS_INDEX);
  EXPECT_EQ(run(fresh), STREW_STATUS_INDEX);
  EXPECT_EQ(std::memcmp(&error, &fresh, sizeof error), 0);
}

// A fill number must suit the element type.
TEST(nd_rules, fill_values) {
  const array<uint8_t> data{{2}, {1, 2}};
  const array<int32_t> indices{{1, 1}, {5}};
  array<uint8_t> output{{1}, {9}};
  strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_FILL);
  const int64_t large = 256;
  options.fill_dtype = STREW_DTYPE_I64;
  options.fill_value = &large;
  strew_error error = gather_nd(data.view(), indices.view(), output.view(), 0, options);
  EXPECT_STREQ(error.rule, "AT4");
  EXPECT_STREQ(error.message, "AT4: call: the fill value 256 is not exactly a value of type u8");
  const double half = 0.5;
  options.fill_dtype = STREW_DTYPE_F64;
  options.fill_value = &half;
  error = gather_nd(data.view(), indices.view(), output.view(), 0, options);
  EXPECT_STREQ(error.message, "AT4: call: the fill value 0.5 is not exactly a value of type u8");
  EXPECT_EQ(output.values[0], 9);
  const double whole = 255;
  options.fill_value = &whole;
  error = gather_nd(data.view(), indices.view(), output.view(), 0, options);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values[0], 255);
}

}  // namespace
}  // namespace strew::support
