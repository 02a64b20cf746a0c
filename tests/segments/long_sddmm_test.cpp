// Sampled products of more positions than a solver lists at once, beside the serial loop.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;

struct many_pairs {
  std::int64_t batch, positions, length;
  bool by_offsets, skips, has_gaps;

  static constexpr std::int64_t rows = 50;
  static constexpr std::int64_t segments = 40;
};

struct drawn_pairs {
  explicit drawn_pairs(const many_pairs& asked, std::mt19937& draw) : of(asked) {
    for (std::int64_t i = 0; i < of.batch * of.rows * of.length; ++i) data.values.push_back(number(draw));
    for (std::int64_t i = 0; i < of.batch * of.segments * of.length; ++i) right.values.push_back(number(draw));
    const std::int64_t most = of.rows + (of.skips ? 5 : 0);
    for (std::int64_t i = 0; i < of.batch * of.positions; ++i)
      indices.values.push_back(static_cast<std::int64_t>(draw()) % most);
    for (std::int64_t b = 0; b < of.batch; ++b) draw_segments(draw);
    output.values.assign(static_cast<std::size_t>(of.batch * of.positions * step()), 77);
  }

  // Offsets that leave out positions at both ends, or ids in any order.
  void draw_segments(std::mt19937& draw) {
    const std::int64_t count = of.by_offsets ? of.segments + 1 : of.positions;
    const std::int64_t most = of.by_offsets ? of.positions - 1 : of.segments;
    std::vector<std::int64_t> made;
    for (std::int64_t i = 0; i < count; ++i) made.push_back(static_cast<std::int64_t>(draw()) % most);
    if (of.by_offsets) std::sort(made.begin(), made.end());
    places.values.insert(places.values.end(), made.begin(), made.end());
  }
  static float number(std::mt19937& draw) { return static_cast<float>(draw() % 2001) / 7 - 140; }

  // That of position p of an entry, or none: -1.
  [[nodiscard]] std::int64_t segment_of(std::int64_t b, std::int64_t p) const {
    if (!of.by_offsets) return places.values[static_cast<std::size_t>(b * of.positions + p)];
    const auto begin = places.values.begin() + b * (of.segments + 1), end = begin + of.segments + 1;
    const std::int64_t begun = std::upper_bound(begin, end, p) - begin;
    return begun > of.segments ? -1 : begun - 1;
  }
  [[nodiscard]] float expected(std::int64_t b, std::int64_t p) const {
    const std::int64_t row = indices.values[static_cast<std::size_t>(b * of.positions + p)];
    const std::int64_t segment = segment_of(b, p);
    if (row >= of.rows || segment < 0) return 0;
    const float* left = data.values.data() + (b * of.rows + row) * of.length;
    const float* other = right.values.data() + (b * of.segments + segment) * of.length;
    float sum = left[0] * other[0];
    for (std::int64_t k = 1; k < of.length; ++k) {
      const float product = left[k] * other[k];
      sum += product;
    }
    return sum;
  }
  [[nodiscard]] std::int64_t step() const { return of.has_gaps ? 2 : 1; }

  many_pairs of;
  array<float> data{{of.batch, of.rows, of.length}, {}};
  array<float> right{{of.batch, of.segments, of.length}, {}};
  array<std::int64_t> indices{{of.batch, of.positions}, {}};
  array<std::int64_t> places{{of.batch, of.by_offsets ? of.segments + 1 : of.positions}, {}};
  array<float> output{{of.batch, of.positions, step()}, {}};
};

void check(const many_pairs& of, std::mt19937& draw) {
  drawn_pairs one(of, draw);
  const strew_tensor d = one.data.view(), r = one.right.view(), i = one.indices.view(), s = one.places.view();
  strew_tensor o = one.output.view();
  o.rank = 2;
  const std::int64_t strides[] = {of.positions * one.step() * 4, one.step() * 4};  // bytes
  o.strides = strides;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.right = &r, all.indices = &i, all.segments = &s, all.output = &o;
  strew_segmentation by = STREW_SEGMENTATION_INIT;
  by.form = of.by_offsets ? STREW_SEGMENTS_OFFSETS : STREW_SEGMENTS_IDS;
  strew_options options = STREW_OPTIONS_INIT;
  if (of.skips) options.out_of_bounds = STREW_OOB_SKIP;
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = 1 + draw() % 3;
  strew_error error = STREW_ERROR_INIT;
  ASSERT_EQ(strew_sddmm(&all, &by, 1, &options, &execution, &error), STREW_STATUS_OK) << error.message;
  for (std::int64_t b = 0; b < of.batch; ++b) {
    for (std::int64_t p = 0; p < of.positions; ++p) {
      const auto at = static_cast<std::size_t>((b * of.positions + p) * one.step());
      ASSERT_EQ(one.output.values[at], one.expected(b, p)) << b << ", " << p << " of " << of.positions;
      ASSERT_EQ(one.output.values[at + static_cast<std::size_t>(one.step()) - 1], of.has_gaps ? 77 : one.expected(b, p))
          << b << ", " << p;
    }
  }
}

// Rows of 5 have no whole vector, those of 300 are long: nothing is fetched ahead.
TEST(sddmm, sums_many_pairs) {
  std::mt19937 draw(9);
  for (const bool by_offsets : {false, true})
    for (const bool skips : {false, true})
      for (const std::int64_t length : {5, 64, 300})
        for (const std::int64_t positions : {127, 145, 1000})
          check({positions == 1000 ? 1 : 3, positions, length, by_offsets, skips, (positions & 2) == 0}, draw);
}

}  // namespace
}  // namespace strew::testing
