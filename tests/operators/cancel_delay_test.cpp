// How soon a cancel is heard while indices are validated, reported, sorted and prepared: counted in values that are
// looked at between two polls, not in seconds. Each pass over n of them polls n / 65536 times at least.
#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

constexpr int64_t values_between_polls = 1 << 16;
constexpr int64_t delayed_positions = 1 << 18;

// Stops at poll number `stop_at`; 0: never.
struct poll_count {
  int64_t calls = 0;
  int64_t stop_at = 0;
  strew_execution execution = STREW_EXECUTION_INIT;

  explicit poll_count(int64_t stop = 0) : stop_at(stop) {
    execution.threads = 1;  // the number of polls is that of one thread
    execution.cancel_context = this;
    execution.cancel = [](void* self) {
      auto& mine = *static_cast<poll_count*>(self);
      return ++mine.calls == mine.stop_at ? 1 : 0;
    };
  }
};

// `passes` over all positions, each with its polls; and whichever poll says stop ends the call at once.
void expect_polls(int64_t passes, int64_t values, strew_status usual,
                  const std::function<strew_status(const strew_execution&)>& call) {
  poll_count all;
  EXPECT_EQ(call(all.execution), usual);
  EXPECT_GE(all.calls, passes * (values / values_between_polls - 1));
  for (int64_t stop_at = 1; stop_at <= all.calls; ++stop_at) {
    poll_count some(stop_at);
    ASSERT_EQ(call(some.execution), STREW_STATUS_CANCELLED) << stop_at;
    EXPECT_EQ(some.calls, stop_at);
  }
}

using line_call = line<int32_t, int32_t>;

strew_options refusing_duplicates() {
  strew_options options = STREW_OPTIONS_INIT;
  options.duplicates = STREW_DUPLICATES_ERROR;
  return options;
}

// Every index once, in any order.
line_call shuffled_scatter(strew_options options = STREW_OPTIONS_INIT) {
  std::vector<int32_t> indices(static_cast<size_t>(delayed_positions));
  std::iota(indices.begin(), indices.end(), 0);
  std::shuffle(indices.begin(), indices.end(), std::mt19937(7));
  const auto count = static_cast<size_t>(delayed_positions);
  return {operator_kind::scatter, std::vector<int32_t>(count), std::move(indices), std::vector<int32_t>(count),
          options};
}

// Into so many cells that duplicates are found by sorting.
line<int8_t, int32_t> far_scatter() {
  constexpr int32_t distance = 200;
  line_call near = shuffled_scatter();
  for (int32_t& index : near.indices) index *= distance;
  return {operator_kind::scatter, std::vector<int8_t>(near.data.size() * distance), std::move(near.indices),
          std::vector<int8_t>(near.direct.size()), refusing_duplicates()};
}

template <class Call>
strew_status check(const plan_handle& plan, Call& l, const strew_execution& execution) {
  return strew_check(plan.get(), l.data.data(), l.indices.data(), l.direct.data(), l.data.data(), &execution, nullptr);
}

TEST(cancel_delay, while_indices_are_validated) {
  line_call l = shuffled_scatter();
  const plan_handle plan = plan_of(l.view());
  expect_polls(1, delayed_positions, STREW_STATUS_OK, [&](const auto& execution) { return check(plan, l, execution); });
}

TEST(cancel_delay, while_many_short_lines_are_validated) {
  array<int32_t> data{{8}, {}}, indices{{delayed_positions / 2, 2}, {}}, output{{delayed_positions / 2, 2}, {}};
  data.values.resize(8);
  output.values.resize(static_cast<size_t>(delayed_positions));
  indices.values.resize(static_cast<size_t>(delayed_positions * 2));
  const int64_t strides[] = {16, 4};  // every other pair: lines that cannot be numbered through
  arguments a = along(operator_kind::gather, 0);
  a.data = data.view();
  a.indices = indices.view();
  a.indices.strides = strides;
  a.output = output.view();
  const plan_handle plan = plan_of(a);
  expect_polls(1, delayed_positions, STREW_STATUS_OK, [&](const auto& execution) {
    return strew_check(plan.get(), data.values.data(), indices.values.data(), nullptr, output.values.data(), &execution,
                       nullptr);
  });
}

