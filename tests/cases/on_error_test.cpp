// An execution whose output is discarded after a failure has the results and the errors of one that keeps it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "cases/call.hpp"
#include "cases/overlap.hpp"

namespace strew::cases {
namespace {

constexpr int64_t rows = 9;
constexpr uint64_t bad_value = 99;  // beyond all extents, in every index type

struct operand_shapes {
  shape data, indices, direct;
};

operand_shapes shapes_of(operator_kind op, int64_t positions) {
  switch (op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      return {{rows, 3}, {positions}, {positions, 3}};
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      return {{rows, 3}, {positions, 3}, {positions, 3}};
    default:
      return {{rows, 4, 2}, {positions, 2}, {positions, 2}};
  }
}

view packed_view(strew_dtype type, const shape& extents) {
  view made;
  made.type = type;
  made.extents = extents;
  made.packed = true;
  made.strides = packed_strides(extents, width_of(made));
  return made;
}

test_case case_of(operator_kind op, strew_dtype index_type, int64_t positions) {
  const operand_shapes shapes = shapes_of(op, positions);
  test_case p;
  p.op = op;
  p.data = packed_view(STREW_DTYPE_F32, shapes.data);
  p.indices = packed_view(index_type, shapes.indices);
  p.direct() = packed_view(STREW_DTYPE_F32, shapes.direct);
  if (p.is_scatter()) p.output = p.data;
  p.values = contents::small;
  p.seed = static_cast<uint64_t>(positions) + index_type;
  return p;
}

// The number of the first bad position of the index operand, and how many there are; none: -1.
struct spoiled {
  int64_t first = -1;
  uint64_t count = 0;
};

// Writes bad values at the last component of these positions.
spoiled spoil(const test_case& p, arena& memory, std::vector<int64_t> positions) {
  const oracle::tensor indices = memory.tensor_of(p, indices_operand);
  const bool has_tuples = p.op == operator_kind::gather_nd || p.op == operator_kind::scatter_nd;
  int64_t number = 0;
  spoiled made;
  oracle::for_each_coordinate(p.indices.extents, [&](const oracle::coordinate& at) {
    if (has_tuples && at.back() + 1 != p.indices.extents.back()) return;
    if (std::ranges::find(positions, number) != positions.end()) {
      oracle::write_integer(indices.at(at), bad_value);
      if (made.first < 0) made.first = number;
      ++made.count;
    }
    ++number;
  });
  return made;
}

int64_t position_count(const test_case& p) {
  const bool has_elements = p.op == operator_kind::gather_elements || p.op == operator_kind::scatter_elements;
  return has_elements ? count_of(p.indices) : p.indices.extents[0];
}

// All bytes but those of the output's elements.
std::vector<oracle::memory> around_output(const test_case& p, const arena& of) {
  std::vector<oracle::memory> all = of.buffers;
  const placement& output = of.places[output_operand];
  for (const int64_t byte : bytes_of(p.output, output.base)) all[output.buffer].at(static_cast<size_t>(byte)) = 0;
  return all;
}

// The error of the case after which the output is kept, and that after which it is discarded.
void expect_same(test_case p, const arena& before, const spoiled& bad) {
  arena kept = before;
  const answer right = call(p, kept).front();
  p.engine.on_error = STREW_ON_ERROR_DISCARD;
  arena discarded = before;
  const answer got = call(p, discarded).front();
  const bool fails = bad.count != 0 && p.out_of_bounds == STREW_OOB_ERROR;
  ASSERT_EQ(right.status, fails ? STREW_STATUS_INDEX : STREW_STATUS_OK) << right.error.message;
  ASSERT_EQ(got.status, right.status) << got.error.message;
  ASSERT_EQ(std::memcmp(&got.error, &right.error, sizeof got.error), 0) << got.error.message << "\n"
                                                                        << right.error.message;
  if (!fails) {
    ASSERT_EQ(discarded.buffers, kept.buffers);
    return;
  }
  ASSERT_EQ(static_cast<int64_t>(got.error.position), bad.first);
  ASSERT_EQ(got.error.bad_count, bad.count);
  ASSERT_EQ(kept.buffers, before.buffers);
  ASSERT_EQ(around_output(p, discarded), around_output(p, before));
}

// In one call and by a plan; on one thread and in tasks.
void expect_same_in_all_ways(test_case p, const std::vector<int64_t>& positions) {
  arena memory = make_arena(p);
  const spoiled bad = spoil(p, memory, positions);
  for (const calling calls : {calling::once, calling::plan}) {
    for (const int64_t tasks : {0, 3}) {
      p.calls = calls;
      p.threads = tasks == 0 ? 1 : 0;
      p.engine.executor = tasks;
      SCOPED_TRACE(to_text(p) + " bad " + testing::PrintToString(positions));
      ASSERT_NO_FATAL_FAILURE(expect_same(p, memory, bad));
    }
  }
}

void expect_same_with_any_indices(const test_case& p) {
  const int64_t last = position_count(p) - 1;
  const std::vector<std::vector<int64_t>> all = {{}, {0}, {last / 2}, {last}, {last / 2, last / 2 + 1, last}};
  for (const auto& positions : all) ASSERT_NO_FATAL_FAILURE(expect_same_in_all_ways(p, positions));
}

// A scatter also in place, and sums.
void expect_same_with_any_output(test_case p) {
  ASSERT_NO_FATAL_FAILURE(expect_same_with_any_indices(p));
  if (!p.is_scatter()) return;
  p.reduction = STREW_REDUCTION_ADD;
  ASSERT_NO_FATAL_FAILURE(expect_same_with_any_indices(p));
  p.place = output_place::data;
  ASSERT_NO_FATAL_FAILURE(expect_same_with_any_indices(p));
}

constexpr operator_kind operators[] = {operator_kind::gather,          operator_kind::scatter,
                                       operator_kind::gather_elements, operator_kind::scatter_elements,
                                       operator_kind::gather_nd,       operator_kind::scatter_nd};

class on_error : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(operators, on_error, testing::ValuesIn(operators),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(on_error, every_index_type_and_policy) {
  for (strew_dtype type = STREW_DTYPE_I8; type <= STREW_DTYPE_U64; ++type) {
    for (const int32_t policy : {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_FILL}) {
      test_case p = case_of(GetParam(), type, 40);
      p.out_of_bounds = policy;
      p.negative = type % 2 == 0 ? STREW_NEGATIVE_FROM_END : STREW_NEGATIVE_INVALID;
      if (policy == STREW_OOB_FILL && p.is_scatter()) continue;
      ASSERT_NO_FATAL_FAILURE(expect_same_with_any_output(p));
    }
  }
}

// More positions than one block has, and a table that is not small.
TEST_P(on_error, many_positions) {
  for (const strew_dtype type : {STREW_DTYPE_I32, STREW_DTYPE_I64}) {
    test_case p = case_of(GetParam(), type, 3000);
    p.data.extents[0] = 90;
    if (p.is_scatter()) p.output = p.data;
    ASSERT_NO_FATAL_FAILURE(expect_same_with_any_output(p));
  }
}

// Two positions that write one cell are found before the first write, or as if they were.
TEST(on_error_discard, duplicates) {
  test_case p = case_of(operator_kind::scatter, STREW_DTYPE_I32, 40);
  p.duplicates = STREW_DUPLICATES_ERROR;
  const arena before = make_arena(p);
  arena kept = before, discarded = before;
  const answer right = call(p, kept).front();
  p.engine.on_error = STREW_ON_ERROR_DISCARD;
  const answer got = call(p, discarded).front();
  EXPECT_STREQ(right.error.rule, "IX2");
  EXPECT_EQ(std::memcmp(&got.error, &right.error, sizeof got.error), 0) << got.error.message;
  EXPECT_EQ(around_output(p, discarded), around_output(p, before));
}

}  // namespace
}  // namespace strew::cases
