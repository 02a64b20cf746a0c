// Calls of several threads at once, as docs/abi.md allows them. tools/tsan runs these under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "threads/at_once.hpp"

namespace strew::testing {
namespace {

using cases::operator_kind;
using support::line;

// A table of `rows` numbers, each ten times its place.
line<std::int32_t> tens(std::int64_t rows, const std::vector<std::int64_t>& at) {
  line<std::int32_t> made{operator_kind::gather, {}, at, std::vector<std::int32_t>(at.size())};
  for (std::int64_t i = 0; i < rows; ++i) made.data.push_back(static_cast<std::int32_t>(10 * i));
  return made;
}

TEST(threads, calls_that_are_remembered_and_forgotten) {
  constexpr int different = 200;  // more than the library remembers
  at_once(4, [](int t) {
    for (int n = 0; n < 3000; ++n) {
      const std::int64_t rows = 2 + (n / 4 + t) % different;  // each a few times in a row
      auto one = tens(rows, {rows - 1, 0, -2});
      ASSERT_EQ(one.run().status, STREW_STATUS_OK);
      const auto last = static_cast<std::int32_t>(10 * (rows - 1));
      ASSERT_EQ(one.direct, (std::vector<std::int32_t>{last, 0, last - 10}));
    }
  });
}

TEST(threads, each_call_has_its_own_record) {
  at_once(4, [](int t) {
    for (int n = 0; n < 300; ++n) {
      auto one = tens(4, {0, 4 + t});
      const strew_error error = one.run();
      ASSERT_EQ(error.status, STREW_STATUS_INDEX);
      ASSERT_EQ(error.tuple[0], static_cast<std::uint64_t>(4 + t));
    }
  });
}

// The one race that the contract allows, which is why tests/threads/tsan.supp names this function.
void rewrite_indices_during_a_call(std::vector<std::int64_t>& indices, const std::atomic<bool>& is_over) {
  volatile std::int64_t* at = indices.data();
  for (std::size_t n = 0; !is_over.load(); ++n) at[n % indices.size()] = n % 3 == 0 ? 1000000 : static_cast<int>(n % 8);
}

TEST(threads, indices_that_another_thread_rewrites_cannot_leave_the_table) {
  std::vector<std::int64_t> indices(256, 3);
  std::atomic<bool> is_over = false;
  std::thread other([&] { rewrite_indices_during_a_call(indices, is_over); });
  int refused = 0;
  constexpr int calls = 400;
  constexpr int most = 1000000;  // until the other thread has a turn too
  for (int n = 0; n < calls || (refused == 0 && n < most); ++n) {
    if (n >= calls) std::this_thread::yield();
    auto one = tens(8, std::vector<std::int64_t>(256));
    one.options = support::options_of(STREW_REDUCTION_NONE, n % 2 == 0 ? STREW_OOB_ERROR : STREW_OOB_CLAMP);
    support::arguments a = one.view();
    a.indices.data = indices.data();
    const strew_error error = support::run(a);
    refused += error.status == STREW_STATUS_INDEX ? 1 : 0;
    ASSERT_TRUE(error.status == STREW_STATUS_OK || (n % 2 == 0 && error.status == STREW_STATUS_INDEX)) << error.message;
    for (const std::int32_t value : one.direct) ASSERT_TRUE(value % 10 == 0 && value >= 0 && value < 80) << value;
  }
  is_over = true;
  other.join();
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace strew::testing
