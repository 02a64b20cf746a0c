// Threads that the caller brings: who runs what is theirs, the bits are not.
#include <gtest/gtest.h>
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "call.hpp"
#include "support/fp_environment.hpp"
#include "three_tasks.hpp"

namespace strew::testing {
namespace {

thread_local bool is_in_task = false;

// A thread for each task.
struct threads_of_a_test {
  std::uint64_t tasks_at_once = 4;
  std::atomic<std::uint64_t> runs = 0;
  std::atomic<std::uint64_t> tasks = 0;
  std::atomic<std::uint64_t> max_tasks = 0;  // of one run

  strew_executor native(std::uint64_t min_bytes = 1) {
    strew_executor made = STREW_EXECUTOR_INIT;
    made.context = this;
    made.min_bytes = min_bytes;
    made.concurrency = [](void* self) { return static_cast<threads_of_a_test*>(self)->tasks_at_once; };
    made.is_inside = [](void*) { return is_in_task ? 1 : 0; };
    made.run = [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
      auto& mine = *static_cast<threads_of_a_test*>(self);
      ++mine.runs;
      mine.tasks += count;
      mine.max_tasks = std::max(mine.max_tasks.load(), count);
      std::vector<std::thread> all;
      for (std::uint64_t n = 0; n < count; ++n) {
        all.emplace_back([=] {
          is_in_task = true;
          task(argument, n);
        });
      }
      for (std::thread& one : all) one.join();
    };
    return made;
  }
};

struct kind {
  const char* name;
  std::int32_t reduction;
  std::int32_t exclude_self;
  bool is_shared;  // work of a table with one column has no axis along which tasks are apart
};

constexpr std::int64_t table_rows = 700;
constexpr std::int64_t columns = 40;
constexpr std::int64_t positions = 3000;

// Rows of f32 into a table, some of them many times.
struct row_scatter {
  std::vector<float> table = std::vector<float>(table_rows * columns, 0.5F);
  std::vector<std::int64_t> indices;
  std::vector<float> updates;
  std::int64_t table_extents[2] = {table_rows, columns};
  std::int64_t index_extents[1] = {positions};
  std::int64_t update_extents[2] = {positions, columns};

  row_scatter() {
    for (std::int64_t n = 0; n < positions; ++n) indices.push_back(n * n % 97 - 5);
    for (std::int64_t n = 0; n < positions * columns; ++n) updates.push_back(static_cast<float>(n % 1013) / 7);
  }

