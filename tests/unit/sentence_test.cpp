// Sentences with values in them.
#include "base/sentence.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/status.hpp"
#include "base/tensor.hpp"

namespace strew::engine::testing {
namespace {

constexpr bool fits(std::string_view text, std::initializer_list<bool> are_unsigned = {}, bool has_phrases = true) {
  return is_sentence(text, are_unsigned.begin(), are_unsigned.size(), has_phrases);
}

// A format that does not match its arguments does not compile: checked_sentence is consteval.
static_assert(fits("") && fits("nothing to tell") && fits("{} of {}", {true, false}) && fits("{:016x}", {true}));
static_assert(!fits("{}") && !fits("nothing", {true}) && !fits("{} {}", {true}) && !fits("{", {true}));
static_assert(!fits("{:>16x}", {true}) && !fits("{:x", {true}) && !fits("{:16.2x}", {true}));
static_assert(fits("<extent {} is> {}", {true, false}) && !fits("<") && !fits(">") && !fits("<a<b>>") && !fits("a>"));
static_assert(fits("<", {}, false) && fits("a > {}", {true}, false));
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
  EXPECT_EQ(formatted("{}", extents_list{2, 3}), "[2, 3]");
  EXPECT_EQ(formatted("{} {}", tuple_words{{-1}, true}, tuple_words{{-1, 2}, false}), "(18446744073709551615) (-1, 2)");
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

class other_words : public wording {
 public:
  [[nodiscard]] const char* phrase(std::string_view engine) const override {
    return engine == "extent {} is {}" ? "<axis> {0} is of size {1}, or {0}" : engine == "axis" ? "dimension" : nullptr;
  }
  [[nodiscard]] const char* brackets() const override { return "()"; }
};

TEST(sentence, is_told_in_the_words_of_others) {
  const extents_list one{3};
  const sentence_value values[] = {std::uint64_t{1}, std::int64_t{-2}, one, operand::output,
                                   type_words{dtype::opaque, 9, operand::data}};
  const char* const text = "<extent {} is {}>, <stride> {}; {} of {}";
  EXPECT_EQ(make_sentence(text, values, wording()), "extent 1 is -2, stride [3]; output of opaque of 9 bytes");
  EXPECT_EQ(make_sentence(text, values, other_words()),
            "dimension 1 is of size -2, or 1, stride (3,); output of opaque of 9 bytes");
}

TEST(sentence, of_a_failure_is_kept_with_its_values) {
  failure made = fail(rule::ND5, operand::output, "{}, {}, {}, {}", extents_list{2, 3}, std::string(40, 'x'),
                      tuple_words{{7}, false}, operand::data);
  ASSERT_NE(made.told, nullptr);
  EXPECT_EQ(make_sentence(made.told->text, made.told->values.data(), wording()),
            "[2, 3], " + std::string(40, 'x') + ", (7), data");
}

TEST(sentence, raises_no_floating_point_flag) {
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(fail(rule::SZ1, operand::data, "{} and {}", std::numeric_limits<std::int64_t>::max(), -1).message,
            "SZ1: data: 9223372036854775807 and -1");
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

}  // namespace
}  // namespace strew::engine::testing
