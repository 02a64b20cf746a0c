// What the C++ API says when a call is refused.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "strew/strew.hpp"

namespace {

const std::vector<float> six_floats{1, 2, 3, 4, 5, 6};
const std::vector<std::int64_t> bad{0, 1, 1, -4, 0, 0, 2, 9};  // tuples of a 2 by 2 index shape

TEST(cpp_api_error, an_index_error_carries_every_value) {
  std::vector<float> output(4, -1.0F);
  try {
    strew::gather_nd({six_floats, {2, 3}}, {bad, {2, 2, 2}}, {output, {2, 2}});
    FAIL() << "an index of -4 into 3 was accepted";
  } catch (const strew::index_error& caught) {
    const strew::error_record& record = caught.record();
    EXPECT_EQ(caught.code(), strew::status::index);
    EXPECT_EQ(record.operand(), strew::operand::indices);
    EXPECT_EQ(record.position(), 1U);
    EXPECT_EQ(record.count(), 2U);
    EXPECT_EQ(record.component(), 1U);
    EXPECT_EQ(record.extent(), 3);
    EXPECT_EQ(record.allowed_low(), -3);
    EXPECT_EQ(record.allowed_high(), 2);
    ASSERT_EQ(record.coordinates().size(), 2U);
    EXPECT_EQ(record.coordinates()[0], 0);
    EXPECT_EQ(record.coordinates()[1], 1);
    ASSERT_EQ(record.tuple_size(), 2U);
    EXPECT_EQ(record.tuple(0).text(), "1");
    EXPECT_EQ(record.tuple(1).text(), "-4");
    EXPECT_FALSE(record.rule().empty());
    EXPECT_NE(std::string(caught.what()).find("-4"), std::string::npos) << caught.what();
  }
  EXPECT_EQ(output, std::vector<float>(4, -1.0F));
}

TEST(cpp_api_error, an_unsigned_index_is_read_unsigned) {
  std::vector<float> cells(3, 0.0F);
  const std::uint64_t huge = UINT64_MAX;
  const auto outcome = strew::try_scatter_nd(cells, {&huge, {1, 1}}, {six_floats.data(), {1}});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().tuple(0).text(), "18446744073709551615");
  EXPECT_FALSE(outcome.error().tuple(0).is_negative);
}

TEST(cpp_api_error, a_shape_error_names_rule_and_operand) {
  std::vector<float> output(5);
  const std::vector<std::int32_t> at{0, 1};
  const auto outcome = strew::try_gather_nd({six_floats, {2, 3}}, {at, {2, 1}}, output);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.code(), strew::status::shape);
  EXPECT_EQ(outcome.error().rule(), "ND5");
  EXPECT_EQ(outcome.error().operand(), strew::operand::output);
  EXPECT_FALSE(outcome.error().message().empty());
  try {
    outcome.value();
    FAIL() << "a failed result gave a value";
  } catch (const strew::index_error&) {
    FAIL() << "a shape error came as an index error";
  } catch (const strew::error& caught) {
    EXPECT_EQ(caught.record().rule(), "ND5");
  }
}

TEST(cpp_api_error, float_indices_are_a_type_error) {
  std::vector<float> output(6);
  EXPECT_EQ(strew::try_gather_nd(six_floats, {six_floats, {6, 1}}, output).code(), strew::status::type);
}

TEST(cpp_api_error, a_plan_that_cannot_be_made_is_a_value_too) {
  std::vector<float> output(5);
  const std::vector<std::int32_t> at{0, 1};
  const auto made = strew::try_plan_gather_nd({six_floats, {2, 3}}, {at, {2, 1}}, output);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().rule(), "ND5");
}

TEST(cpp_api_error, overlap_is_refused) {
  std::vector<float> cells{1, 2, 3};
  const std::array<std::int8_t, 3> at{2, 2, 0};
  EXPECT_EQ(strew::try_gather_nd(cells, {at, {3, 1}}, cells).code(), strew::status::overlap);
}

TEST(cpp_api_error, views_refuse_what_they_cannot_say) {
  std::vector<float> cells(6);
  const strew::const_view matrix(cells, {2, 3});
  const auto code_of = [](const auto& make) {
    try {
      make();
    } catch (const strew::error& caught) {
      return caught.code();
    }
    return strew::status::ok;
  };
  EXPECT_EQ(code_of([&] { (void)strew::view(cells, {2, 4}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)strew::view(cells, {2, -3}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)strew::view(cells, {INT64_MAX, INT64_MAX}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)strew::view(cells.data(), {2, 3}, {4}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)matrix.permute({0}); }), strew::status::attribute);
  EXPECT_EQ(code_of([&] { (void)matrix.permute({0, 0}); }), strew::status::attribute);
  EXPECT_EQ(code_of([&] { (void)matrix.permute({0, 2}); }), strew::status::attribute);
  EXPECT_EQ(code_of([&] { (void)matrix.broadcast({3, 3}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)matrix.broadcast({3}); }), strew::status::shape);
  EXPECT_EQ(code_of([&] { (void)matrix.broadcast({5, 2, 3}); }), strew::status::ok);
  EXPECT_EQ(code_of([&] { (void)strew::const_view(cells.data(), {2, INT64_MAX, 2}).strides(); }), strew::status::size);
}

}  // namespace