  strew_status run(const kind& one, const strew_executor* pool, std::uint64_t threads = 0) {
    strew_tensor output = scatter_call::view(table.data(), STREW_DTYPE_F32, table_extents);
    strew_tensor index = scatter_call::view(indices.data(), STREW_DTYPE_I64, index_extents);
    index.rank = 1;
    const strew_tensor update = scatter_call::view(updates.data(), STREW_DTYPE_F32, update_extents);
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = one.reduction;
    options.exclude_self = one.exclude_self;
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = pool;
    execution.threads = threads;
    return strew_scatter(&output, &index, &update, &output, 0, 0, &options, &execution, nullptr);
  }
};

class executor : public ::testing::TestWithParam<kind> {};
INSTANTIATE_TEST_SUITE_P(reductions, executor,
                         ::testing::Values(kind{"add", STREW_REDUCTION_ADD, 0, true},
                                           kind{"max", STREW_REDUCTION_MAX, 0, true},
                                           kind{"mean", STREW_REDUCTION_MEAN, 0, true},
                                           kind{"sub_first", STREW_REDUCTION_SUB, 1, true}),
                         [](const auto& test) { return test.param.name; });

TEST_P(executor, tasks_make_the_bits_of_one_thread) {
  row_scatter alone;
  ASSERT_EQ(alone.run(GetParam(), nullptr), STREW_STATUS_OK);
  for (const std::uint64_t tasks : {2U, 3U, 7U, 64U}) {
    threads_of_a_test pool;
    pool.tasks_at_once = tasks;
    const strew_executor native = pool.native();
    row_scatter shared;
    ASSERT_EQ(shared.run(GetParam(), &native), STREW_STATUS_OK);
    EXPECT_GT(pool.tasks.load(), 1U);
    EXPECT_EQ(shared.table, alone.table) << tasks << " tasks";
  }
}

// A task is called in the environment of its thread and leaves it so.
strew_executor in_environment(named_environment& environment) {
  return three_tasks(&environment,
                     [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
                       auto& expected = *static_cast<named_environment*>(self);
                       const fp_environment usual = current_environment();
                       for (std::uint64_t n = 0; n < count; ++n) {
                         enter(expected.is);
                         task(argument, n);
                         const fp_environment after = current_environment();
                         enter(usual);
                         if (!(after == expected.is)) expected.name += " was disturbed";
                       }
                     });
}

TEST_P(executor, tasks_compute_in_the_environment_of_the_contract_and_give_theirs_back) {
  row_scatter alone;
  ASSERT_EQ(alone.run(GetParam(), nullptr), STREW_STATUS_OK);
  for (named_environment environment : all_environments()) {
    const std::string name = environment.name;
    const strew_executor native = in_environment(environment);
    row_scatter shared;
    ASSERT_EQ(shared.run(GetParam(), &native), STREW_STATUS_OK);
    EXPECT_EQ(environment.name, name);
    EXPECT_EQ(shared.table, alone.table) << name;
  }
}

TEST(executor, has_nothing_to_do_for_one_thread_or_inside_a_task_or_for_few_bytes) {
  const kind add{"add", STREW_REDUCTION_ADD, 0, true};
  threads_of_a_test pool;
  const strew_executor native = pool.native();
  EXPECT_EQ(row_scatter().run(add, &native, 1), STREW_STATUS_OK);
  EXPECT_EQ(pool.runs.load(), 0U);
  is_in_task = true;
  EXPECT_EQ(row_scatter().run(add, &native), STREW_STATUS_OK);
  is_in_task = false;
  EXPECT_EQ(pool.runs.load(), 0U);
  const strew_executor choosy = pool.native(std::uint64_t{1} << 40U);
  EXPECT_EQ(row_scatter().run(add, &choosy), STREW_STATUS_OK);
  EXPECT_EQ(pool.runs.load(), 0U);
  EXPECT_EQ(row_scatter().run(add, &native, 2), STREW_STATUS_OK);
  EXPECT_EQ(pool.max_tasks.load(), 2U);
}

TEST(executor, without_one_of_its_functions_is_refused) {
  threads_of_a_test pool;
  for (int missing = 0; missing < 3; ++missing) {
    strew_executor native = pool.native();
    if (missing == 0) native.concurrency = nullptr;
    if (missing == 1) native.is_inside = nullptr;
    if (missing == 2) native.run = nullptr;
    scatter_call call;
    call.execution.executor = &native;
    EXPECT_EQ(call.run(), STREW_STATUS_POINTER);
    EXPECT_STREQ(call.error.rule, "PT4");
    EXPECT_TRUE(call.output_is_untouched());
  }
}

// A column of distinct numbers has no axis but the positions.
TEST(executor, shares_positions_out_where_prepared_indices_say_that_none_repeats) {
  std::vector<float> table(5000, 1.0F);
  std::vector<std::int64_t> indices(table.size());
  for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = static_cast<std::int64_t>(n * 3 % indices.size());
  const std::vector<float> updates(table.size(), 2.0F);
  const std::int64_t extents[1] = {static_cast<std::int64_t>(table.size())};
  const auto view = [&](const void* data, strew_dtype type) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.data = const_cast<void*>(data);
    made.dtype = type;
    made.rank = 1;
    made.extents = extents;
    return made;
  };
  const strew_tensor output = view(table.data(), STREW_DTYPE_F32);
  const strew_tensor index = view(indices.data(), STREW_DTYPE_I64);
  const strew_tensor update = view(updates.data(), STREW_DTYPE_F32);
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_scatter(&output, &index, &update, &output, 0, 0, &options, &plan, nullptr), STREW_STATUS_OK);
  strew_prepared* prepared = nullptr;
  ASSERT_EQ(strew_prepare(plan, indices.data(), nullptr, &prepared, nullptr), STREW_STATUS_OK);
  strew_plan* bound = nullptr;
  ASSERT_EQ(strew_plan_bind(plan, prepared, &bound, nullptr), STREW_STATUS_OK);
  threads_of_a_test pool;
  const strew_executor native = pool.native();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = &native;
  EXPECT_EQ(strew_execute(bound, table.data(), nullptr, updates.data(), table.data(), &execution, nullptr),
            STREW_STATUS_OK);
  EXPECT_EQ(pool.max_tasks.load(), 4U);
  EXPECT_EQ(table, std::vector<float>(table.size(), 3.0F));
  strew_plan_destroy(bound);
  strew_prepared_destroy(prepared);
  strew_plan_destroy(plan);
}

#if !defined(_WIN32)
TEST(executor, is_left_alone_in_the_child_of_a_fork) {
  const kind add{"add", STREW_REDUCTION_ADD, 0, true};
  threads_of_a_test pool;
  const strew_executor native = pool.native();
  const pid_t child = fork();
  if (child == 0) {
    const bool is_done = row_scatter().run(add, &native) == STREW_STATUS_OK;
    _exit(is_done && pool.runs.load() == 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(row_scatter().run(add, &native), STREW_STATUS_OK);
  EXPECT_GT(pool.runs.load(), 0U);
}
#endif

TEST(executor, hears_a_cancel_in_every_task) {
  threads_of_a_test pool;
  const strew_executor native = pool.native();
  scatter_call call;
  call.execution.executor = &native;
  call.execution.cancel = [](void*) { return 1; };
  EXPECT_EQ(call.run(), STREW_STATUS_CANCELLED);
}

}  // namespace
}  // namespace strew::testing
