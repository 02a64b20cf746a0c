// Plans through the C++ API: reuse, comparison, text, threads, cancelling.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

struct scatter_case {
  std::vector<double> cells, updates;
  std::vector<std::int32_t> at;
  std::int64_t count, size;

  scatter_case(std::int64_t update_count, std::int64_t cell_count)
      : cells(static_cast<std::size_t>(cell_count)),
        updates(static_cast<std::size_t>(update_count), 0.0),
        at(static_cast<std::size_t>(update_count)),
        count(update_count),
        size(cell_count) {
    for (std::size_t i = 0; i < updates.size(); ++i) {
      updates[i] = 1.0 / static_cast<double>(i + 1);
      at[i] = static_cast<std::int32_t>(i * 7919 % cells.size());
    }
  }
  std::vector<double> expected() const {
    std::vector<double> sums = cells;
    for (std::size_t i = 0; i < updates.size(); ++i) sums[static_cast<std::size_t>(at[i])] += updates[i];
    return sums;
  }
  strew::plan make_plan() {
    return strew::plan_scatter_nd(cells, {at, {count, 1}}, updates, cells, {.reduction = strew::reduction::add});
  }
};

TEST(cpp_api_plan, one_plan_serves_many_executions) {
  const std::vector<std::int32_t> first{1, 2, 3, 4}, second{5, 6, 7, 8};
  const std::vector<std::int64_t> at{1, 1, 0};
  std::vector<std::int32_t> output(6);
  const strew::plan rows = strew::plan_gather_nd({first, {2, 2}}, {at, {3, 1}}, {output, {3, 2}});
  rows.execute({.data = first.data(), .indices = at.data(), .output = output.data()});
  EXPECT_EQ(output, (std::vector<std::int32_t>{3, 4, 3, 4, 1, 2}));
  rows.execute({.data = second.data(), .indices = at.data(), .output = output.data()});
  EXPECT_EQ(output, (std::vector<std::int32_t>{7, 8, 7, 8, 5, 6}));
  const std::vector<std::int64_t> outside{1, 2, 0};
  EXPECT_THROW(rows.execute({.data = second.data(), .indices = outside.data(), .output = output.data()}),
               strew::index_error);
  EXPECT_EQ(rows.try_execute({.indices = at.data(), .output = output.data()}).code(), strew::status::pointer);
}

TEST(cpp_api_plan, an_output_that_is_discarded_has_the_same_error) {
  using strew::on_error;
  EXPECT_EQ(strew::execution{}.native().on_error, STREW_ON_ERROR_KEEP);
  EXPECT_EQ(strew::execution{.on_error = on_error::discard}.native().on_error, STREW_ON_ERROR_DISCARD);
  const std::vector<float> data{1, 2, 3};
  const std::vector<int> at{2, 0, 3, 4};
  std::vector<float> output(4, 9);
  const strew::plan plan = strew::plan_gather(data, at, output, 0);
  const auto kept = plan.try_execute({.data = data, .indices = at, .output = output});
  EXPECT_EQ(output, std::vector<float>(4, 9));
  const auto got = strew::try_gather(data, at, output, 0, {}, {.on_error = on_error::discard});
  EXPECT_EQ(got.error().message(), kept.error().message());
  EXPECT_EQ(got.error().position(), 2U);
  EXPECT_EQ(got.error().count(), 2U);
  EXPECT_EQ(strew::try_gather(data, at, output, 0, {}, {.on_error = static_cast<on_error>(2)}).error().rule(), "AT1");
}

TEST(cpp_api_plan, a_plan_in_place_and_not_gives_the_same) {
  scatter_case work(1000, 10);
  const auto expected = work.expected();
  const strew::plan sum = work.make_plan();
  std::vector<double> output(work.cells.size(), -1.0);
  sum.execute(
      {.data = work.cells.data(), .indices = work.at.data(), .updates = work.updates.data(), .output = output.data()});
  EXPECT_EQ(output, expected);
  sum.execute({.data = work.cells.data(),
               .indices = work.at.data(),
               .updates = work.updates.data(),
               .output = work.cells.data()});
  EXPECT_EQ(work.cells, expected);
}

TEST(cpp_api_plan, equal_problems_compare_equal) {
  scatter_case small(100, 10), other(100, 11);
  const strew::plan left = small.make_plan(), right = small.make_plan(), different = other.make_plan();
  EXPECT_TRUE(left == right);
  EXPECT_EQ(left.hash(), right.hash());
  EXPECT_EQ(left.problem(), right.problem());
  EXPECT_FALSE(left == different);
  EXPECT_NE(left.problem(), different.problem());
}

TEST(cpp_api_plan, text_is_whole_and_has_no_closing_zero) {
  scatter_case work(100, 10);
  const strew::plan sum = work.make_plan();
  for (const std::string text : {sum.problem(), sum.describe(), sum.explain()}) {
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find('\0'), std::string::npos);
  }
  EXPECT_NE(sum.explain().find("\nproblem      " + std::string(sum.problem())), std::string::npos);
  EXPECT_GE(sum.bytes(), 100U * sizeof(double));
}

TEST(cpp_api_plan, a_plan_moves) {
  scatter_case work(100, 10);
  strew::plan first = work.make_plan();
  const strew_plan* handle = first.native();
  strew::plan second = std::move(first);
  EXPECT_EQ(second.native(), handle);
  first = work.make_plan();
  EXPECT_TRUE(first == second);
}

TEST(cpp_api_plan, two_threads_execute_one_plan) {
  scatter_case work(200000, 1000);
  const auto expected = work.expected();
  const strew::plan sum = work.make_plan();
  std::vector<double> outputs[2] = {std::vector<double>(1000), std::vector<double>(1000)};
  const auto run = [&](std::vector<double>& output) {
    for (int round = 0; round < 5; ++round) {
      sum.execute({.data = work.cells.data(),
                   .indices = work.at.data(),
                   .updates = work.updates.data(),
                   .output = output.data()},
                  {.threads = 2});
    }
  };
  std::thread other([&] { run(outputs[1]); });
  run(outputs[0]);
  other.join();
  EXPECT_EQ(outputs[0], expected);
  EXPECT_EQ(outputs[1], expected);
}

TEST(cpp_api_plan, a_cancel_callback_stops_the_execution) {
  scatter_case work(1000000, 1000);
  const strew::const_view tuples(work.at, {work.count, 1});
  int calls = 0;
  const auto stopped = strew::try_scatter_nd(work.cells, tuples, work.updates, {.reduction = strew::reduction::add},
                                             {.threads = 1, .cancel = [&calls] { return ++calls > 0; }});
  EXPECT_EQ(stopped.code(), strew::status::cancelled);
  EXPECT_GT(calls, 0);
  const auto threw = strew::try_scatter_nd(work.cells, tuples, work.updates, {.reduction = strew::reduction::add},
                                           {.threads = 1, .cancel = []() -> bool { throw std::runtime_error("no"); }});
  EXPECT_EQ(threw.code(), strew::status::cancelled);
  const auto ran = strew::try_scatter_nd(work.cells, tuples, work.updates, {.reduction = strew::reduction::add},
                                         {.threads = 1, .cancel = [] { return false; }});
  EXPECT_TRUE(ran);
}

}  // namespace
