// A memory resource as the allocator, a function that starts threads as the executor.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "strew/executor.hpp"
#include "strew/memory_resource.hpp"
#include "strew/strew.hpp"

namespace {

// Counts blocks that are not released; `most` bytes at most.
class counted final : public std::pmr::memory_resource {
 public:
  explicit counted(std::size_t most) : most_(most) {}
  std::size_t blocks = 0, calls = 0;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > most_) throw std::bad_alloc();
    ++blocks;
    ++calls;
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  void do_deallocate(void* block, std::size_t, std::size_t alignment) override {
    --blocks;
    ::operator delete(block, std::align_val_t(alignment));
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  std::size_t most_;
};

// A mean needs workspace.
strew::result<void> mean(const strew::execution& exec) {
  std::vector<float> cells{0, 0};
  const std::vector<float> updates{1, 2, 4, 8};
  const std::vector<std::int32_t> to{0, 1, 0, 1};
  auto outcome =
      strew::try_scatter(cells, to, updates, 0, {.reduction = strew::reduction::mean, .include_self = false}, exec);
  EXPECT_EQ(cells, (outcome ? std::vector<float>{2.5F, 5} : std::vector<float>{0, 0}));
  return outcome;
}

TEST(cpp_api_adapters, workspace_is_of_the_resource) {
  counted resource(1 << 20);
  EXPECT_TRUE(mean({.allocator = strew::resource_allocator(resource)}));
  EXPECT_GT(resource.calls, 0U);
  EXPECT_EQ(resource.blocks, 0U);
}

TEST(cpp_api_adapters, an_exception_of_the_resource_is_a_memory_error) {
  counted resource(0);
  const strew::resource_allocator memory(resource);
  EXPECT_EQ(mean({.allocator = memory}).error().rule(), "MM1");
}

struct scatter_work {
  std::vector<float> cells = std::vector<float>(1 << 16), updates = std::vector<float>(1 << 16, 1);
  std::vector<std::int64_t> to = std::vector<std::int64_t>(1 << 16);
  scatter_work() {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::int64_t>(i * 7919 % to.size());
  }
  void run(const strew_executor* executor) {
    strew::scatter(cells, to, updates, 0, {}, {.executor = executor});
    EXPECT_EQ(cells, updates);
  }
};

TEST(cpp_api_adapters, tasks_run_on_threads_of_the_function) {
  scatter_work work;
  std::atomic<std::uint64_t> started = 0;
  const auto executor = strew::from_parallel_for(
      [&](std::uint64_t tasks, const strew::task& task) {
        started += tasks;
        std::vector<std::thread> threads;
        for (std::uint64_t n = 0; n < tasks; ++n) threads.emplace_back([&task] { task(); });
        for (std::thread& one : threads) one.join();
      },
      4, 1);
  work.run(executor);
  EXPECT_GT(started, 1U);
}

TEST(cpp_api_adapters, what_the_function_leaves_undone_is_done) {
  for (const int kind : {0, 1, 2}) {
    scatter_work work;
    int runs = 0;
    const auto executor = strew::from_parallel_for(
        [&](std::uint64_t tasks, const strew::task& task) {
          ++runs;
          if (kind > 0) task();
          if (kind == 1) throw std::runtime_error("no thread");
          for (std::uint64_t n = 0; kind == 2 && n < 2 * tasks; ++n) task();
        },
        3, 1);
    work.run(executor);
    EXPECT_GT(runs, 0) << kind;
  }
}

TEST(cpp_api_adapters, a_function_that_throws_midway_waits_for_its_calls) {
  scatter_work work;
  std::atomic<int> begun = 0;
  const auto executor = strew::from_parallel_for(
      [&](std::uint64_t, const strew::task& task) {
        const std::jthread started([&] {
          ++begun;
          task();
        });
        throw std::runtime_error("no second thread");
      },
      3, 1);
  work.run(executor);
  EXPECT_GT(begun, 0);
}

TEST(cpp_api_adapters, a_task_starts_no_tasks) {
  const auto executor = strew::from_parallel_for([](std::uint64_t, const strew::task& task) { task(); }, 2);
  const strew_executor& native = *static_cast<const strew_executor*>(executor);
  struct seen {
    const strew_executor* native;
    int inside;
  } state{&native, -1};
  EXPECT_EQ(native.is_inside(native.context), 0);
  native.run(
      native.context, 1,
      [](void* argument, std::uint64_t) {
        seen& here = *static_cast<seen*>(argument);
        here.inside = here.native->is_inside(here.native->context);
      },
      &state);
  EXPECT_NE(state.inside, 0);
  EXPECT_EQ(native.is_inside(native.context), 0);
  EXPECT_EQ(native.concurrency(native.context), 2U);
}

TEST(cpp_api_adapters, a_function_says_how_many_threads_there_are) {
  int asked = 0;
  const auto executor = strew::from_parallel_for([](std::uint64_t, const strew::task& task) { task(); },
                                                 [&] { return ++asked == 1 ? 7 : 0; });
  const strew_executor& native = *static_cast<const strew_executor*>(executor);
  EXPECT_EQ(native.concurrency(native.context), 7U);
  EXPECT_EQ(native.concurrency(native.context), 1U);
}

// Threads that take work when they like.
class lazy_threads {
 public:
  bool submit(void (*function)(void*), void* argument) {
    if (refuses) return false;
    if (throws) throw std::runtime_error("no thread");
    const std::lock_guard lock(mutex_);
    kept_.emplace_back(function, argument);
    return true;
  }
  void start_one() {
    std::unique_lock lock(mutex_);
    if (kept_.empty()) return;
    const auto [function, argument] = kept_.back();
    kept_.pop_back();
    lock.unlock();
    function(argument);
  }
  [[nodiscard]] std::size_t waiting() const { return kept_.size(); }

  bool refuses = false, throws = false;

 private:
  std::mutex mutex_;
  std::vector<std::pair<void (*)(void*), void*>> kept_;
};

TEST(cpp_api_adapters, submitted_work_that_starts_late_finds_nothing_left) {
  scatter_work work;
  lazy_threads threads;
  const auto executor = strew::from_submit(
      [&](void (*function)(void*), void* argument) { return threads.submit(function, argument); }, 3, 1);
  work.run(executor);  // the calling thread does it all
  EXPECT_GT(threads.waiting(), 0U);
  while (threads.waiting() > 0) threads.start_one();
}

TEST(cpp_api_adapters, submitted_work_is_shared) {
  lazy_threads threads;
  const auto executor = strew::from_submit(
      [&](void (*function)(void*), void* argument) { return threads.submit(function, argument); }, 8, 1);
  std::atomic<bool> is_over = false;
  std::jthread helper([&] {
    while (!is_over) threads.start_one();
  });
  for (int n = 0; n < 300; ++n) scatter_work().run(executor);
  is_over = true;
  helper.join();
  while (threads.waiting() > 0) threads.start_one();  // what has not begun holds a share
}

TEST(cpp_api_adapters, work_that_cannot_be_submitted_is_done_here) {
  for (const bool throws : {false, true}) {
    lazy_threads threads;
    (throws ? threads.throws : threads.refuses) = true;
    const auto executor = strew::from_submit(
        [&](void (*function)(void*), void* argument) { return threads.submit(function, argument); }, 3, 1);
    scatter_work().run(executor);
  }
}

}  // namespace
