// The record of duplicates does not depend on how many tasks look for them, nor on their order.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "operators/line.hpp"
#include "operators/planned.hpp"
#include "threads/executors.hpp"

namespace strew::support {
namespace {

// A scatter of bytes along the middle of three dimensions: positions of the others are a batch.
struct refusing_scatter {
  int64_t cells;
  std::vector<int32_t> indices;
  strew_options options = STREW_OPTIONS_INIT;
  std::vector<int8_t> table, updates;
  shape table_extents, extents;

  refusing_scatter(int64_t of_cells, int64_t count)
      : cells(of_cells),
        table(static_cast<size_t>(2 * of_cells * 3), 1),
        updates(static_cast<size_t>(2 * count * 3), 2),
        table_extents{2, of_cells, 3},
        extents{2, count, 3} {
    options.duplicates = STREW_DUPLICATES_ERROR;
    std::vector<int32_t> places(static_cast<size_t>(cells));
    std::iota(places.begin(), places.end(), 0);
    std::shuffle(places.begin(), places.end(), std::mt19937(3));
    indices.resize(updates.size());
    for (size_t n = 0; n < indices.size(); ++n) indices[n] = places[n / 3 % static_cast<size_t>(count)];
  }
  arguments view() {
    arguments a;
    a.kind = operator_kind::scatter_elements;
    a.axis = 1;
    a.data = a.output = describe(table.data(), STREW_DTYPE_I8, table_extents, {3 * cells, 3, 1});
    a.data.strides = a.output.strides = nullptr;
    a.indices = describe(indices.data(), STREW_DTYPE_I32, extents, {});
    a.updates = describe(updates.data(), STREW_DTYPE_I8, extents, {});
    a.indices.strides = a.updates.strides = nullptr;
    a.options = &options;
    return a;
  }
  // The pair by the definition.
  [[nodiscard]] std::pair<uint64_t, uint64_t> first_pair() const {
    std::vector<int64_t> writer(table.size(), -1);
    const auto per_batch = indices.size() / 2;
    for (size_t n = 0; n < indices.size(); ++n) {
      const int64_t value = indices[n] < 0 ? indices[n] + cells : indices[n];
      if (value < 0 || value >= cells) continue;
      int64_t& last = writer[(n / per_batch * static_cast<size_t>(cells) + static_cast<size_t>(value)) * 3 + n % 3];
      if (last >= 0) return {n, static_cast<uint64_t>(last)};
      last = static_cast<int64_t>(n);
    }
    return {0, 0};
  }
};

strew_error record_of(refusing_scatter& call, uint64_t tasks, uint64_t threads) {
  shuffling_executor executor(tasks);
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = threads;
  execution.executor = &executor.made;
  const plan_handle plan = plan_of(call.view());
  strew_error error = STREW_ERROR_INIT;
  strew_check(plan.get(), call.table.data(), call.indices.data(), call.updates.data(), call.table.data(), &execution,
              &error);
  return error;
}

void expect_same_records(refusing_scatter& call, bool collides) {
  const auto [position, other] = call.first_pair();
  const strew_error alone = record_of(call, 1, 1);
  EXPECT_EQ(alone.status, collides ? STREW_STATUS_INDEX : STREW_STATUS_OK) << alone.message;
  EXPECT_EQ(alone.position, position);
  EXPECT_EQ(alone.other_position, other);
  for (const uint64_t tasks : {2U, 3U, 8U, 40U}) {
    const strew_error error = record_of(call, tasks, 0);
    EXPECT_EQ(std::memcmp(&error, &alone, sizeof error), 0) << tasks << ": " << error.message;
  }
  for (const uint64_t threads : {1U, 2U, 3U, 8U}) {
    const strew_error error = record_of(call, 40, threads);
    EXPECT_EQ(std::memcmp(&error, &alone, sizeof error), 0) << threads << ": " << error.message;
  }
}

class duplicates_in_tasks : public ::testing::TestWithParam<int64_t> {};
INSTANTIATE_TEST_SUITE_P(cells, duplicates_in_tasks, ::testing::Values(3000, 400000));  // by bits, by records

TEST_P(duplicates_in_tasks, none) {
  refusing_scatter call(GetParam(), 2000);
  expect_same_records(call, false);
}

TEST_P(duplicates_in_tasks, wherever_they_stand) {
  std::mt19937 draw(11);
  for (int round = 0; round < 20; ++round) {
    refusing_scatter call(GetParam(), 2000);
    const size_t count = call.indices.size();
    for (int n = 0; n <= round % 4; ++n) {
      const size_t from = draw() % (count / 2 - 3);
      const size_t to = from + 3 * (1 + draw() % ((count / 2 - 1 - from) / 3));
      call.indices[to + count / 2 * (draw() % 2)] = call.indices[from];
    }
    call.indices[draw() % count] -= static_cast<int32_t>(call.cells);  // counted from the end
    expect_same_records(call, true);
  }
}

TEST_P(duplicates_in_tasks, skipped_ones_do_not_count) {
  refusing_scatter call(GetParam(), 2000);
  call.options.out_of_bounds = STREW_OOB_SKIP;
  for (size_t n = 0; n < call.indices.size(); n += 2) call.indices[n] = static_cast<int32_t>(call.cells);
  expect_same_records(call, false);
  call.indices[call.indices.size() - 1] = call.indices[call.indices.size() - 7];
  expect_same_records(call, true);
}

// Whichever cell it is, one task owns it.
TEST(duplicates_in_any_cell, are_found) {
  constexpr int32_t cells = 100;
  line<int8_t, int32_t> l{operator_kind::scatter, std::vector<int8_t>(cells), std::vector<int32_t>(cells + 1),
                          std::vector<int8_t>(cells + 1)};
  l.options.duplicates = STREW_DUPLICATES_ERROR;
  const plan_handle plan = plan_of(l.view());
  for (uint64_t tasks = 1; tasks <= 13; ++tasks) {
    shuffling_executor executor(tasks);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor.made;
    for (int32_t twice = 0; twice < cells; ++twice) {
      std::iota(l.indices.begin(), l.indices.end(), 0);
      l.indices.back() = twice;
      strew_error error = STREW_ERROR_INIT;
      ASSERT_EQ(
          strew_check(plan.get(), l.data.data(), l.indices.data(), l.direct.data(), l.data.data(), &execution, &error),
          STREW_STATUS_INDEX);
      EXPECT_EQ(error.position, static_cast<uint64_t>(cells));
      EXPECT_EQ(error.other_position, static_cast<uint64_t>(twice));
    }
  }
}

TEST(duplicates_in_tasks_of_preparing, the_same_record) {
  refusing_scatter call(3000, 2000);
  call.indices.back() = call.indices[call.indices.size() / 2 + 2];
  const plan_handle plan = plan_of(call.view());
  strew_error alone = STREW_ERROR_INIT;
  for (const uint64_t tasks : {1U, 2U, 3U, 8U}) {
    shuffling_executor executor(tasks);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor.made;
    strew_error error = STREW_ERROR_INIT;
    const prepared_handle prepared = prepared_of(plan, call.indices.data(), &error, &execution);
    EXPECT_EQ(bound_of(plan, prepared, &error), nullptr);
    if (tasks == 1) alone = error;
    EXPECT_STREQ(error.rule, "IX2");
    EXPECT_EQ(std::memcmp(&error, &alone, sizeof error), 0) << tasks << ": " << error.message;
    EXPECT_EQ(executor.most, tasks == 1 ? 0 : tasks);
  }
  EXPECT_EQ(std::pair(alone.position, alone.other_position), call.first_pair());
}

}  // namespace
}  // namespace strew::support
