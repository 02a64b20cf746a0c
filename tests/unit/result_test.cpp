// A value or a failure, and assertions, which print their location.
#include "base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/status.hpp"

namespace strew::engine::testing {
namespace {

// Counts its moves; it cannot be copied.
struct counted {
  explicit counted(int start) : value(start) {}
  counted(counted&& other) noexcept : value(other.value), moves(other.moves + 1) {}
  int value;
  int moves = 0;
};

result<counted> made_in_place(int value, bool fails) {
  result<counted> all(std::in_place, value);
  all->value += 1;
  if (fails) all.fail(fail(rule::ND3, operand::indices, "given up"));
  return all;
}

TEST(result, is_made_in_the_place_of_the_caller) {
  const auto found = made_in_place(4, false);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found.failed());
  EXPECT_EQ(found->value, 5);
  EXPECT_EQ(found->moves, 0);
  static_assert(!std::is_copy_constructible_v<result<counted>> && !std::is_copy_assignable_v<result<counted>>);
}

TEST(result, of_a_failure_hands_it_out) {
  auto found = made_in_place(4, true);
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.failed());
  EXPECT_EQ(found.error().number, rule::ND3);
  const status bad = std::move(found).error();
  EXPECT_EQ(bad->message, "ND3: indices: given up");
  EXPECT_EQ(found.error().message, "") << "it was moved, not copied";
}

TEST(result, moves_what_it_holds) {
  result<std::unique_ptr<int>> found = std::make_unique<int>(7);
  result<std::unique_ptr<int>> second = std::move(found);
  EXPECT_EQ(*found, nullptr);
  const std::unique_ptr<int> taken = *std::move(second);
  EXPECT_EQ(*taken, 7);
  result<std::shared_ptr<const int>> converted = std::make_shared<int>(8);
  EXPECT_EQ(*converted.value(), 8);
}

// The address sanitizer also reports a value that is not destroyed, or twice.
TEST(result, destroys_what_it_holds) {
  const auto shared = std::make_shared<int>(1);
  {
    result<std::shared_ptr<int>> found = shared;
    EXPECT_EQ(shared.use_count(), 2);
    found.fail({rule::IN1, operand::none, std::string(100, 'x'), nullptr});
    EXPECT_EQ(shared.use_count(), 1);
    const result<std::shared_ptr<int>> moved = std::move(found);
    ASSERT_TRUE(moved.failed());
    EXPECT_EQ(moved.error().message.size(), 100U);
    const result<std::shared_ptr<int>> kept = shared;
    EXPECT_EQ(shared.use_count(), 2);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

// A failed assertion prints its location and ends the program.
TEST(assertion, fires_where_it_is_compiled_in) {
#ifdef STREW_ASSERTIONS
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH((void)made_in_place(4, true)->value, "result\\.hpp:.+: a defect of strew: has_value_ does not hold");
  EXPECT_DEATH((void)made_in_place(4, false).error(), "!has_value_ does not hold");
  const small_vector<int> two{1, 2};
  EXPECT_DEATH((void)two[2], "small_vector\\.hpp:.+: .*i < size_");
#else
  int asked = 0;
  [[maybe_unused]] const auto ask = [&] { return ++asked == 0; };
  STREW_ASSERT(ask());
  EXPECT_EQ(asked, 0) << "what is off is not evaluated";
#endif
}

}  // namespace
}  // namespace strew::engine::testing
