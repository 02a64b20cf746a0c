// strew_check_memory: what strew_check says of pointers and overlap, for places that are only numbers, and alignment.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "problem/plans.hpp"

namespace strew::testing {
namespace {

constexpr std::uint64_t far_away = std::uint64_t{15} << 60;  // where this process has no memory

// Operands of a random call, anywhere in one block of zeros: as distances from its begin, 0 for none.
struct scattered_operands {
  explicit scattered_operands(const strew_problem_view& view, unsigned seed) : draw(seed), block(block_bytes) {
    const strew_problem_reach* const reach[] = {&view.data, &view.indices, &view.updates, &view.output};
    for (int i = 0; i < 4; ++i) {
      const std::int64_t room = block_bytes - (reach[i]->high - reach[i]->low) - first;
      const std::int64_t spread = draw() % 2 == 0 ? room : std::min<std::int64_t>(room, 600);
      at[i] = first - reach[i]->low + static_cast<std::int64_t>(draw()) % spread;
      if (draw() % 3 == 0) at[i] &= ~std::int64_t{7};
      if (draw() % 16 == 0) at[i] = 0;
    }
    if (draw() % 3 == 0) at[0] = at[3];
  }

  unsigned char* pointer(int i) { return at[i] == 0 ? nullptr : block.data() + at[i]; }
  [[nodiscard]] std::uint64_t number(int i) const {
    return at[i] == 0 ? 0 : far_away + static_cast<std::uint64_t>(at[i]);
  }
  [[nodiscard]] strew_problem_places places() const {
    strew_problem_places made = STREW_PROBLEM_PLACES_INIT;
    made.data = number(0);
    made.indices = number(1);
    made.updates = number(2);
    made.output = number(3);
    return made;
  }

  static constexpr std::int64_t block_bytes = 8192;
  static constexpr std::int64_t first = 8;
  std::mt19937 draw;
  std::vector<unsigned char> block;
  std::int64_t at[4] = {};
};

// What does not fit the alignment: the first operand of which the address or a stride is no multiple.
std::optional<std::int32_t> misaligned(const random_call& call, const strew_problem_places& at) {
  const std::pair<std::uint64_t, const random_operand*> all[] = {
      {at.data, &call.data}, {at.indices, &call.indices}, {at.updates, &call.updates}, {at.output, &call.output}};
  for (std::int32_t i = 0; i < 4; ++i) {
    const auto& [place, of] = all[i];
    const bool is_there = i == 1 ? call.has_indices : i != 2 || call.is_scatter;
    const auto bytes = static_cast<std::int64_t>(i == 1 ? at.index_alignment : at.alignment);
    if (!is_there || bytes == 0 || place == 0 || count_of(of->extents) == 0) continue;
    if (place % static_cast<std::uint64_t>(bytes) != 0) return i + 1;
    for (std::size_t d = 0; d < of->extents.size(); ++d) {
      if (of->extents[d] > 1 && of->strides[d] % bytes != 0) return i + 1;
    }
  }
  return std::nullopt;
}

class memory_of_a_plan : public ::testing::TestWithParam<std::int32_t> {};
INSTANTIATE_TEST_SUITE_P(operators, memory_of_a_plan, ::testing::Range(1, 10),
                         [](const auto& test) { return std::string(strew_operator_name(test.param)); });

strew_status check(const plan_handle& plan, scattered_operands& at, strew_error* error) {
  return strew_check(plan.get(), at.pointer(0), at.pointer(1), at.pointer(2), at.pointer(3), nullptr, error);
}

// Index errors come after, and are none of memory.
TEST_P(memory_of_a_plan, is_checked_as_strew_check_does) {
  int good = 0, missing = 0, overlapping = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    const plan_handle plan = plan_of(call), elsewhere = plan_of(call, nullptr, other_device);
    scattered_operands at(view_of(plan), seed);
    strew_error here = STREW_ERROR_INIT, there = STREW_ERROR_INIT;
    const strew_status expected = check(plan, at, &here);
    const strew_problem_places places = at.places();
    const strew_status status = strew_check_memory(elsewhere.get(), &places, &there);
    if (expected == STREW_STATUS_OK || expected == STREW_STATUS_INDEX) {
      ASSERT_EQ(status, STREW_STATUS_OK) << there.message;
      ++good;
      continue;
    }
    ASSERT_EQ(status, expected) << there.message << here.message;
    EXPECT_STREQ(there.message, here.message);
    EXPECT_EQ(std::memcmp(&there, &here, sizeof here), 0);
    ++(status == STREW_STATUS_POINTER ? missing : overlapping);
  }
  EXPECT_GT(good, 300);
  EXPECT_GT(missing, 100);
  EXPECT_GT(overlapping, 300);
}

// Null pointers come before alignment, overlap after it.
TEST_P(memory_of_a_plan, is_aligned_as_asked_AL1) {
  int good = 0, bad = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    scattered_operands at(view_of(plan), seed);
    strew_problem_places places = at.places();
    strew_error unaligned = STREW_ERROR_INIT, error = STREW_ERROR_INIT;
    const strew_status expected = strew_check_memory(plan.get(), &places, &unaligned);
    const std::uint64_t alignments[] = {0, 1, 2, 3, 4, 8};
    places.alignment = alignments[at.draw() % 6];
    places.index_alignment = alignments[at.draw() % 6];
    const strew_status status = strew_check_memory(plan.get(), &places, &error);
    const auto first = misaligned(call, places);
    if (expected == STREW_STATUS_POINTER || !first) {
      ASSERT_EQ(status, expected) << error.message;
      EXPECT_TRUE(status == STREW_STATUS_OK || std::memcmp(&error, &unaligned, sizeof error) == 0);
      ++good;
      continue;
    }
    ASSERT_EQ(status, STREW_STATUS_POINTER) << error.message;
    EXPECT_STREQ(error.rule, "AL1");
    ASSERT_EQ(error.operand, *first) << error.message;
    ++bad;
  }
  EXPECT_GT(good, 500);
  EXPECT_GT(bad, 500);
}

