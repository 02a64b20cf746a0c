// Groups of rows that are wider than the accumulators of a task, or of a table that is larger than the caches, beside
// the serial loop.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <cstdint>
#include <random>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;

struct wide_groups {
  std::int64_t rows, columns, segments, group;
  bool has_weights, has_padding;
  const char* solver;
  std::int64_t apart = 0;  // elements from row to row of the data; 0: as many as columns

  [[nodiscard]] std::int64_t row() const { return apart == 0 ? columns : apart; }
};

// Rows 0, if they are padding, and those outside of data contribute nothing; a segment without any is 0.
std::vector<float> expected(const wide_groups& of, const array<float>& data, const array<std::int64_t>& indices,
                            const array<float>& weights) {
  std::vector<float> made(static_cast<std::size_t>(of.segments * of.columns), 0);
  for (std::int64_t s = 0; s < of.segments; ++s) {
    bool has_one = false;
    for (std::int64_t g = 0; g < of.group; ++g) {
      const auto p = static_cast<std::size_t>(s * of.group + g);
      const std::int64_t row = indices.values[p];
      if (row >= of.rows || (of.has_padding && row == 0)) continue;
      for (std::int64_t c = 0; c < of.columns; ++c) {
        float update = data.values[static_cast<std::size_t>(row * of.row() + c)];
        if (of.has_weights) update *= weights.values[p];
        float& sum = made[static_cast<std::size_t>(s * of.columns + c)];
        sum = has_one ? sum + update : update;
      }
      has_one = true;
    }
  }
  return made;
}

void check(const wide_groups& of, std::mt19937& draw) {
  array<float> data{{of.rows, of.columns}, std::vector<float>(static_cast<std::size_t>(of.rows * of.row()))};
  data.strides = {of.row() * 4, 4};
  array<std::int64_t> indices{{of.segments, of.group}, {}};
  array<float> weights{{of.segments, of.group}, {}};
  array<float> output{{of.segments, of.columns}, {}};
  for (std::int64_t i = 0; i < of.rows * of.columns; ++i)
    data.values[static_cast<std::size_t>(i / of.columns * of.row() + i % of.columns)] =
        static_cast<float>(draw() % 2001) / 7 - 140;
  for (std::int64_t p = 0; p < of.segments * of.group; ++p) {
    indices.values.push_back(static_cast<std::int64_t>(draw()) % (of.rows + (of.has_padding ? 2 : 0)));
    weights.values.push_back(static_cast<float>(draw() % 100) / 3);
  }
  output.values.assign(static_cast<std::size_t>(of.segments * of.columns), 77);
  const strew_tensor d = data.view(), i = indices.view(), w = weights.view(), o = output.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d;
  all.indices = &i;
  if (of.has_weights) all.weights = &w;
  all.output = &o;
  strew_segmentation by = STREW_SEGMENTATION_INIT;
  by.form = STREW_SEGMENTS_GROUPS;
  by.has_padding_index = of.has_padding ? 1 : 0;
  strew_options options = support::options_of(STREW_REDUCTION_ADD);
  if (of.has_padding) options.out_of_bounds = STREW_OOB_SKIP;
  if (of.group > 1) options.solver = of.solver;  // else no positions meet
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = 1 + draw() % 3;
  strew_error error = STREW_ERROR_INIT;
  ASSERT_EQ(strew_segment_reduce(&all, &by, 0, &options, &execution, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected(of, data, indices, weights))
      << of.solver << ": " << of.segments << " groups of " << of.group << " rows of " << of.columns;
}

TEST(segment_reduce, sums_groups_of_wide_rows) {
  std::mt19937 draw(5);
  for (const std::int64_t group : {1, 7, 8, 95, 96, 97, 200})
    for (const std::int64_t columns : {2049, 2500, 5003})
      for (const bool has_weights : {false, true})
        for (const bool has_padding : {false, true}) {
          const std::int64_t segments = 1 + draw() % (1000 / static_cast<unsigned>(group) + 1);
          for (const char* solver : {"segments", "collected"})
            check({9, columns, segments, group, has_weights, has_padding, solver}, draw);
        }
}

// Rows of a table of at least min_distant_table bytes are fetched farther ahead; lists of positions end within groups.
TEST(segment_reduce, sums_groups_of_distant_rows) {
  std::mt19937 draw(6);
  for (const std::int64_t group : {1, 63, 64, 65, 129, 500})
    for (const std::int64_t columns : {50, 64})
      for (const bool has_weights : {false, true}) {
        const std::int64_t segments = 1 + draw() % (2000 / static_cast<unsigned>(group) + 1);
        check({4096, columns, segments, group, has_weights, draw() % 2 == 0, "segments", 4097}, draw);
      }
}

}  // namespace
}  // namespace strew::testing