TEST(cancel_delay, while_a_bad_index_is_looked_for) {
  line_call l = shuffled_scatter();
  l.indices.back() = delayed_positions;
  const plan_handle plan = plan_of(l.view());
  expect_polls(2, delayed_positions, STREW_STATUS_INDEX,
               [&](const auto& execution) { return check(plan, l, execution); });
}

// Moved in the copy, with few polls, validated, reported.
TEST(cancel_delay, while_a_small_table_is_worked_on_in_a_copy) {
  line_call l{operator_kind::scatter, std::vector<int32_t>(16),
              std::vector<int32_t>(static_cast<size_t>(delayed_positions), 3),
              std::vector<int32_t>(static_cast<size_t>(delayed_positions), 1)};
  l.options.reduction = STREW_REDUCTION_ADD;
  l.indices.back() = 16;
  expect_polls(2, delayed_positions, STREW_STATUS_INDEX, [&](const auto& execution) {
    l.execution = &execution;
    return l.run().status;
  });
  EXPECT_EQ(l.data, std::vector<int32_t>(16));
}

// Validated, noted by a bit for each cell; where some collide, the first of them is looked for its pair.
TEST(cancel_delay, while_duplicates_are_looked_for) {
  line_call l = shuffled_scatter(refusing_duplicates());
  const plan_handle plan = plan_of(l.view());
  expect_polls(2, delayed_positions, STREW_STATUS_OK, [&](const auto& execution) { return check(plan, l, execution); });
  l.indices.back() = l.indices[l.indices.size() - 2];
  expect_polls(3, delayed_positions, STREW_STATUS_INDEX,
               [&](const auto& execution) { return check(plan, l, execution); });
}

// Validated, counted by ranges of cells, written to them, two digits of each range counted and moved, compared.
TEST(cancel_delay, while_duplicates_are_sorted) {
  auto l = far_scatter();
  const plan_handle plan = plan_of(l.view());
  expect_polls(9, delayed_positions, STREW_STATUS_OK, [&](const auto& execution) { return check(plan, l, execution); });
  l.indices.back() = l.indices.front();
  expect_polls(9, delayed_positions, STREW_STATUS_INDEX,
               [&](const auto& execution) { return check(plan, l, execution); });
}

template <class Call>
void expect_polls_of_preparing(int64_t passes, Call& l) {
  const plan_handle plan = plan_of(l.view());
  expect_polls(passes, delayed_positions, STREW_STATUS_OK, [&](const strew_execution& execution) {
    strew_prepared* made = nullptr;
    const strew_status status = strew_prepare(plan.get(), l.indices.data(), &execution, &made, nullptr);
    EXPECT_EQ(made != nullptr, status == STREW_STATUS_OK);
    strew_prepared_destroy(made);
    return status;
  });
}

// Copied, and duplicates looked for as above.
TEST(cancel_delay, while_indices_are_prepared) {
  line_call near = shuffled_scatter(refusing_duplicates());
  expect_polls_of_preparing(2, near);
  auto far = far_scatter();
  expect_polls_of_preparing(9, far);
}

