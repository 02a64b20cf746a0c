// The function that may cancel: none, an empty one, copies.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

TEST(cpp_api_cancel, an_empty_function_is_none) {
  bool (*no_function)() = nullptr;
  EXPECT_FALSE(strew::cancel_function());
  EXPECT_FALSE(strew::cancel_function(std::function<bool()>()));
  EXPECT_FALSE(strew::cancel_function(no_function));
  EXPECT_FALSE(strew::cancel_function(nullptr));
  EXPECT_EQ((strew::execution{.cancel = nullptr}.native().cancel), nullptr);
  EXPECT_TRUE(strew::cancel_function([] { return false; }));
  EXPECT_EQ((strew::execution{.cancel = std::function<bool()>()}.native().cancel), nullptr);
}

TEST(cpp_api_cancel, copies_are_separate_and_moves_leave_none) {
  int calls = 0;
  strew::cancel_function first = [&calls, own = 0]() mutable {
    ++calls;
    return ++own > 1;
  };
  strew::cancel_function second = first;
  EXPECT_EQ(strew::cancel_function::poll(&first), 0);
  EXPECT_EQ(strew::cancel_function::poll(&first), 1);
  EXPECT_EQ(strew::cancel_function::poll(&second), 0);
  strew::cancel_function third = std::move(first);
  EXPECT_FALSE(first);
  EXPECT_EQ(strew::cancel_function::poll(&third), 1);
  second = third;
  EXPECT_EQ(strew::cancel_function::poll(&second), 1);
  EXPECT_EQ(calls, 5);
}

}  // namespace
