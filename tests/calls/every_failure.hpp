// Lets the first, the second, ... allocation of a call fail until the call needs no further one.
#pragma once

#include <gtest/gtest.h>
#include <strew/strew.h>

#include "failing_new.hpp"

namespace strew::testing {

// `call` returns a status and fills `error`; `is_untouched` tells whether what it would write is as it was. Each
// failure must be rule MM1, write nothing and leave nothing behind. Returns how many allocations failed; the last call,
// in which none does, must end with `expected`.
template <class Call, class IsUntouched>
int expect_every_failure_is_clean(strew_error& error, strew_status expected, const Call& call,
                                  const IsUntouched& is_untouched) {
  for (int n = 0; n < 5000; ++n) {
    const std::int64_t before = live_blocks();
    fail_allocation_after(n);
    const strew_status status = call();
    fail_allocation_after(-1);
    const std::int64_t after = live_blocks();
    if (!an_allocation_failed()) {
      EXPECT_EQ(status, expected) << error.message;
      return n;
    }
    // Some memory can be done without.
    if (status == expected) continue;
    EXPECT_EQ(status, STREW_STATUS_MEMORY) << n << ": " << error.message;
    EXPECT_STREQ(error.rule, "MM1") << n;
    EXPECT_STRNE(error.message, "") << n;
    EXPECT_TRUE(is_untouched()) << n;
    EXPECT_EQ(after, before) << n;
    if (::testing::Test::HasFailure()) return n;
  }
  ADD_FAILURE() << "5000 allocations";
  return 0;
}

}  // namespace strew::testing