// A table of 2^47 rows that share one place: the copy has 64-bit numbers, which are validated before they are copied.
// Cells and positions do not fit into one word.
TEST(cancel_delay, while_indices_of_a_huge_table_are_prepared) {
  std::vector<int64_t> indices(static_cast<size_t>(delayed_positions));
  std::mt19937_64 random(9);
  for (int64_t& one : indices) one = static_cast<int64_t>(random() >> 17U);
  const int64_t table[] = {int64_t{1} << 47U}, standing[] = {0}, extents[] = {delayed_positions};
  const float value = 1;
  std::vector<float> output(indices.size());
  strew_tensor data = STREW_TENSOR_INIT, index = STREW_TENSOR_INIT, to = STREW_TENSOR_INIT;
  data = {sizeof data, 1, STREW_DEVICE_CPU, STREW_DTYPE_F32, const_cast<float*>(&value), 4, 1, table, standing};
  index = {sizeof index, 1, STREW_DEVICE_CPU, STREW_DTYPE_I64, indices.data(), 8, 1, extents, nullptr};
  to = {sizeof to, 1, STREW_DEVICE_CPU, STREW_DTYPE_F32, output.data(), 4, 1, extents, nullptr};
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_gather(&data, &index, &to, 0, 0, nullptr, &plan, nullptr), STREW_STATUS_OK);
  std::vector<uint64_t> order(indices.size());
  expect_polls(2, delayed_positions, STREW_STATUS_OK, [&](const strew_execution& execution) {
    strew_prepared* made = nullptr;
    const strew_status status = strew_prepare(plan, indices.data(), &execution, &made, nullptr);
    if (status == STREW_STATUS_OK) strew_prepared_order(made, order.size(), order.data());
    strew_prepared_destroy(made);
    return status;
  });
  for (size_t n = 1; n < order.size(); ++n) {
    ASSERT_TRUE(indices[order[n - 1]] < indices[order[n]] ||
                (indices[order[n - 1]] == indices[order[n]] && order[n - 1] < order[n]));
  }
  strew_plan_destroy(plan);
}

// Nothing is validated under assume: the first poll comes before the copying begins, and each index counts, not each
// tuple.
TEST(cancel_delay, while_deep_tuples_are_prepared_unvalidated) {
  constexpr int64_t depth = 64, tuples = delayed_positions / depth;
  const array<int8_t> table{shape(depth, 1), {1}};
  const array<int32_t> indices{{tuples, depth}, std::vector<int32_t>(static_cast<size_t>(delayed_positions))};
  array<int8_t> output{{tuples}, std::vector<int8_t>(static_cast<size_t>(tuples))};
  arguments a = along(operator_kind::gather_nd, 0);
  strew_options options = STREW_OPTIONS_INIT;
  options.out_of_bounds = STREW_OOB_ASSUME;
  a.options = &options;
  a.data = table.view();
  a.indices = indices.view();
  a.output = output.view();
  const plan_handle plan = plan_of(a);
  expect_polls(1, delayed_positions, STREW_STATUS_OK, [&](const strew_execution& execution) {
    strew_prepared* made = nullptr;
    const strew_status status = strew_prepare(plan.get(), indices.values.data(), &execution, &made, nullptr);
    strew_prepared_destroy(made);
    return status;
  });
}

// A few positions with windows of many places, of which each is noted; where cells are many, counted by ranges, written
// to them, in which they ascend, and compared.
void expect_polls_of_windows(int64_t passes, int64_t columns) {
  constexpr int64_t rows = 64, width = delayed_positions / rows;
  std::vector<int32_t> starts;
  for (int32_t row = 0; row < rows; ++row) starts.insert(starts.end(), {static_cast<int32_t>(rows) - 1 - row, row});
  array<int32_t> indices{{rows, 2}, starts};
  array<int8_t> data{{rows, columns}, std::vector<int8_t>(static_cast<size_t>(rows * columns))};
  array<int8_t> direct{{rows, 1, width}, std::vector<int8_t>(static_cast<size_t>(delayed_positions))};
  const strew_options options = refusing_duplicates();
  for (const bool has_duplicate : {false, true}) {
    if (has_duplicate) indices.values[2 * (rows - 1)] = indices.values[0];
    arguments a = stablehlo(operator_kind::stablehlo_scatter, {{1, 2}, {}, {}, {}, {0, 1}, 1, {}});
    a.options = &options;
    a.data = a.output = data.view();
    a.indices = indices.view();
    a.updates = direct.view();
    const plan_handle plan = plan_of(a);
    expect_polls(passes, delayed_positions, has_duplicate ? STREW_STATUS_INDEX : STREW_STATUS_OK,
                 [&](const auto& execution) {
                   return strew_check(plan.get(), data.values.data(), indices.values.data(), direct.values.data(),
                                      data.values.data(), &execution, nullptr);
                 });
  }
}

TEST(cancel_delay, while_windows_are_compared) {
  expect_polls_of_windows(1, 2 * delayed_positions / 64);
  expect_polls_of_windows(3, 4 * delayed_positions);
}

}  // namespace
}  // namespace strew::support
