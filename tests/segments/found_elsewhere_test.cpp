// Errors of indices that somebody else has found: told as an execution tells them, by the caller's names of operands.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <string>

namespace {

struct sum_of_rows {
  std::int64_t two[2] = {4, 2}, list[1] = {3}, sums[2] = {5, 2};
  std::int64_t indices[3] = {0, 1, 2}, segments[3] = {0, 4, 1};
  float rows[8] = {}, made[10] = {};
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;

  static strew_tensor tensor_of(strew_dtype type, std::uint64_t rank, const std::int64_t* extents) {
    strew_tensor one = STREW_TENSOR_INIT;
    one.dtype = type;
    one.rank = rank;
    one.extents = extents;
    return one;
  }
  sum_of_rows() {
    const strew_tensor data = tensor_of(STREW_DTYPE_F32, 2, two), positions = tensor_of(STREW_DTYPE_I64, 1, list);
    const strew_tensor output = tensor_of(STREW_DTYPE_F32, 2, sums);
    strew_operands given = STREW_OPERANDS_INIT;
    given.data = &data;
    given.indices = given.segments = &positions;
    given.output = &output;
    strew_segmentation ids = STREW_SEGMENTATION_INIT;
    ids.form = STREW_SEGMENTS_IDS;
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
    op.segmentation = &ids;
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = STREW_REDUCTION_ADD;
    strew_plan_of(&op, &given, &options, &plan, &error);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  }
  ~sum_of_rows() { strew_plan_destroy(plan); }
  sum_of_rows(const sum_of_rows&) = delete;
  sum_of_rows& operator=(const sum_of_rows&) = delete;

  std::string by_execution() {
    strew_operand_places at = STREW_OPERAND_PLACES_INIT;
    at.data = rows;
    at.indices = indices;
    at.segments = segments;
    at.output = made;
    error = STREW_ERROR_INIT;
    strew_execute_at(plan, &at, nullptr, &error);
    return error.message;
  }
  std::string by_record(std::int64_t operand, std::uint64_t position, std::uint64_t value) {
    strew_problem_bad_index found = STREW_PROBLEM_BAD_INDEX_INIT;
    found.operand = operand;
    found.position = position;
    found.bad_count = 1;
    found.tuple_depth = 1;
    found.tuple = &value;
    error = STREW_ERROR_INIT;
    strew_plan_index_error(plan, &found, &error);
    return error.message;
  }
};

TEST(segments_found_elsewhere, are_told_by_the_callers_names) {
  sum_of_rows one;
  one.indices[1] = 9;
  const std::string of_indices = one.by_execution();
  EXPECT_EQ(of_indices.substr(0, 13), "IX1: indices:");
  EXPECT_EQ(one.by_record(STREW_OPERAND_FROM, 1, 9), of_indices);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  one.indices[1] = 1;
  one.segments[2] = 77;
  const std::string of_segments = one.by_execution();
  EXPECT_EQ(of_segments.substr(0, 14), "IX1: segments:");
  EXPECT_EQ(one.by_record(STREW_OPERAND_INDICES, 2, 77), of_segments);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
}

}  // namespace
