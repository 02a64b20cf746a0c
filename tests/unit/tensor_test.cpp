// Sizes, nesting and proofs of separation.
#include "base/tensor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>

namespace strew::engine::testing {
namespace {

tensor view(extents_list extents, extents_list strides, std::int64_t width = 4) {
  return {dtype::opaque, width, std::move(extents), std::move(strides)};
}

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

const char* rule_of(const status& bad) {
  return bad ? name_of(bad->number) : "none";
}

TEST(tensor, sizes_beyond_63_bits_are_refused) {
  EXPECT_STREQ(rule_of(check_sizes(view({std::int64_t{1} << 32U, std::int64_t{1} << 31U}, {0, 0}), operand::data)),
               "SZ1");
  EXPECT_STREQ(
      rule_of(check_sizes(view({0, std::int64_t{1} << 32U, std::int64_t{1} << 31U}, {0, 0, 0}), operand::data)), "SZ1");
  EXPECT_STREQ(rule_of(check_sizes(view({std::int64_t{1} << 32U, std::int64_t{1} << 30U}, {0, 0}), operand::data)),
               "none");
  EXPECT_STREQ(rule_of(check_sizes(view({3}, {huge}), operand::data)), "SZ2");
  EXPECT_STREQ(rule_of(check_sizes(view({3}, {-huge}), operand::data)), "SZ2");
  EXPECT_STREQ(rule_of(check_sizes(view({2, 2}, {huge - 8, 16}), operand::data)), "SZ2");
  EXPECT_STREQ(rule_of(check_sizes(view({2}, {huge - 8}), operand::data)), "none");
  EXPECT_STREQ(rule_of(check_sizes(view({1}, {huge}), operand::data)), "none");
  EXPECT_STREQ(rule_of(check_sizes(view({2}, {std::numeric_limits<std::int64_t>::min()}), operand::data)), "SZ2");
}

TEST(tensor, packed_strides_that_overflow_are_refused) {
  tensor packed = view({2, std::int64_t{1} << 61U}, {});
  pack(packed);
  EXPECT_STREQ(rule_of(check_sizes(packed, operand::data)), "SZ2");
}

TEST(tensor, written_operands_are_nested) {
  EXPECT_STREQ(rule_of(check_nested(view({2, 3}, {12, 4}), operand::output)), "none");
  EXPECT_STREQ(rule_of(check_nested(view({2, 3}, {-12, -4}), operand::output)), "none");
  EXPECT_STREQ(rule_of(check_nested(view({3, 2}, {4, 12}), operand::output)), "none");
  EXPECT_STREQ(rule_of(check_nested(view({2, 3}, {8, 4}), operand::output)), "SZ3");
  EXPECT_STREQ(rule_of(check_nested(view({2}, {0}), operand::output)), "SZ3");
  EXPECT_STREQ(rule_of(check_nested(view({2}, {3}), operand::output)), "SZ3");
  EXPECT_STREQ(rule_of(check_nested(view({1, 3}, {0, 4}), operand::output)), "none");
  EXPECT_STREQ(rule_of(check_nested(view({0, 3}, {0, 0}), operand::output)), "none");
}

std::set<std::int64_t> touched(const tensor& t, std::int64_t base) {
  std::set<std::int64_t> bytes;
  const auto n0 = t.extents[0];
  const auto n1 = t.extents[1];
  for (std::int64_t a = 0; a < n0; ++a) {
    for (std::int64_t b = 0; b < n1; ++b) {
      for (std::int64_t w = 0; w < t.width; ++w) bytes.insert(base + a * t.strides[0] + b * t.strides[1] + w);
    }
  }
  return bytes;
}

// Operands reported as disjoint must be disjoint; the reverse need not hold.
TEST(tensor, apart_is_never_claimed_wrongly) {
  std::vector<std::byte> arena(4096);
  std::uint64_t state = 1;
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return low + static_cast<std::int64_t>((state >> 33U) % static_cast<std::uint64_t>(high - low + 1));
  };
  int claimed = 0;
  for (int n = 0; n < 20'000; ++n) {
    const auto random_view = [&] {
      return view({pick(1, 4), pick(1, 4)}, {pick(-6, 6) * 4, pick(-3, 3) * 4}, pick(1, 8));
    };
    const tensor left = random_view();
    const tensor right = random_view();
    const std::int64_t a = 2000 + pick(-40, 40);
    const std::int64_t b = 2000 + pick(-40, 40);
    const bool apart = is_apart(left, arena.data() + a, right, arena.data() + b);
    claimed += apart ? 1 : 0;
    const auto left_bytes = touched(left, a);
    bool shares = false;
    for (const std::int64_t byte : touched(right, b)) shares |= left_bytes.contains(byte);
    ASSERT_FALSE(apart && shares) << n;
  }
  EXPECT_GT(claimed, 1'000);
}

TEST(tensor, interleaved_columns_are_apart) {
  std::vector<std::byte> arena(256);
  const tensor columns = view({4, 2}, {32, 4});
  EXPECT_TRUE(is_apart(columns, arena.data(), columns, arena.data() + 8));
  EXPECT_TRUE(is_apart(columns, arena.data() + 24, columns, arena.data()));
  EXPECT_FALSE(is_apart(columns, arena.data(), columns, arena.data() + 4));
  EXPECT_FALSE(is_apart(columns, arena.data(), columns, arena.data() + 32));
}

}  // namespace
}  // namespace strew::engine::testing
