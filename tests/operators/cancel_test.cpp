// The cancel callback, on every operator.
#include "operators/line.hpp"
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
  execution.threads = 1;  // the number of polls is that of one thread
  execution.cancel = &count_call;
  execution.cancel_context = &c;
  s.mutate = [&](arguments& a) { a.execution = &execution; };
  return run(s.view());
}

TEST(cancel, CN1_on_every_operator) {
  for (const operator_kind kind : all_ops) {
    sample s = sample_of(kind);
    counter stops{0, 1};
    const strew_error error = run_with(s, stops);
    EXPECT_EQ(error.status, STREW_STATUS_CANCELLED) << name_of(kind);
    EXPECT_STREQ(error.rule, "CN1");
    EXPECT_STRNE(error.message, "");
    EXPECT_EQ(stops.calls, 1) << name_of(kind);
    counter goes_on;
    EXPECT_EQ(run_with(s, goes_on).status, STREW_STATUS_OK) << name_of(kind);
    EXPECT_GT(goes_on.calls, 0) << name_of(kind);
  }
}

// Also between the passes of a reduction that keeps state, and while duplicates are looked for.
TEST(cancel, CN1_in_every_pass) {
  for (const operator_kind kind : line_scatters) {
    for (const bool refuses : {false, true}) {
      const auto polled = [&](int stop_at) {
        line<int32_t> l{kind, {1, 2, 3}, {2, 0}, {5, 6}, options_of(STREW_REDUCTION_MEAN)};
        l.options.duplicates = refuses ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
        counter c{0, stop_at};
        strew_execution execution = STREW_EXECUTION_INIT;
        execution.threads = 1;  // the number of polls is that of one thread
        execution.cancel = &count_call;
        execution.cancel_context = &c;
        l.execution = &execution;
        const strew_error error = l.run();
        EXPECT_EQ(error.status, stop_at == 0 ? STREW_STATUS_OK : STREW_STATUS_CANCELLED) << stop_at;
        return c.calls;
      };
      const int all = polled(0);
      EXPECT_GE(all, refuses ? 3 : 2);
      for (int stop_at = 1; stop_at <= all; ++stop_at) EXPECT_EQ(polled(stop_at), stop_at);
    }
  }
}

// Adds `width` ones for each index to a table of two rows; returns how often it was asked to stop.
int polls_of_wide_rows(const std::vector<int64_t>& indices, int64_t width) {
  const auto rows = static_cast<int64_t>(indices.size());
  std::vector<float> data(static_cast<size_t>(2 * width));
  const float one = 1;
  const int64_t data_extents[] = {2, width};
  const int64_t update_extents[] = {rows, width};
  const int64_t standing[] = {0, 0};
  const strew_tensor d = {sizeof d, 1, STREW_DEVICE_CPU, STREW_DTYPE_F32, data.data(), 4, 2, data_extents, nullptr};
  strew_tensor u = d;
  u.data = const_cast<float*>(&one);
  u.extents = update_extents;
  u.strides = standing;
  strew_tensor i = d;
  i.dtype = STREW_DTYPE_I64;
  i.data = const_cast<int64_t*>(indices.data());
  i.element_bytes = 8;
  i.rank = 1;
  i.extents = update_extents;
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  strew_execution execution = STREW_EXECUTION_INIT;
  counter polls;
  execution.threads = 1;  // the number of polls is that of one thread
  execution.cancel = &count_call;
  execution.cancel_context = &polls;
  EXPECT_EQ(strew_scatter(&d, &i, &u, &d, 0, 0, &options, &execution, nullptr), STREW_STATUS_OK);
  EXPECT_EQ(data[0] + data[static_cast<size_t>(width)], static_cast<float>(rows));
  return polls.calls;
}

// At least once in 4 MiB: indices that step evenly are one run, others are blocks.
TEST(cancel, CN1_within_wide_rows) {
  const std::vector<int64_t> same(2048);
  EXPECT_GE(polls_of_wide_rows(same, 4096), 2048 * 4096 * 4 >> 22U);
  EXPECT_GE(polls_of_wide_rows(std::vector<int64_t>(256), 65536), 256 * 65536 * 4 >> 22U);
  std::vector<int64_t> uneven(512);
  for (size_t n = 0; n < uneven.size(); ++n) uneven[n] = n % 3 == 0 ? 1 : 0;
  EXPECT_GE(polls_of_wide_rows(uneven, 65536), 512 * 65536 * 4 >> 22U);
}

// What moves polls at least once in 16 MiB, whatever its shape. Returns how often, and that every poll can stop it.
int polls_of(arguments a) {
  counter goes_on;
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = 1;  // the number of polls is that of one thread
  execution.cancel = &count_call;
  execution.cancel_context = &goes_on;
  a.execution = &execution;
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  for (const int stop_at : {1, goes_on.calls / 2, goes_on.calls}) {
    counter stops{0, stop_at};
    execution.cancel_context = &stops;
    EXPECT_EQ(run(a).status, STREW_STATUS_CANCELLED) << stop_at << " of " << goes_on.calls;
    EXPECT_EQ(stops.calls, stop_at);
  }
  return goes_on.calls;
}

constexpr int64_t mebi = 1 << 20;

