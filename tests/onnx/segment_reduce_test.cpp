// SegmentReduce of the domain ai.strew, by literal values.
#include <gtest/gtest.h>

#include <vector>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

// Four rows of two; five positions in three segments, of which the second one is empty.
const floats the_rows_of_data{{4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
const indices row_numbers{{5}, {3, 0, 0, 1, 2}}, segment_ids{{5}, {2, 0, 2, 0, 2}}, segment_begins{{4}, {0, 2, 2, 5}};
const floats position_weights{{5}, {1, 10, 2, 20, 0.5F}}, segment_base{{3, 2}, {100, 100, 200, 200, 300, 300}};
const const_view no_input;

model node_of(std::vector<attribute> attributes) {
  return {"SegmentReduce", 1, std::move(attributes), "ai.strew"};
}

TEST(OnnxSegmentReduce, SumsByIds) {
  EXPECT_EQ(output_of<float>(node_of({number("num_segments", 3)}), {the_rows_of_data, row_numbers, segment_ids}),
            (floats{{3, 2}, {4, 6, 0, 0, 13, 16}}));
  const narrow_indices narrow{{4}, {0, 2, 0, 2}};  // of any integer type; the rows are the positions
  EXPECT_EQ(output_of<float>(node_of({number("num_segments", 3), word("reduction", "max")}),
                             {the_rows_of_data, no_input, narrow}),
            (floats{{3, 2}, {5, 6, 0, 0, 7, 8}}));
}

TEST(OnnxSegmentReduce, SumsByOffsetsAndGroups) {
  EXPECT_EQ(output_of<float>(node_of({word("form", "offsets")}),
                             {the_rows_of_data, row_numbers, segment_begins, position_weights, segment_base}),
            (floats{{3, 2}, {117, 128, 200, 200, 364.5F, 387}}));
  const indices groups{{3, 2}, {3, 0, 0, 1, 2, 2}};
  EXPECT_EQ(output_of<float>(node_of({word("form", "groups"), word("reduction", "mean")}), {the_rows_of_data, groups}),
            (floats{{3, 2}, {4, 5, 2, 3, 5, 6}}));
}

TEST(OnnxSegmentReduce, BeginsWithTheBaseAndInPlace) {
  EXPECT_EQ(output_of<float>(node_of({}), {the_rows_of_data, row_numbers, segment_ids, no_input, segment_base}),
            (floats{{3, 2}, {104, 106, 200, 200, 313, 316}}));
  EXPECT_EQ(output_of<float>(node_of({number("exclude_self", 1)}),
                             {the_rows_of_data, row_numbers, segment_ids, no_input, segment_base}),
            (floats{{3, 2}, {4, 6, 200, 200, 13, 16}}));
  floats own = segment_base;
  const view output(own.values, own.extents);
  onnx::run(node_of({}).node(), inputs{the_rows_of_data, row_numbers, segment_ids, no_input, own}, output);
  EXPECT_EQ(own, (floats{{3, 2}, {104, 106, 200, 200, 313, 316}}));
}

TEST(OnnxSegmentReduce, HasPoliciesAndPadding) {
  const indices bad_rows{{5}, {9, 0, 0, 1, -2}}, bad_ids{{5}, {2, 0, 7, 0, -1}};
  const auto run = [&](std::vector<attribute> attributes) {
    attributes.push_back(number("num_segments", 3));
    return output_of<float>(node_of(std::move(attributes)), {the_rows_of_data, bad_rows, bad_ids}).values;
  };
  const attribute clamp = word("out_of_bounds", "clamp"), skip = word("segment_out_of_bounds", "skip");
  EXPECT_EQ(run({clamp, skip}), (std::vector<float>{4, 6, 0, 0, 7, 8}));
  EXPECT_EQ(run({clamp, skip, word("segment_negative_indices", "from_end")}), (std::vector<float>{4, 6, 0, 0, 12, 14}));
  EXPECT_EQ(run({clamp, skip, number("padding_index", -1)}), (std::vector<float>{4, 6, 0, 0, 0, 0}));
  EXPECT_EQ(run({clamp, skip, number("padding_segment", 0)}), (std::vector<float>{0, 0, 0, 0, 7, 8}));
  EXPECT_EQ(
      run({word("out_of_bounds", "skip"), word("negative_indices", "invalid"), word("segment_out_of_bounds", "wrap")}),
      (std::vector<float>{4, 6, 1, 2, 0, 0}));
}

TEST(OnnxSegmentReduce, HasBatches) {
  const floats data{{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  const indices at{{2, 3}, {0, 1, 1, 0, 0, 1}}, of{{2, 3}, {0, 0, 1, 1, 1, 0}};
  EXPECT_EQ(output_of<float>(node_of({number("batch_dims", 1), number("num_segments", 2)}), {data, at, of}),
            (floats{{2, 2, 2}, {4, 6, 3, 4, 7, 8, 10, 12}}));
}

TEST(OnnxSegmentReduce, IsPlannedWithPreparedIndices) {
  floats sums = blank(extents{3, 2}, 77.0F);
  const plan made = onnx::make_plan(node_of({}).node(), inputs{the_rows_of_data, row_numbers, segment_ids},
                                    {sums.values, sums.extents});
  const plan bound = made.bind(made.prepare(row_numbers), made.prepare_segments(segment_ids));
  bound.execute({.data = the_rows_of_data, .output = {sums.values, sums.extents}});
  EXPECT_EQ(sums, (floats{{3, 2}, {4, 6, 0, 0, 13, 16}}));
}

TEST(OnnxSegmentReduce, RefusesByTheRulesOfTheContract) {
  floats sums = blank(extents{3, 2}, 77.0F);
  const auto refused = [&](std::vector<attribute> attributes, const inputs& given) {
    const auto got = onnx::try_run(node_of(std::move(attributes)).node(), given, {sums.values, sums.extents});
    EXPECT_EQ(sums, blank(extents{3, 2}, 77.0F));
    return got ? std::string() : std::string(got.error().message()).substr(0, 31);
  };
  const indices far{{5}, {3, 0, 4, 1, 2}}, down{{4}, {0, 3, 2, 5}};
  EXPECT_EQ(refused({}, {the_rows_of_data, far, segment_ids}), "SegmentReduce-1: IX1: indices: ");
  EXPECT_EQ(refused({}, {the_rows_of_data, row_numbers, far}), "SegmentReduce-1: IX1: segments:");
  EXPECT_EQ(refused({word("form", "offsets")}, {the_rows_of_data, row_numbers, down}),
            "SegmentReduce-1: OF1: segments:");
  EXPECT_EQ(refused({}, {the_rows_of_data, row_numbers, segment_ids, the_rows_of_data}),
            "SegmentReduce-1: SG3: weights: ");
  EXPECT_EQ(refused({number("batch_dims", 2)}, {the_rows_of_data, row_numbers, segment_ids}),
            "SegmentReduce-1: SG2: call: bat");
  EXPECT_EQ(refused({word("form", "groups")}, {the_rows_of_data}), "SegmentReduce-1: SG1: indices: ");
}

static_assert(onnx::is_supported("SegmentReduce", "ai.strew") && !onnx::is_supported("SegmentReduce"));
static_assert(!onnx::is_supported("Gather", "ai.strew") && onnx::is_supported("Gather", "ai.onnx"));

}  // namespace
}  // namespace strew::testing
