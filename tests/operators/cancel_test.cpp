// The cancel callback, on every operator.
#include "operators/rules.hpp"

namespace strew::support {
namespace {

struct counter {
  int calls = 0;
  int stop_at = 0;  // 0: never
};

int count_call(void* context) {
  auto* c = static_cast<counter*>(context);
  ++c->calls;
  return c->stop_at != 0 && c->calls >= c->stop_at ? 1 : 0;
}

strew_error run_with(sample& s, counter& c) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = &count_call;
  execution.cancel_context = &c;
  s.twist = [&](arguments& a) { a.execution = &execution; };
  return run(s.view());
}

TEST(cancel, CN1_on_every_operator) {
  for (const op what : all_ops) {
    sample s = sample_of(what);
    counter stops{0, 1};
    const strew_error error = run_with(s, stops);
    EXPECT_EQ(error.status, STREW_CANCELLED) << name_of(what);
    EXPECT_STREQ(error.rule, "CN1");
    EXPECT_STRNE(error.message, "");
    EXPECT_EQ(stops.calls, 1) << name_of(what);
    counter goes_on;
    EXPECT_EQ(run_with(s, goes_on).status, STREW_OK) << name_of(what);
    EXPECT_GT(goes_on.calls, 0) << name_of(what);
  }
}

// Also between the passes of a reduction that keeps state, and while duplicates are looked for.
TEST(cancel, CN1_in_every_pass) {
  for (const op what : line_scatters) {
    for (const bool refuses : {false, true}) {
      const auto polled = [&](int stop_at) {
        line<int32_t> l{what, {1, 2, 3}, {2, 0}, {5, 6}, options_of(STREW_MEAN)};
        l.options.duplicates = refuses ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
        counter c{0, stop_at};
        strew_execution execution = STREW_EXECUTION_INIT;
        execution.cancel = &count_call;
        execution.cancel_context = &c;
        l.execution = &execution;
        const strew_error error = l.run();
        EXPECT_EQ(error.status, stop_at == 0 ? STREW_OK : STREW_CANCELLED) << stop_at;
        return c.calls;
      };
      const int all = polled(0);
      EXPECT_GE(all, refuses ? 4 : 3);
      for (int stop_at = 1; stop_at <= all; ++stop_at) EXPECT_EQ(polled(stop_at), stop_at);
    }
  }
}

// An error is found before the first poll.
TEST(cancel, errors_come_first) {
  for (const op what : all_ops) {
    sample s = sample_of(what);
    s.indices.values[0] = 99;
    counter stops{0, 1};
    EXPECT_EQ(run_with(s, stops).status, STREW_ERROR_INDEX) << name_of(what);
    EXPECT_EQ(stops.calls, 0);
  }
}

}  // namespace
}  // namespace strew::support
