// The overlay: shapes and their descriptors, exceptions.
#include <gtest/gtest.h>

#include <array>

#include "strew/bnns.hpp"

// Without strew's namespace around it: the names are those of a user's program.
namespace {

using bnns::shape;
using sizes = std::array<std::size_t, 8>;

void expect_shape(const shape& made, uint32_t layout, std::size_t rank, const sizes& size, const sizes& stride) {
  EXPECT_EQ(static_cast<uint32_t>(made.layout()), layout);
  EXPECT_EQ(made.rank(), rank);
  EXPECT_EQ(made.size(), size);
  EXPECT_EQ(made.stride(), stride);
}

TEST(Overlay, Shapes) {
  expect_shape(shape::vector(5), 0x10000, 1, {5}, {});
  expect_shape(shape::vector(5, 2), 0x10000, 1, {5}, {2});
  expect_shape(shape::matrix_row_major(3, 2), 0x20000, 2, {3, 2}, {});
  expect_shape(shape::matrix_row_major(3, 2, {1, 8}), 0x20000, 2, {3, 2}, {1, 8});
  expect_shape(shape::matrix_column_major(2, 3, {1, 4}), 0x20001, 2, {2, 3}, {1, 4});
  expect_shape(shape::matrix_last_major(2, 3), 0x28000, 2, {2, 3}, {});
  expect_shape(shape::matrix_first_major(2, 3), 0x28001, 2, {2, 3}, {});
  expect_shape(shape::image_chw(4, 3, 2, {1, 4, 16}), 0x30000, 3, {4, 3, 2}, {1, 4, 16});
  expect_shape(shape::convolution_weights_oihw(3, 3, 2, 5), 0x40000, 4, {3, 3, 2, 5}, {});
  expect_shape(shape::tensor3d_last_major(1, 2, 3), 0x38000, 3, {1, 2, 3}, {});
  expect_shape(shape::tensor3d_first_major(1, 2, 3, {1, 4, 9}), 0x38001, 3, {1, 2, 3}, {1, 4, 9});
  expect_shape(shape::tensor4d_last_major(1, 2, 3, 4), 0x48000, 4, {1, 2, 3, 4}, {});
  expect_shape(shape::tensor4d_first_major(1, 2, 3, 4), 0x48001, 4, {1, 2, 3, 4}, {});
  expect_shape(shape::tensor5d_last_major(1, 2, 3, 4, 5), 0x58000, 5, {1, 2, 3, 4, 5}, {});
  expect_shape(shape::tensor5d_first_major(1, 2, 3, 4, 5), 0x58001, 5, {1, 2, 3, 4, 5}, {});
  expect_shape(shape::tensor6d_last_major(1, 2, 3, 4, 5, 6), 0x68000, 6, {1, 2, 3, 4, 5, 6}, {});
  expect_shape(shape::tensor6d_first_major(1, 2, 3, 4, 5, 6), 0x68001, 6, {1, 2, 3, 4, 5, 6}, {});
  expect_shape(shape::tensor7d_last_major(1, 2, 3, 4, 5, 6, 7), 0x78000, 7, {1, 2, 3, 4, 5, 6, 7}, {});
  expect_shape(shape::tensor7d_first_major(1, 2, 3, 4, 5, 6, 7), 0x78001, 7, {1, 2, 3, 4, 5, 6, 7}, {});
  expect_shape(shape::tensor8d_last_major(1, 2, 3, 4, 5, 6, 7, 8), 0x88000, 8, {1, 2, 3, 4, 5, 6, 7, 8}, {});
  expect_shape(shape::tensor8d_first_major(1, 2, 3, 4, 5, 6, 7, 8, {9}), 0x88001, 8, {1, 2, 3, 4, 5, 6, 7, 8}, {9});
  expect_shape(shape::tensor_first_major<1>({7}), 0x18001, 1, {7}, {});
  expect_shape(shape::tensor_last_major<2>({7, 8}, {1, 9}), 0x28000, 2, {7, 8}, {1, 9});
}

template <class T>
void expect_type(uint32_t type) {
  T values[2] = {};
  const BNNSNDArrayDescriptor made = shape::vector(2).descriptor(&values[0]);
  EXPECT_EQ(static_cast<uint32_t>(made.data_type), type);
  EXPECT_EQ(made.data, &values[0]);
  EXPECT_EQ(made.size[0], 2U);
  EXPECT_EQ(made.table_data, nullptr);
  EXPECT_EQ(made.data_scale, 0.0F);
}

TEST(Overlay, DataTypes) {
  expect_type<bool>(0x100008);
  expect_type<int8_t>(0x20008);
  expect_type<int16_t>(0x20010);
  expect_type<int32_t>(0x20020);
  expect_type<int64_t>(0x20040);
  expect_type<uint8_t>(0x40008);
  expect_type<uint16_t>(0x40010);
  expect_type<uint32_t>(0x40020);
  expect_type<uint64_t>(0x40040);
  expect_type<float>(0x10020);
  expect_type<strew::f16>(0x10010);
  expect_type<strew::bf16>(0x18010);
  static_assert(bnns::detail::bnns_element<const float>);
  static_assert(!bnns::detail::bnns_element<double>);
  static_assert(!bnns::detail::bnns_element<char>);
  static_assert(bnns::detail::bnns_range<std::vector<float>&>);
  static_assert(!bnns::detail::bnns_range<std::vector<float>>, "the elements would be gone");
  static_assert(bnns::detail::bnns_range<std::span<const int>>);
}

// A range is asked whether it has what the shape needs, to the last element and no further.
TEST(Overlay, RangesAreLongEnough) {
  const auto expect_least = [](const shape& of, std::size_t least) {
    const std::vector<float> enough(least), short_of_one(least - 1);
    EXPECT_EQ(of.descriptor(enough).data, enough.data());
    EXPECT_THROW(of.descriptor(short_of_one), strew::error);
  };
  expect_least(shape::vector(5), 5);
  expect_least(shape::vector(5, 3), 13);
  expect_least(shape::matrix_row_major(3, 2), 6);
  expect_least(shape::matrix_row_major(3, 2, {1, 8}), 11);
  expect_least(shape::matrix_first_major(3, 2, {2, 0}), 2 + 2 * 4 + 1);
  expect_least(shape::matrix_last_major(3, 2, {2, 0}), 4 + 6 + 1);
  expect_least(shape::matrix_column_major(3, 2, {2, 0}), 4 + 6 + 1);
  expect_least(shape::image_chw(4, 3, 2), 24);
  expect_least(shape::tensor4d_first_major(2, 3, 4, 5), 120);
  const std::vector<float> few(8);
  EXPECT_THROW(shape::vector(SIZE_MAX).descriptor(few), strew::error);
  EXPECT_THROW(shape::vector(3, SIZE_MAX).descriptor(few), strew::error);
  EXPECT_THROW(shape::matrix_row_major(std::size_t{1} << 32, std::size_t{1} << 32).descriptor(few), strew::error);
  EXPECT_THROW(shape::tensor3d_first_major(2, 1, SIZE_MAX / 2 + 1).descriptor(few), strew::error);
  EXPECT_EQ(shape::matrix_row_major(0, 7).descriptor(few).size[0], 0U);
}

TEST(Overlay, AnIndexErrorIsThrown) {
  const std::vector<float> input = {1, 2, 3};
  const std::vector<int32_t> indices = {0, -1};
  std::vector<float> output = {7, 7};
  try {
    bnns::gather(shape::vector(3).descriptor(input), shape::vector(2).descriptor(indices),
                 shape::vector(2).descriptor(output), 0);
    FAIL();
  } catch (const strew::index_error& error) {
    EXPECT_EQ(error.record().rule(), "IX1");
    EXPECT_EQ(error.record().position(), 1U);
    EXPECT_EQ(error.record().tuple(0).text(), "-1");
  }
  EXPECT_EQ(output, (std::vector<float>{7, 7}));
  strew_options options = STREW_OPTIONS_INIT;  // negatives from the end
  bnns::gather(shape::vector(3).descriptor(input), shape::vector(2).descriptor(indices),
               shape::vector(2).descriptor(output), 0, nullptr, &options);
  EXPECT_EQ(output, (std::vector<float>{1, 3}));
}

template <class Call>
void expect_rule(std::string_view rule, strew::status code, const Call& call) {
  try {
    call();
    FAIL() << rule;
  } catch (const strew::error& error) {
    EXPECT_EQ(error.record().rule(), rule);
    EXPECT_EQ(error.code(), code);
    EXPECT_NE(std::string_view(error.what()), "");
  }
}

TEST(Overlay, OtherErrorsAreThrown) {
  std::vector<float> input = {1, 2, 3}, output = {7, 7, 7};
  const std::vector<int32_t> indices = {0, 1, 2};
  const auto in = shape::vector(3).descriptor(input), out = shape::vector(3).descriptor(output);
  const auto at = shape::vector(3).descriptor(indices), pairs = shape::matrix_first_major(1, 2).descriptor(indices);
  const BNNSFilterParameters parameters = {4, 0, nullptr, nullptr};
  expect_rule("BN9", strew::status::shape, [&] { bnns::gather(in, at, out, 1); });
  expect_rule("ND3", strew::status::shape, [&] { bnns::gather_nd(in, pairs, out); });
  expect_rule("BN7", strew::status::type, [&] { bnns::scatter(in, at, out, 0, bnns::reduction::any); });
  expect_rule("BN6", strew::status::attribute, [&] { bnns::scatter(in, at, out, 0, BNNSReduceFunctionMean); });
  expect_rule("BN11", strew::status::attribute,
              [&] { bnns::scatter_nd(in, pairs, out, bnns::reduction::sum, &parameters); });
  EXPECT_EQ(output, (std::vector<float>{7, 7, 7}));
}

TEST(Overlay, ReductionsUnderBothNames) {
  const std::vector<float> input = {5, 1};
  const std::vector<int32_t> indices = {0, 1};
  const auto result = [&](bnns::reduce_function with) {
    std::vector<float> output = {3, 3};
    bnns::scatter(shape::vector(2).descriptor(input), shape::vector(2).descriptor(indices),
                  shape::vector(2).descriptor(output), 0, with);
    return output;
  };
  EXPECT_EQ(result(bnns::reduction::max), (std::vector<float>{5, 3}));
  EXPECT_EQ(result(BNNSReduceFunctionMax), (std::vector<float>{5, 3}));
  EXPECT_EQ(result(bnns::reduction::min), (std::vector<float>{3, 1}));
  EXPECT_EQ(result(BNNSReduceFunctionMin), (std::vector<float>{3, 1}));
  EXPECT_EQ(result(bnns::reduction::sum), (std::vector<float>{8, 4}));
  EXPECT_EQ(result(BNNSReduceFunctionSum), (std::vector<float>{8, 4}));
  EXPECT_EQ(result(bnns::reduction::product), (std::vector<float>{15, 3}));
  EXPECT_EQ(result(BNNSReduceFunctionProduct), (std::vector<float>{15, 3}));
  EXPECT_EQ(result(bnns::reduction::none), (std::vector<float>{5, 1}));
  EXPECT_EQ(result(BNNSReduceFunctionNone), (std::vector<float>{5, 1}));
  static_assert(bnns::reduce_function(bnns::reduction::logical_or).value() == 10);
  static_assert(bnns::reduce_function(bnns::reduction::any).value() == 10);
  static_assert(bnns::reduce_function(bnns::reduction::logical_and).value() == 11);
  static_assert(bnns::reduce_function(bnns::reduction::all).value() == 11);
}

}  // namespace
