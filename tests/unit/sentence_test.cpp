// Sentences with values in them.
#include "base/sentence.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <limits>
#include <string>

#include "base/status.hpp"
#include "base/tensor.hpp"

namespace strew::engine::testing {
namespace {

constexpr bool fits(std::string_view text, std::initializer_list<bool> are_unsigned = {}) {
  return is_sentence(text, are_unsigned.begin(), are_unsigned.size());
}

// A format that does not match its arguments does not compile: checked_sentence is consteval.
static_assert(fits("") && fits("nothing to tell") && fits("{} of {}", {true, false}) && fits("{:016x}", {true}));
static_assert(!fits("{}") && !fits("nothing", {true}) && !fits("{} {}", {true}) && !fits("{", {true}));
static_assert(!fits("{:>16x}", {true}) && !fits("{:x", {true}) && !fits("{:16.2x}", {true}));
static_assert(!fits("}") && !fits("{}}", {true}) && !fits("{:x}", {false}) && !fits("{:d}", {true}));

TEST(sentence, tells_integers_of_every_width) {
  EXPECT_EQ(formatted("{} {} {} {}", std::int16_t{-3}, std::numeric_limits<std::int64_t>::min(), std::size_t{0},
                      std::numeric_limits<std::uint64_t>::max()),
            "-3 -9223372036854775808 0 18446744073709551615");
  EXPECT_EQ(formatted("{:016x} {:02x} {:x}.", std::uint64_t{0xABCDEF}, 5U, std::numeric_limits<std::uint64_t>::max()),
            "0000000000abcdef 05 ffffffffffffffff.");
}

TEST(sentence, tells_texts_of_every_kind) {
  const char* name = "data";
  EXPECT_EQ(formatted("{} {} {} {}{}", name, std::string("of"), std::string_view("two extents", 3), "a", ""),
            "data of two a");
  EXPECT_EQ(formatted("{}", "{} stays {as it is}"), "{} stays {as it is}");
  EXPECT_EQ(formatted("no value"), "no value");
}

TEST(sentence, tells_lists) {
  EXPECT_EQ(to_text(extents_list{}), "[]");
  EXPECT_EQ(to_text(extents_list{2, -3, 4, 5, 6, 7, 8, 9, 10}), "[2, -3, 4, 5, 6, 7, 8, 9, 10]");
  const small_vector<index_value> tuple{{5, false}, {static_cast<std::uint64_t>(-4), true}, {~std::uint64_t{0}, false}};
  EXPECT_EQ(list_text(tuple, "()"), "(5, -4, 18446744073709551615)");
}

TEST(sentence, of_a_failure_begins_with_rule_and_operand) {
  const failure made = fail(rule::ND5, operand::output, "its extents are {}, not {}", to_text({2}), 3);
  EXPECT_EQ(made.message, "ND5: output: its extents are [2], not 3");
  EXPECT_EQ(made.where, operand::output);
  EXPECT_EQ(made.index, nullptr);
  EXPECT_EQ(fail(rule::CN1, operand::none, "it was stopped").message, "CN1: call: it was stopped");
}

TEST(sentence, raises_no_floating_point_flag) {
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(fail(rule::SZ1, operand::data, "{} and {}", std::numeric_limits<std::int64_t>::max(), -1).message,
            "SZ1: data: 9223372036854775807 and -1");
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

}  // namespace
}  // namespace strew::engine::testing
