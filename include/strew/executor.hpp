// A function that runs tasks, such as one of a thread pool, as the executor of executions. Not part of strew.hpp.
//
//   struct waiting {
//     thread_pool& pool;
//     ~waiting() { pool.wait(); }
//   };
//   const strew::executor_of executor(pool.size(), [&](std::uint64_t tasks, const strew::task& task) {
//     const waiting for_calls{pool};  // on every path, also if submit throws: what was submitted refers to `task`
//     for (std::uint64_t n = 1; n < tasks; ++n) pool.submit([&task] { task(); });
//     task();
//   });
//   plan.execute(operands, {.executor = executor});
#ifndef STREW_EXECUTOR_HPP
#define STREW_EXECUTOR_HPP

#include <atomic>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "strew/config.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

template <class Run>
class executor_of;

namespace detail {

// Whether this thread runs a task, of any executor.
inline thread_local bool is_in_task = false;

}  // namespace detail

// The tasks of one run. Each call executes one that was not executed yet, whichever: any thread may call it, and calls
// beyond the number of tasks do nothing.
class task {
 public:
  void operator()() const noexcept {
    const std::uint64_t n = next_.fetch_add(1, std::memory_order_relaxed);
    if (n >= tasks_) return;
    const bool was_in_task = std::exchange(detail::is_in_task, true);
    run_(argument_, n);
    detail::is_in_task = was_in_task;
  }

 private:
  template <class Run>
  friend class executor_of;

  task(std::uint64_t tasks, void (*run)(void*, std::uint64_t), void* argument) noexcept
      : tasks_(tasks), run_(run), argument_(argument) {}

  bool is_done() const noexcept { return next_.load(std::memory_order_relaxed) >= tasks_; }

  std::uint64_t tasks_;
  void (*run_)(void*, std::uint64_t);
  void* argument_;
  mutable std::atomic<std::uint64_t> next_ = 0;
};

// Owns run(tasks, task), which calls task() `tasks` times, on any threads; it may run in several threads concurrently.
// When it returns or throws, no call is running and none begins later: `task` is gone then. What it leaves undone, for
// example since no thread could be started, the calling thread does.
template <class Run>
class executor_of {
 public:
  // concurrency: the number of concurrent tasks, the calling thread included; min_bytes: the smallest useful task in
  // bytes moved, 0 = the library's choice.
  executor_of(std::uint64_t concurrency, Run run, std::uint64_t min_bytes = 0)
      : run_(std::move(run)), concurrency_(concurrency > 0 ? concurrency : 1), native_{sizeof native_, 1,
                                                                                       this,           min_bytes,
                                                                                       concurrency_of, is_inside,
                                                                                       run_tasks} {}
  executor_of(const executor_of&) = delete;
  executor_of& operator=(const executor_of&) = delete;
  ~executor_of() = default;

  operator const strew_executor*() const noexcept { return &native_; }

 private:
  static std::uint64_t concurrency_of(void* context) noexcept {
    return static_cast<executor_of*>(context)->concurrency_;
  }
  static int is_inside(void*) noexcept { return detail::is_in_task ? 1 : 0; }
  static void run_tasks(void* context, std::uint64_t tasks, void (*function)(void*, std::uint64_t),
                        void* argument) noexcept {
    const task each(tasks, function, argument);
#if STREW_HAS_EXCEPTIONS
    try {
      static_cast<executor_of*>(context)->run_(tasks, each);
    } catch (...) {  // the rest is done here
    }
#else
    static_cast<executor_of*>(context)->run_(tasks, each);
#endif
    while (!each.is_done()) each();
  }

  Run run_;
  std::uint64_t concurrency_;
  strew_executor native_;
};

}  // namespace STREW_NAMESPACE

#endif
