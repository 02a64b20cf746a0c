// Windows are divided among tasks too: those that are read, the only one of a call among them, and those that overlap
// where they are written. The bits are those of one task.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "operators/expect.hpp"
#include "threads/executors.hpp"

namespace strew::support {
namespace {

constexpr int64_t rows = 90, columns = 40;

using floats = array<float>;

floats some_floats(const shape& extents, int64_t count) {
  floats made{extents, {}};
  for (int64_t n = 0; n < count; ++n) made.values.push_back(static_cast<float>(n * 7919 % 1009) / 7);
  return made;
}

// Windows of [high, wide] elements of a table of [rows, columns].
struct window_call {
  operator_kind kind;
  strew_options options;
  int64_t high, wide;
  array<int64_t> starts;
  floats table, windows;
  floats output = {};

  window_call(operator_kind of, int32_t outside, int32_t reduction, int64_t count, int64_t h, int64_t w)
      : kind(of),
        options(options_of(reduction, outside, STREW_NEGATIVE_INVALID)),
        high(h),
        wide(w),
        starts{{count, 2}, {}},
        table(some_floats({rows, columns}, rows * columns)),
        windows(some_floats({count, h, w}, count * h * w)) {
    options.accumulate = STREW_ACCUMULATE_NATIVE;
    std::mt19937_64 draw(11);
    const bool is_in = outside == STREW_OOB_ERROR;
    const auto any = [&](int64_t extent, int64_t window) {
      const int64_t places = is_in ? extent - window + 1 : extent + window;
      return static_cast<int64_t>(draw() % static_cast<uint64_t>(places)) - (is_in ? 0 : window);
    };
    for (int64_t n = 0; n < count; ++n) {
      starts.values.push_back(any(rows, h));
      starts.values.push_back(any(columns, w));
    }
  }

  // What is written with this executor.
  const std::vector<float>& written(uint64_t tasks, const strew_executor* executor) {
    const bool reads = kind == operator_kind::stablehlo_gather;
    output = reads ? floats{windows.extents, std::vector<float>(windows.values.size(), 7)} : table;
    arguments a = stablehlo(kind, {{1, 2}, {}, {}, {}, {0, 1}, 1, {}});
    if (reads) a.numbers.slice_sizes = {high, wide};
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = executor;
    execution.threads = tasks;
    a.data = reads ? table.view() : output.view();
    a.indices = starts.view();
    a.updates = windows.view();
    a.output = output.view();
    a.options = &options;
    a.execution = &execution;
    const strew_error error = run(a);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    return output.values;
  }

  // In tasks, several of them, as in one.
  void check() {
    const std::vector<float> expected = written(1, nullptr);
    for (const uint64_t tasks : several_tasks) {
      shuffling_executor executor(tasks);
      EXPECT_TRUE(written(tasks, &executor.made) == expected) << tasks << " tasks";
      EXPECT_GT(executor.most, 1U) << tasks << " tasks";
    }
  }
};

constexpr int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP};

TEST(windows_in_tasks, that_are_read) {
  for (const int32_t outside : {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_FILL}) {
    SCOPED_TRACE(outside);
    for (const int32_t partial : {STREW_PARTIAL_ELEMENT, STREW_PARTIAL_WHOLE}) {
      window_call one(operator_kind::stablehlo_gather, outside, STREW_REDUCTION_NONE, 1, 77, 33);
      one.options.partial_window = partial;
      for (const int64_t start : {0, 5, 13}) {
        one.starts.values = {start, 7};
        if (outside != STREW_OOB_ERROR) one.starts.values = {start * 5 - 30, start - 20};
        one.check();
      }
    }
  }
}

TEST(windows_in_tasks, that_overlap) {
  for (const int32_t outside : policies) {
    SCOPED_TRACE(outside);
    for (const int32_t reduction : {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD}) {
      window_call(operator_kind::stablehlo_scatter, outside, reduction, 3000, 9, 7).check();
      window_call(operator_kind::stablehlo_scatter, outside, reduction, 700, 50, 40).check();  // columns are whole
    }
  }
}

// The part of all updates that the task with most of them applies: each of them adds 1.
TEST(windows_in_tasks, have_equal_shares) {
  window_call one(operator_kind::stablehlo_scatter, STREW_OOB_ERROR, STREW_REDUCTION_ADD, 4000, 9, 7);
  std::fill(one.table.values.begin(), one.table.values.end(), 0.0F);
  std::fill(one.windows.values.begin(), one.windows.values.end(), 1.0F);
  for (const uint64_t tasks : {2U, 8U}) {
    watching_executor executor(tasks);
    double before = 0;
    double most = 0;
    executor.look = [&] {
      const double now = std::accumulate(one.output.values.begin(), one.output.values.end(), 0.0);
      most = std::max(most, now - before);
      before = now;
    };
    one.written(tasks, &executor.made);
    EXPECT_LT(most / before, 1.3 / static_cast<double>(tasks));
  }
}

}  // namespace
}  // namespace strew::support