// Bound indices are the plan's own: a device has a copy of them, of which the plan knows no place.
TEST_P(memory_of_a_plan, is_not_that_of_bound_indices) {
  int bound_ones = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    strew_prepared* prepared = nullptr;
    if (!call.has_indices || count_of(call.data.extents) * count_of(call.indices.extents) == 0 ||
        strew_prepare(plan.get(), call.indices.at(), nullptr, &prepared, nullptr) != STREW_STATUS_OK)
      continue;
    strew_plan* made = nullptr;
    ASSERT_EQ(strew_plan_bind(plan.get(), prepared, &made, nullptr), STREW_STATUS_OK);
    strew_prepared_destroy(prepared);
    const plan_handle bound{made, strew_plan_destroy};
    strew_problem_places places = STREW_PROBLEM_PLACES_INIT;
    places.data = 1 << 20;
    places.updates = 2 << 20;
    places.output = 3 << 20;
    places.index_alignment = 1 << 30;
    strew_error error = STREW_ERROR_INIT;
    EXPECT_EQ(strew_check_memory(bound.get(), &places, &error), STREW_STATUS_OK) << error.message;
    places.indices = places.output + 1;
    EXPECT_EQ(strew_check_memory(bound.get(), &places, &error), STREW_STATUS_OK) << error.message;
    EXPECT_EQ(strew_check_memory(plan.get(), &places, &error), STREW_STATUS_POINTER);
    EXPECT_STREQ(error.rule, "AL1");
    ++bound_ones;
  }
  EXPECT_GT(bound_ones, 30);
}

// gather of rows: data [4, 3] f32 with rows of 16 bytes, indices [2] i32, output [2, 3].
struct rows_elsewhere {
  std::int64_t data_extents[2] = {4, 3}, data_strides[2] = {16, 4}, index_extents[1] = {2}, extents[2] = {2, 3};
  plan_handle plan{nullptr, strew_plan_destroy};
  strew_problem_places places = STREW_PROBLEM_PLACES_INIT;
  strew_error error = STREW_ERROR_INIT;

  rows_elsewhere() {
    strew_tensor data = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT, output = STREW_TENSOR_INIT;
    data.device = indices.device = output.device = other_device;
    data.dtype = output.dtype = STREW_DTYPE_F32;
    indices.dtype = STREW_DTYPE_I32;
    data.rank = output.rank = 2;
    indices.rank = 1;
    data.extents = data_extents;
    data.strides = data_strides;
    indices.extents = index_extents;
    output.extents = extents;
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_GATHER;
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_make(&op, &data, &indices, nullptr, &output, nullptr, &made, &error), STREW_STATUS_OK);
    plan.reset(made);
    places.data = 0x1000;
    places.indices = 0x2000;
    places.output = 0x3000;
  }

  std::string check() {
    error = STREW_ERROR_INIT;
    EXPECT_EQ(strew_check_memory(plan.get(), &places, &error), error.status);
    return error.message;
  }
};

TEST(memory_elsewhere, AL1) {
  rows_elsewhere call;
  EXPECT_EQ(call.check(), "");
  call.places.alignment = call.places.index_alignment = 4;
  EXPECT_EQ(call.check(), "");
  call.places.alignment = 8;
  EXPECT_EQ(call.check(), "AL1: data: the stride 4 of dimension 1 is not a multiple of 8");
  EXPECT_EQ(call.error.status, STREW_STATUS_POINTER);
  EXPECT_EQ(call.error.operand, STREW_OPERAND_DATA);
  call.places.alignment = 4;
  call.places.indices = 0x2002;
  EXPECT_EQ(call.check(), "AL1: indices: its address 0x2002 is not a multiple of 4");
  call.places.index_alignment = 2;
  call.places.output = 0xffffffffffffff01;
  EXPECT_EQ(call.check(), "AL1: output: its address 0xffffffffffffff01 is not a multiple of 4");
}

TEST(memory_elsewhere, OV1_OV2) {
  rows_elsewhere call;
  call.places.output = 0x1000;
  EXPECT_EQ(call.check(), "OV1: output: it is data itself, and a gather cannot run in place");
  call.places.output = 0x1000 + 4 * 16 - 4;
  EXPECT_EQ(call.check(), "");
  call.places.output -= 1;
  EXPECT_EQ(call.check(), "OV2: output: it overlaps data, or is not proven apart from it");
  EXPECT_EQ(call.error.status, STREW_STATUS_OVERLAP);
  call.places.output = 0x2007;
  EXPECT_EQ(call.check(), "OV2: output: it overlaps indices, or is not proven apart from it");
}

TEST(memory_elsewhere, PT1_PT2) {
  rows_elsewhere call;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_check_memory(nullptr, &call.places, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_check_memory(call.plan.get(), nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  call.places.indices = 0;
  EXPECT_EQ(call.check(), "PT1: indices: its pointer is null, and it holds elements that are needed");
  call.places.version = STREW_PROBLEM_VERSION + 1;
  EXPECT_EQ(call.check().substr(0, 4), "PT2:");
}

}  // namespace
}  // namespace strew::testing
