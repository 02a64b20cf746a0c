// result<T> has the operations of std::expected, and texts those of a string that are needed.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

const std::vector<float> three_cells{1, 2, 3};
const std::vector<std::int64_t> valid_rows{2, 0}, outside_rows{3, 0};

strew::result<strew::plan> made(std::int64_t axis) {
  std::vector<float> output(2);
  return strew::try_plan_gather(three_cells, valid_rows, output, axis);
}

TEST(cpp_api_result, a_value_is_reached_by_star_and_arrow) {
  const auto planned = made(0);
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->hash(), (*planned).hash());
  strew::plan taken = *made(0);
  EXPECT_TRUE(taken == *planned);
  strew::result<int> number = 4;
  ++*number;
  EXPECT_EQ(*number, 5);
  EXPECT_EQ(number.value_or(7), 5);
  const strew::result<int> copy = number;
  number = made(1).error();
  EXPECT_EQ(number.value_or(7), 7);
  EXPECT_EQ(*copy, 5);
  EXPECT_FALSE(made(1).value_or(strew::plan()));
}

TEST(cpp_api_result, and_then_and_transform_continue_a_success_and_pass_a_failure_on) {
  std::vector<float> output(2);
  const auto run = [&](const strew::plan& plan) {
    return plan.try_execute({.data = three_cells, .indices = valid_rows, .output = output});
  };
  EXPECT_TRUE(made(0).and_then(run));
  EXPECT_EQ(output, (std::vector<float>{3, 1}));
  EXPECT_EQ(made(1).and_then(run).error().rule(), "AX2");
  const auto bytes = made(0).transform([](const strew::plan& plan) { return plan.bytes(); });
  EXPECT_EQ(*bytes, made(0)->bytes());
  EXPECT_EQ(made(1).transform([](const strew::plan& plan) { return plan.bytes(); }).code(), strew::status::shape);
  int calls = 0;
  const auto ran = strew::try_gather(three_cells, valid_rows, output, 0);
  EXPECT_EQ(*ran.transform([&] { return ++calls; }), 1);
  EXPECT_TRUE(ran.transform([&] { ++calls; }).has_value());
  EXPECT_EQ(*ran.and_then([&] { return strew::result<int>(9); }), 9);
  const auto failed = strew::try_gather(three_cells, outside_rows, output, 0);
  EXPECT_EQ(failed.transform([&] { return ++calls; }).error().rule(), "IX1");
  EXPECT_EQ(failed.and_then([&] { return strew::result<int>(9); }).error().position(), 0U);
  EXPECT_EQ(calls, 2);
}

TEST(cpp_api_result, a_success_after_a_failure_and_back) {
  std::vector<float> output(2);
  strew::result<void> outcome = strew::try_gather(three_cells, outside_rows, output, 0);
  const strew::result<void> failed = outcome;
  outcome = strew::try_gather(three_cells, valid_rows, output, 0);
  EXPECT_TRUE(outcome);
  outcome = failed;
  EXPECT_EQ(outcome.error().message(), failed.error().message());
  EXPECT_THROW(outcome.value(), strew::index_error);
  EXPECT_EQ(made(1).code(), strew::status::shape);
}

TEST(cpp_api_result, a_text_becomes_a_string_and_is_printed) {
  const strew::plan plan = made(0).value();
  const strew::text shown = plan.describe();
  const std::string as_string = shown;
  EXPECT_EQ(shown, as_string);
  EXPECT_EQ(std::string_view(shown), shown.c_str());
  std::ostringstream to;
  to << shown << '.';
  EXPECT_EQ(to.str(), as_string + '.');
  EXPECT_EQ(shown.find("nowhere in it"), std::string_view::npos);
  EXPECT_TRUE(strew::text().empty());
  EXPECT_EQ(strew::text().c_str(), std::string());
}

}  // namespace
