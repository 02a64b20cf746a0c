// Where each layout has its elements, by the address formulas of Apple's pages.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <string>

#include "bnns/extents.hpp"

namespace strew::testing {
namespace {

using formula = std::function<std::size_t(const sizes& at, const sizes& size, const sizes& s)>;

struct row {
  const char* name;
  BNNSDataLayout layout;
  sizes size;
  sizes extents;  // logical
  sizes packed;   // what strides of 0 mean
  sizes padded;
  formula place;  // of the logical coordinates `at`
};

std::vector<row> vectors_and_matrices() {
  return {
      {"Vector", BNNSDataLayoutVector, {5}, {5}, {1}, {3}, [](auto& at, auto&, auto& s) { return at[0] * s[0]; }},
      {"1DLastMajor",
       BNNSDataLayout1DLastMajor,
       {4},
       {4},
       {1},
       {2},
       [](auto& at, auto&, auto& s) { return at[0] * s[0]; }},
      {"1DFirstMajor",
       BNNSDataLayout1DFirstMajor,
       {4},
       {4},
       {1},
       {2},
       [](auto& at, auto&, auto& s) { return at[0] * s[0]; }},
      // size[0] are the columns; (row, column)
      {"RowMajorMatrix",
       BNNSDataLayoutRowMajorMatrix,
       {3, 2},
       {2, 3},
       {1, 3},
       {2, 7},
       [](auto& at, auto&, auto& s) { return at[1] * s[0] + at[0] * s[1]; }},
      // size[0] are the rows
      {"ColumnMajorMatrix",
       BNNSDataLayoutColumnMajorMatrix,
       {2, 3},
       {2, 3},
       {1, 2},
       {2, 5},
       [](auto& at, auto&, auto& s) { return at[0] * s[0] + at[1] * s[1]; }},
  };
}

std::vector<row> named_tensors() {
  return {
      // x of W, y of H, c of C; (c, y, x)
      {"ImageCHW",
       BNNSDataLayoutImageCHW,
       {4, 3, 2},
       {2, 3, 4},
       {1, 4, 12},
       {2, 9, 31},
       [](auto& at, auto&, auto& s) { return at[2] * s[0] + at[1] * s[1] + at[0] * s[2]; }},
      // embedding, batch, sequence; (s, n, e)
      {"SNE",
       BNNSDataLayoutSNE,
       {4, 3, 2},
       {2, 3, 4},
       {1, 4, 12},
       {1, 5, 20},
       [](auto& at, auto&, auto& s) { return at[2] * s[0] + at[1] * s[1] + at[0] * s[2]; }},
      // embedding, sequence, batch; (n, s, e)
      {"NSE",
       BNNSDataLayoutNSE,
       {2, 5, 3},
       {3, 5, 2},
       {1, 2, 10},
       {3, 6, 40},
       [](auto& at, auto&, auto& s) { return at[2] * s[0] + at[1] * s[1] + at[0] * s[2]; }},
      // W, H, I, O; (o, i, y, x)
      {"OIHW",
       BNNSDataLayoutConvolutionWeightsOIHW,
       {4, 3, 2, 5},
       {5, 2, 3, 4},
       {1, 4, 12, 24},
       {2, 10, 33, 70},
       [](auto& at, auto&, auto& s) { return at[3] * s[0] + at[2] * s[1] + at[1] * s[2] + at[0] * s[3]; }},
      {"OIHrWr",
       BNNSDataLayoutConvolutionWeightsOIHrWr,
       {4, 3, 2, 5},
       {5, 2, 3, 4},
       {1, 4, 12, 24},
       {2, 10, 33, 70},
       [](auto& at, auto& size, auto& s) {
         return (size[0] - 1 - at[3]) * s[0] + (size[1] - 1 - at[2]) * s[1] + at[1] * s[2] + at[0] * s[3];
       }},
      // W, H, O, I; (i, o, y, x)
      {"IOHrWr",
       BNNSDataLayoutConvolutionWeightsIOHrWr,
       {2, 3, 4, 2},
       {2, 4, 3, 2},
       {1, 2, 6, 24},
       {2, 5, 15, 64},
       [](auto& at, auto& size, auto& s) {
         return (size[0] - 1 - at[3]) * s[0] + (size[1] - 1 - at[2]) * s[1] + at[1] * s[2] + at[0] * s[3];
       }},
  };
}

constexpr BNNSDataLayout last_major[] = {
    BNNSDataLayout2DLastMajor, BNNSDataLayout3DLastMajor, BNNSDataLayout4DLastMajor, BNNSDataLayout5DLastMajor,
    BNNSDataLayout6DLastMajor, BNNSDataLayout7DLastMajor, BNNSDataLayout8DLastMajor};

// Element (i, j, k, ...) lies at i*s0 + j*s1 + ...; first major: at ... + i*s[n-1].
std::vector<row> counted_layouts() {
  const sizes all = {3, 2, 4, 1, 2, 3, 2, 2};
  std::vector<row> made;
  for (std::size_t n = 2; n <= 8; ++n) {
    const sizes size(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    row last{"last major", last_major[n - 2], size, size, sizes(n, 1), sizes(n, 2), nullptr};
    for (std::size_t t = 1; t < n; ++t) {
      last.packed[t] = last.packed[t - 1] * size[t - 1];
      last.padded[t] = last.padded[t - 1] * size[t - 1] + t % 3;
    }
    last.place = [n](auto& at, auto&, auto& s) {
      std::size_t sum = 0;
      for (std::size_t d = 0; d < n; ++d) sum += at[d] * s[d];
      return sum;
    };
    made.push_back(last);
    row first{"first major", first_major[n - 1], size, size, sizes(n, 1), sizes(n, 3), nullptr};
    for (std::size_t t = 1; t < n; ++t) {
      first.packed[t] = first.packed[t - 1] * size[n - t];
      first.padded[t] = first.padded[t - 1] * size[n - t] + t % 2;
    }
    first.place = [n](auto& at, auto&, auto& s) {
      std::size_t sum = 0;
      for (std::size_t d = 0; d < n; ++d) sum += at[d] * s[n - 1 - d];
      return sum;
    };
    made.push_back(first);
  }
  return made;
}

std::vector<row> all_layouts() {
  std::vector<row> all = vectors_and_matrices();
  for (const row& one : named_tensors()) all.push_back(one);
  for (const row& one : counted_layouts()) all.push_back(one);
  return all;
}

std::size_t memory_of(const row& one, const sizes& strides) {
  std::size_t most = 0;
  for (std::size_t n = 0; n < product(one.extents); ++n)
    most = std::max(most, one.place(coordinates(n, one.extents), one.size, strides));
  return most + 1;
}

std::vector<int32_t> backwards(std::size_t count) {
  std::vector<int32_t> values(count);
  std::iota(values.rbegin(), values.rend(), 0);
  return values;
}

// Both ways along `axis`, in reverse order, so that a dimension taken for another cannot go unseen.
void expect_places(const row& one, const sizes& given, const sizes& meant, std::size_t axis) {
  const std::string where = std::string(one.name) + ", axis " + std::to_string(axis);
  const std::size_t rank = one.extents.size();
  array<int32_t> there{one.layout, one.size, std::vector<int32_t>(memory_of(one, meant)), type_of<int32_t>(), given};
  std::iota(there.values.begin(), there.values.end(), 1000);
  array<int32_t> here{first_major[rank - 1], one.extents, std::vector<int32_t>(product(one.extents), -1)};
  const auto indices = vector(backwards(one.extents[axis]));
  const auto source = there.view(), at = indices.view();
  auto target = here.view();
  ASSERT_EQ(BNNSGather(axis, &source, &at, &target, nullptr), 0) << where << ": " << last_error().message;
  std::vector<int32_t> expected(there.values.size(), -7);
  for (std::size_t n = 0; n < here.values.size(); ++n) {
    sizes from = coordinates(n, one.extents);
    from[axis] = one.extents[axis] - 1 - from[axis];
    const std::size_t place = one.place(from, one.size, meant);
    EXPECT_EQ(here.values[n], there.values[place]) << where << ", element " << n;
    expected[place] = here.values[n];
  }
  there.values.assign(there.values.size(), -7);
  const auto updates = here.view();
  auto output = there.view();
  ASSERT_EQ(BNNSScatter(axis, BNNSReduceFunctionNone, &updates, &at, &output, nullptr), 0) << last_error().message;
  EXPECT_EQ(there.values, expected) << where;
}

TEST(Layouts, Ranks) {
  for (const row& one : all_layouts()) EXPECT_EQ(BNNSDataLayoutGetRank(one.layout), one.extents.size()) << one.name;
  EXPECT_EQ(BNNSDataLayoutGetRank(BNNSDataLayoutFullyConnectedSparse), 2u);
  EXPECT_EQ(BNNSDataLayoutGetRank(BNNSDataLayoutMHA_DHK), 3u);
  EXPECT_EQ(BNNSDataLayoutGetRank(BNNSDataLayoutConvolutionWeightsOIHW_Pack32), 4u);
  for (const uint32_t unknown : {0u, 0x10001u, 0x30004u, 0x90000u, 0x98000u, UINT32_MAX})
    EXPECT_EQ(BNNSDataLayoutGetRank(static_cast<BNNSDataLayout>(unknown)), SIZE_MAX) << unknown;
}

TEST(Layouts, PackedStrides) {
  for (const row& one : all_layouts()) {
    for (std::size_t axis = 0; axis < one.extents.size(); ++axis) {
      expect_places(one, {}, one.packed, axis);
      expect_places(one, one.packed, one.packed, axis);
    }
  }
}

TEST(Layouts, PaddedStrides) {
  for (const row& one : all_layouts()) {
    for (std::size_t axis = 0; axis < one.extents.size(); ++axis) expect_places(one, one.padded, one.padded, axis);
  }
}

// A stride of 0 in between is packed on top of the stride before it.
TEST(Layouts, SomeStridesGiven) {
  for (const row& one : all_layouts()) {
    if (one.extents.size() < 2) continue;
    sizes given = one.padded;
    given[1] = 0;
    sizes meant = given;
    const bool is_reversed = std::string(one.name) == "first major";
    meant[1] = meant[0] * one.size[is_reversed ? one.size.size() - 1 : 0];
    expect_places(one, given, meant, 1);
  }
}

// Overlapping strides of what is only read are fine: two rows of three share two elements.
TEST(Layouts, InputsMayOverlap) {
  const array<float> input{BNNSDataLayoutRowMajorMatrix, {3, 2}, {1, 2, 3, 4}, type_of<float>(), {1, 1}};
  const auto indices = vector<int32_t>({1, 0});
  const array<float> output = matrix<float>(2, 3, std::vector<float>(6));
  const auto in = input.view(), at = indices.view();
  auto out = output.view();
  EXPECT_EQ(BNNSGather(0, &in, &at, &out, nullptr), 0) << last_error().message;
  EXPECT_EQ(output.values, (std::vector<float>{2, 3, 4, 1, 2, 3}));
}

}  // namespace
}  // namespace strew::testing