array<uint8_t> bytes_of(const shape& extents) {
  int64_t count = 1;
  for (const int64_t n : extents) count *= n;
  return {extents, std::vector<uint8_t>(static_cast<size_t>(count))};
}

TEST(cancel, CN1_within_a_few_wide_rows) {
  const array<uint8_t> data = bytes_of({2, 4 * mebi});
  const array<int32_t> indices{{17}, {1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1}};
  array<uint8_t> output = bytes_of({17, 4 * mebi});
  arguments a;
  a.kind = operator_kind::gather;
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  EXPECT_GE(polls_of(a), 17 * 4 / 16);
}

TEST(cancel, CN1_within_one_row_and_its_fill) {
  const array<uint8_t> data = bytes_of({1, 64 * mebi});
  array<uint8_t> output = bytes_of({1, 64 * mebi});
  strew_options options = STREW_OPTIONS_INIT;
  options.out_of_bounds = STREW_OOB_FILL;
  for (const int32_t index : {0, 5}) {
    const array<int32_t> indices{{1}, {index}};
    arguments a;
    a.kind = operator_kind::gather;
    a.options = &options;
    a.data = data.view();
    a.indices = indices.view();
    a.output = output.view();
    EXPECT_GE(polls_of(a), 64 / 16) << index;
  }
}

// A row whose accumulators are kept piece by piece; all cells, loaded and stored at once.
TEST(cancel, CN1_while_rows_are_accumulated) {
  array<uint8_t> data = bytes_of({2, 16 * mebi});
  const array<int32_t> indices{{1}, {1}};
  const array<uint8_t> updates = bytes_of({1, 16 * mebi});
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_MEAN;
  arguments a;
  a.kind = operator_kind::scatter;
  a.options = &options;
  a.data = a.output = data.view();
  a.indices = indices.view();
  a.updates = updates.view();
  EXPECT_GE(polls_of(a), 16);
  options.solver = "strided";
  EXPECT_GE(polls_of(a), 2 * 32 / 16);
}

// The copy of data where rows of the output stand apart, and where it is turned.
TEST(cancel, CN1_within_a_copy_of_long_rows) {
  const array<uint8_t> data = bytes_of({12, 8 * mebi});
  array<uint8_t> output = bytes_of({12, 8 * mebi + 64});
  const array<int32_t> indices{{0}, {}};
  const array<uint8_t> updates = bytes_of({0, 8 * mebi});
  arguments a;
  a.kind = operator_kind::scatter;
  a.data = data.view();
  a.indices = indices.view();
  a.updates = updates.view();
  a.output = output.view();
  a.output.extents = a.data.extents;
  EXPECT_GE(polls_of(a), 12 * 8 / 16);
}

// An error is found before the first poll.
TEST(cancel, errors_come_first) {
  for (const operator_kind kind : all_ops) {
    sample s = sample_of(kind);
    s.indices.values[0] = 99;
    counter stops{0, 1};
    EXPECT_EQ(run_with(s, stops).status, STREW_STATUS_INDEX) << name_of(kind);
    EXPECT_EQ(stops.calls, 0);
  }
}

int count_call_once(void* context) {
  auto* c = static_cast<counter*>(context);
  return ++c->calls == c->stop_at ? 1 : 0;
}

// Adds ones where indices ascend in two runs, in two tasks one after the other.
strew_status add_in_runs(counter& polls) {
  constexpr int64_t half = 140'000;
  const array<float> data{{half}, std::vector<float>(half)};
  const array<float> updates{{2 * half}, std::vector<float>(2 * half, 1.0F)};
  array<int32_t> indices{{2 * half}, std::vector<int32_t>(2 * half)};
  for (int64_t n = 0; n < 2 * half; ++n) indices.values[static_cast<size_t>(n)] = static_cast<int32_t>(n % half);
  array<float> output{{half}, std::vector<float>(half)};
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  options.solver = "sorted";
  strew_executor executor = STREW_EXECUTOR_INIT;
  executor.min_bytes = 1;
  executor.concurrency = [](void*) { return uint64_t{2}; };
  executor.is_inside = [](void*) { return 0; };
  executor.run = [](void*, uint64_t tasks, void (*task)(void*, uint64_t), void* argument) {
    for (uint64_t n = 0; n < tasks; ++n) task(argument, n);
  };
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = &executor;
  execution.cancel = &count_call_once;
  execution.cancel_context = &polls;
  arguments a;
  a.kind = operator_kind::scatter;
  a.data = data.view();
  a.indices = indices.view();
  a.updates = updates.view();
  a.output = output.view();
  a.options = &options;
  a.execution = &execution;
  return run(a).status;
}

// A callback that says so once is asked in every pass: none takes its answer for something else.
TEST(cancel, CN1_once_while_ascending_runs_are_looked_for) {
  counter all;
  EXPECT_EQ(add_in_runs(all), STREW_STATUS_OK);
  EXPECT_GT(all.calls, 8);
  for (int stop_at = 1; stop_at <= all.calls; ++stop_at) {
    counter stops{0, stop_at};
    EXPECT_EQ(add_in_runs(stops), STREW_STATUS_CANCELLED) << stop_at << " of " << all.calls;
  }
}

}  // namespace
}  // namespace strew::support
