// Units without an axis that tasks could divide are divided by their bytes: the copy of contiguous data to the output,
// and a few long rows that are read or written.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "operators/expect.hpp"
#include "threads/executors.hpp"

namespace strew::support {
namespace {

// The output of a call whose operands the caller sets, in so many tasks at once.
template <class T>
void expect_in_tasks(arguments a, const array<T>& output, const std::vector<T>& expected) {
  for (const uint64_t tasks : several_tasks) {
    shuffling_executor executor(tasks);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor.made;
    execution.threads = tasks;
    array<T> made = output;
    a.output = made.view();
    a.execution = &execution;
    const strew_error error = run(a);
    ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
    EXPECT_TRUE(made.values == expected) << tasks << " tasks";
    EXPECT_EQ(executor.most, tasks);
  }
}

TEST(units, of_copied_data) {
  for (const int64_t cells : {int64_t{10'007}, int64_t{16'384}}) {
    const array<int32_t> data{{cells}, counting<int32_t>(cells, 5)};
    const array<int64_t> indices{{1}, {3}};
    const array<int32_t> updates{{1}, {-1}};
    std::vector<int32_t> expected = data.values;
    expected[3] = -1;
    arguments a = along(operator_kind::scatter, 0);
    a.data = data.view();
    a.indices = indices.view();
    a.updates = updates.view();
    expect_in_tasks(a, array<int32_t>{{cells}, std::vector<int32_t>(static_cast<size_t>(cells))}, expected);
  }
}

TEST(units, of_rows_that_are_read_or_filled) {
  constexpr int64_t width = 5003;
  const array<int16_t> data{{4, width}, counting<int16_t>(4 * width)};
  const array<int64_t> indices{{2}, {2, 9}};
  array<int16_t> output{{2, width}, std::vector<int16_t>(2 * width, 7)};
  std::vector<int16_t> expected(data.values.begin() + 2 * width, data.values.begin() + 3 * width);
  expected.resize(2 * width, -3);
  strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_FILL);
  const int64_t fill = -3;
  options.fill_value = &fill;
  options.fill_dtype = STREW_DTYPE_I64;
  arguments a = along(operator_kind::gather, 0);
  a.data = data.view();
  a.indices = indices.view();
  a.options = &options;
  expect_in_tasks(a, output, expected);
}

// Two positions write one row: the last one counts.
TEST(units, of_rows_that_are_written_twice) {
  constexpr int64_t width = 5003;
  const array<double> updates{{3, width}, counting<double>(3 * width)};
  const array<int64_t> indices{{3}, {1, 0, 1}};
  std::vector<double> expected(updates.values.begin() + width, updates.values.begin() + 3 * width);
  array<double> output{{2, width}, std::vector<double>(2 * width, 7)};
  arguments a = along(operator_kind::scatter, 0);
  a.data = output.view();
  a.indices = indices.view();
  a.updates = updates.view();
  expect_in_tasks(a, output, expected);
}

}  // namespace
}  // namespace strew::support
