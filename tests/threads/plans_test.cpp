// Plans and prepared indices that threads share.
#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/lists.hpp"
#include "threads/at_once.hpp"

namespace strew::testing {
namespace {

using namespace strew::support;  // NOLINT(google-build-using-namespace): the words of the tests

constexpr std::int64_t updates = 3000, cells = 64;
constexpr int threads = 4;

using numbers = std::vector<std::int32_t>;

line<std::int32_t> sum_of(std::int32_t reduction) {
  line<std::int32_t> made{
      operator_kind::scatter, numbers(cells), {}, counting<std::int32_t>(updates), options_of(reduction)};
  for (std::int64_t n = 0; n < updates; ++n) made.indices.push_back(n * 37 % cells);
  return made;
}

std::string text_of(const plan_handle& plan) {
  std::string text(strew_plan_describe(plan.get(), nullptr, 0), ' ');
  strew_plan_describe(plan.get(), text.data(), text.size() + 1);
  return text;
}

TEST(threads, one_plan) {
  for (const std::int32_t reduction : {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_MEAN}) {
    auto work = sum_of(reduction);
    const arguments a = work.view();
    const plan_handle plan = plan_of(a);
    const std::string text = text_of(plan);
    std::vector<numbers> results(threads, numbers(cells));
    at_once(threads, [&](int t) {
      const numbers zeros(cells);
      for (int n = 0; n < 20; ++n) {
        ASSERT_EQ(strew_execute(plan.get(), zeros.data(), work.indices.data(), a.updates.data,
                                results[static_cast<std::size_t>(t)].data(), nullptr, nullptr),
                  STREW_STATUS_OK);
        ASSERT_EQ(text_of(plan), text);
        ASSERT_EQ(strew_plan_hash(plan.get()), strew_plan_hash(plan.get()));
      }
    });
    ASSERT_EQ(work.run().status, STREW_STATUS_OK);
    for (const numbers& result : results) EXPECT_EQ(result, work.data) << reduction;
  }
}

TEST(threads, one_set_of_prepared_indices) {
  auto work = sum_of(STREW_REDUCTION_ADD);
  const arguments a = work.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, work.indices.data());  // inspected first by whichever thread comes
  const auto order = order_of(prepared_of(plan, work.indices.data()));
  const plan_handle another = bound_of(plan, prepared);
  std::vector<numbers> results(threads, numbers(cells));
  at_once(threads, [&](int t) {
    const numbers zeros(cells);
    for (int n = 0; n < 20; ++n) {
      const plan_handle bound = bound_of(plan, prepared);
      ASSERT_EQ(strew_execute(bound.get(), zeros.data(), nullptr, a.updates.data,
                              results[static_cast<std::size_t>(t)].data(), nullptr, nullptr),
                STREW_STATUS_OK);
      ASSERT_EQ(strew_plan_hash(bound.get()), strew_plan_hash(another.get()));
      ASSERT_EQ(order_of(prepared), order);
      ASSERT_EQ(info_of(prepared).order, STREW_ORDER_UNSORTED);
    }
  });
  ASSERT_EQ(work.run().status, STREW_STATUS_OK);
  for (const numbers& result : results) EXPECT_EQ(result, work.data);
}

// Listed first by whichever thread comes, while others inspect them.
TEST(threads, one_set_of_lists) {
  auto work = sum_of(STREW_REDUCTION_ADD);
  const plan_handle plan = plan_of(work.view());
  const cell_lists expected = lists_of(prepared_of(plan, work.indices.data()));
  EXPECT_EQ(expected.cells.size(), static_cast<std::size_t>(cells));
  for (int n = 0; n < 20; ++n) {
    const prepared_handle prepared = prepared_of(plan, work.indices.data());
    std::vector<strew_prepared_lists> seen(threads);
    at_once(threads, [&](int t) {
      strew_prepared_lists& mine = seen[static_cast<std::size_t>(t)];
      const std::uint64_t distinct = t == 0 ? info_of(prepared).distinct : expected.cells.size();
      ASSERT_EQ(distinct, expected.cells.size());
      mine = view_of(prepared);
      ASSERT_EQ(lists_of(mine), expected);
      ASSERT_EQ(order_of(prepared), expected.order);
    });
    for (const strew_prepared_lists& mine : seen) {
      EXPECT_EQ(mine.serial, seen[0].serial);
      EXPECT_EQ(mine.cells, seen[0].cells);
      EXPECT_EQ(mine.segment_starts, seen[0].segment_starts);
    }
  }
}

TEST(threads, serials_of_indices_prepared_at_once) {
  auto work = sum_of(STREW_REDUCTION_ADD);
  const plan_handle plan = plan_of(work.view());
  constexpr int times = 50;
  std::vector<std::uint64_t> serials(threads * times);
  at_once(threads, [&](int t) {
    for (int n = 0; n < times; ++n)
      serials[static_cast<std::size_t>(t * times + n)] = view_of(prepared_of(plan, work.indices.data())).serial;
  });
  std::sort(serials.begin(), serials.end());
  EXPECT_EQ(std::adjacent_find(serials.begin(), serials.end()), serials.end());
}

TEST(threads, whoever_is_last_frees_what_bound_plans_share) {
  auto work = sum_of(STREW_REDUCTION_ADD);
  const arguments a = work.view();
  for (int n = 0; n < 20; ++n) {
    plan_handle plan = plan_of(a);
    prepared_handle prepared = prepared_of(plan, work.indices.data());
    std::vector<plan_handle> bound;
    for (int t = 0; t < threads; ++t) bound.push_back(bound_of(plan, prepared));
    at_once(threads + 1, [&](int t) {
      if (t == threads) {
        prepared.reset();
        plan.reset();
        return;
      }
      numbers result(cells);
      plan_handle& mine = bound[static_cast<std::size_t>(t)];
      ASSERT_EQ(strew_execute(mine.get(), result.data(), nullptr, a.updates.data, result.data(), nullptr, nullptr),
                STREW_STATUS_OK);
      mine.reset();
    });
  }
}

TEST(threads, a_cancel_stops_its_own_execution) {
  auto work = sum_of(STREW_REDUCTION_ADD);
  const arguments a = work.view();
  const plan_handle plan = plan_of(a);
  std::atomic<bool> is_unwanted = false;
  strew_execution stoppable = STREW_EXECUTION_INIT;
  stoppable.cancel = [](void* context) { return static_cast<std::atomic<bool>*>(context)->load() ? 1 : 0; };
  stoppable.cancel_context = &is_unwanted;
  std::atomic<int> stopped = 0;
  at_once(threads, [&](int t) {
    const strew_execution* with = t % 2 == 0 ? &stoppable : nullptr;
    for (int n = 0; n < 100 || (with != nullptr && stopped == 0); ++n) {
      numbers result(cells);
      const strew_status status =
          strew_execute(plan.get(), result.data(), work.indices.data(), a.updates.data, result.data(), with, nullptr);
      if (t == 1 && n == 50) is_unwanted = true;
      if (with != nullptr && status == STREW_STATUS_CANCELLED)
        ++stopped;
      else
        ASSERT_EQ(status, STREW_STATUS_OK);
    }
  });
  EXPECT_GT(stopped, 0);
}

}  // namespace
}  // namespace strew::testing
