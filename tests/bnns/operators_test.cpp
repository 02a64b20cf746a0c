// Index forms, index types, element types, ranks 1 to 8.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bnns/extents.hpp"

namespace strew::testing {
namespace {

array<int32_t> counting(const sizes& extents, int32_t first) {
  array<int32_t> made{first_major[extents.size() - 1], extents, std::vector<int32_t>(product(extents))};
  std::iota(made.values.begin(), made.values.end(), first);
  return made;
}

// Row-major number of `at` in `extents`, as many as `at` has.
std::size_t number_of(const sizes& at, const sizes& extents) {
  std::size_t number = 0;
  for (std::size_t d = 0; d < at.size(); ++d) number = number * extents[d] + at[d];
  return number;
}

const sizes all_extents = {2, 3, 2, 1, 3, 2, 2, 3};
sizes extents_of(std::size_t rank) {
  return {all_extents.begin(), all_extents.begin() + static_cast<std::ptrdiff_t>(rank)};
}

// An index for each element, in every rank and along every axis; the scatter is the gather backwards.
TEST(Forms, SameShape) {
  for (std::size_t rank = 1; rank <= 8; ++rank) {
    const sizes extents = extents_of(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const auto table = counting(extents, 100);
      auto indices = counting(extents, 0);
      auto expected = table.values;
      for (std::size_t n = 0; n < table.values.size(); ++n) {
        sizes at = coordinates(n, extents);
        at[axis] = (at[axis] + 1 + at[0]) % extents[axis];
        indices.values[n] = static_cast<int32_t>(at[axis]);
        expected[n] = table.values[number_of(at, extents)];
      }
      const auto found = counting(extents, -1000);
      const auto in = table.view(), at = indices.view();
      auto out = found.view();
      ASSERT_EQ(BNNSGather(axis, &in, &at, &out, nullptr), 0) << last_error().message;
      EXPECT_EQ(found.values, expected) << "rank " << rank << ", axis " << axis;
    }
  }
}

// Tuples of every length in every rank; what they leave open is a slice.
TEST(Forms, Tuples) {
  for (std::size_t rank = 1; rank <= 8; ++rank) {
    for (std::size_t k = 1; k <= rank; ++k) {
      const sizes extents = extents_of(rank);
      const sizes heads(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(k));
      const sizes tail(extents.begin() + static_cast<std::ptrdiff_t>(k), extents.end());
      const std::size_t slice = product(tail);
      const auto table = counting(extents, 0);
      array<int32_t> indices{BNNSDataLayout2DFirstMajor, {3, k}, {}};
      sizes found_extents = {3};
      found_extents.insert(found_extents.end(), tail.begin(), tail.end());
      std::vector<int32_t> gathered, scattered(table.values.size(), 0);
      for (const std::size_t n : {product(heads) - 1, std::size_t{0}, product(heads) / 2}) {
        for (const std::size_t one : coordinates(n, heads)) indices.values.push_back(static_cast<int32_t>(one));
        for (std::size_t s = 0; s < slice; ++s) gathered.push_back(table.values[n * slice + s]);
        for (std::size_t s = 0; s < slice; ++s) scattered[n * slice + s] += table.values[n * slice + s];
      }
      const auto found = counting(found_extents, -1000);
      const auto in = table.view(), at = indices.view();
      auto out = found.view();
      ASSERT_EQ(BNNSGatherND(&in, &at, &out, nullptr), 0) << last_error().message;
      EXPECT_EQ(found.values, gathered) << "rank " << rank << ", tuples of " << k;
      auto back = counting(extents, 0);
      back.values.assign(back.values.size(), 0);
      auto target = back.view();
      ASSERT_EQ(BNNSScatterND(BNNSReduceFunctionSum, &out, &at, &target, nullptr), 0) << last_error().message;
      EXPECT_EQ(back.values, scattered) << "rank " << rank << ", tuples of " << k;
    }
  }
}

// The list of indices and the output of its length, along each axis of a cube.
TEST(Forms, AListOfIndices) {
  const sizes extents = {2, 3, 4};
  const auto table = counting(extents, 0);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto indices = vector<int32_t>({1, 0, 1, 1, 0});
    sizes found_extents = extents;
    found_extents[axis] = 5;
    const auto found = counting(found_extents, -1000);
    auto expected = found.values;
    for (std::size_t n = 0; n < expected.size(); ++n) {
      sizes from = coordinates(n, found_extents);
      from[axis] = static_cast<std::size_t>(indices.values[from[axis]]);
      expected[n] = table.values[number_of(from, extents)];
    }
    const auto in = table.view(), at = indices.view();
    auto out = found.view();
    ASSERT_EQ(BNNSGather(axis, &in, &at, &out, nullptr), 0) << last_error().message;
    EXPECT_EQ(found.values, expected) << "axis " << axis;
  }
}

// Where the table has one dimension the two forms are one.
TEST(Forms, OneDimension) {
  const auto table = vector<float>({10, 20, 30});
  const auto indices = vector<int32_t>({2, 2, 0, 1, 2});
  const auto found = vector<float>(std::vector<float>(5));
  const auto in = table.view(), at = indices.view();
  auto out = found.view();
  ASSERT_EQ(BNNSGather(0, &in, &at, &out, nullptr), 0) << last_error().message;
  EXPECT_EQ(found.values, (std::vector<float>{30, 30, 10, 20, 30}));
}

template <class Index>
void expect_index_type() {
  const auto table = vector<float>({10, 20, 30});
  const auto indices = vector<Index>({2, 0});
  const auto found = vector<float>({0, 0});
  const auto in = table.view(), at = indices.view();
  auto out = found.view();
  ASSERT_EQ(BNNSGather(0, &in, &at, &out, nullptr), 0) << last_error().message;
  EXPECT_EQ(found.values, (std::vector<float>{30, 10}));
}

TEST(Forms, IndexTypes) {
  expect_index_type<int8_t>();
  expect_index_type<int16_t>();
  expect_index_type<int32_t>();
  expect_index_type<int64_t>();
  expect_index_type<uint8_t>();
  expect_index_type<uint16_t>();
  expect_index_type<uint32_t>();
  expect_index_type<uint64_t>();
}

template <class Bits>
void expect_moves(BNNSDataType type) {
  const array<Bits> table{BNNSDataLayoutVector, {3}, {Bits(0x11), Bits(~Bits(0)), Bits(0x7F)}, type};
  const auto indices = vector<int32_t>({1, 0});
  const array<Bits> found{BNNSDataLayoutVector, {2}, {0, 0}, type};
  const auto in = table.view(), at = indices.view();
  auto out = found.view();
  ASSERT_EQ(BNNSGather(0, &in, &at, &out, nullptr), 0) << last_error().message;
  EXPECT_EQ(found.values, (std::vector<Bits>{Bits(~Bits(0)), Bits(0x11)})) << std::hex << type;
}

// Bits are moved as they are, NaNs and odd Booleans included.
TEST(Forms, ElementTypes) {
  expect_moves<uint16_t>(BNNSDataTypeFloat16);
  expect_moves<uint16_t>(BNNSDataTypeBFloat16);
  expect_moves<uint32_t>(BNNSDataTypeFloat32);
  expect_moves<uint8_t>(BNNSDataTypeInt8);
  expect_moves<uint16_t>(BNNSDataTypeInt16);
  expect_moves<uint32_t>(BNNSDataTypeInt32);
  expect_moves<uint64_t>(BNNSDataTypeInt64);
  expect_moves<uint8_t>(BNNSDataTypeUInt8);
  expect_moves<uint16_t>(BNNSDataTypeUInt16);
  expect_moves<uint32_t>(BNNSDataTypeUInt32);
  expect_moves<uint64_t>(BNNSDataTypeUInt64);
  expect_moves<uint8_t>(BNNSDataTypeIndexed8);
  expect_moves<uint8_t>(BNNSDataTypeBoolean);
}

}  // namespace
}  // namespace strew::testing
