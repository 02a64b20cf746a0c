// A program's own threads as the executor of executions. Not part of strew.hpp.
//
//   const auto executor = strew::from_parallel_for(
//       [&](std::uint64_t tasks, const strew::task& task) { pool.parallel_for(tasks, [&](auto) { task(); }); },
//       pool.size());
//   plan.execute(operands, {.executor = executor});
//
// from_parallel_for: of a function that returns when all tasks have run. from_submit: of one that only takes work, for
// whenever a thread is free. Both see to it that each task runs once whatever becomes of a thread, and that a task
// which calls the library again stays on its thread; the engine calls neither in a forked child, which has no threads.
#ifndef STREW_EXECUTOR_HPP
#define STREW_EXECUTOR_HPP

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "strew/config.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

namespace detail {

// Whether this thread runs a task, of any executor.
inline thread_local bool is_in_task = false;

// What an executor is given to run.
struct work {
  std::uint64_t tasks;
  void (*run)(void*, std::uint64_t);
  void* argument;

  void run_task(std::uint64_t number) const noexcept {
    const bool was_in_task = std::exchange(is_in_task, true);
    run(argument, number);
    is_in_task = was_in_task;
  }
};

template <class Run>
struct parallel_for;

}  // namespace detail

// The tasks of one run. Each call executes one that was not executed yet, whichever: any thread may call it, and calls
// beyond the number of tasks do nothing.
class task {
 public:
  void operator()() const noexcept {
    const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    if (number < work_.tasks) work_.run_task(number);
  }

 private:
  template <class Run>
  friend struct detail::parallel_for;

  explicit task(const detail::work& given) noexcept : work_(given) {}
  bool is_done() const noexcept { return next_.load(std::memory_order_relaxed) >= work_.tasks; }

  const detail::work& work_;
  mutable std::atomic<std::uint64_t> next_ = 0;
};

namespace detail {

template <class Run>
struct parallel_for {
  Run run;

  void operator()(const work& given) {
    const task each(given);
#if STREW_HAS_EXCEPTIONS
    try {
      run(given.tasks, each);
    } catch (...) {  // the rest is done here
    }
#else
    run(given.tasks, each);
#endif
    while (!each.is_done()) each();
  }
};

// The tasks of one run whose helpers may start after it: whoever holds a share keeps the counters, and a late helper
// finds nothing left. Nobody waits for a helper that has not begun, so a pool whose threads are all busy, with other
// calls that wait, does not block.
class shared_work {
 public:
  explicit shared_work(const work& given) noexcept : work_(given) {}

  void run() noexcept {
    for (std::uint64_t n = next_.fetch_add(1); n < work_.tasks; n = next_.fetch_add(1)) {
      work_.run_task(n);
      if (done_.fetch_add(1) + 1 == work_.tasks) end();
    }
  }
  // Not by done_.wait(): where the system has no futex that of libstdc++ 12 may sleep past the notification.
  void wait() noexcept {
    std::unique_lock lock(mutex_);
    over_.wait(lock, [this] { return done_.load() == work_.tasks; });
  }
  void keep() noexcept { holders_.fetch_add(1); }
  void leave() noexcept {
    if (holders_.fetch_sub(1) == 1) delete this;
  }
  static void help(void* self) noexcept {
    auto* shared = static_cast<shared_work*>(self);
    shared->run();
    shared->leave();
  }

 private:
  void end() noexcept {
    const std::lock_guard lock(mutex_);
    over_.notify_all();
  }

  work work_;
  std::mutex mutex_;
  std::condition_variable over_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> holders_ = 1;
};

template <class Submit>
struct submission {
  Submit submit;

  void operator()(const work& given) {
    auto* shared = new (std::nothrow) shared_work(given);
    if (shared == nullptr) {
      shared_work alone(given);
      return alone.run();
    }
    for (std::uint64_t n = 1; n < given.tasks && start(*shared); ++n) {
    }
    shared->run();
    shared->wait();
    shared->leave();
  }

 private:
  bool start(shared_work& shared) noexcept {
    shared.keep();
#if STREW_HAS_EXCEPTIONS
    try {
      if (submit(&shared_work::help, &shared)) return true;
    } catch (...) {  // it did not take the work
    }
#else
    if (submit(&shared_work::help, &shared)) return true;
#endif
    shared.leave();
    return false;
  }
};

// Owns both functions.
template <class Divide, class Concurrency>
class executor {
 public:
  executor(Divide divide, Concurrency concurrency, std::uint64_t min_bytes)
      : divide_(std::move(divide)),
        concurrency_(std::move(concurrency)),
        native_{sizeof native_, 1, this, min_bytes, concurrency_of, is_inside, run} {}
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;
  ~executor() = default;

  operator const strew_executor*() const noexcept { return &native_; }

 private:
  static std::uint64_t concurrency_of(void* context) noexcept {
    auto& self = *static_cast<executor*>(context);
    std::uint64_t threads = 1;
    if constexpr (std::is_invocable_v<Concurrency&>)
      threads = static_cast<std::uint64_t>(self.concurrency_());
    else
      threads = static_cast<std::uint64_t>(self.concurrency_);
    return threads > 0 ? threads : 1;
  }
  static int is_inside(void*) noexcept { return is_in_task ? 1 : 0; }
  static void run(void* context, std::uint64_t tasks, void (*function)(void*, std::uint64_t), void* argument) noexcept {
    static_cast<executor*>(context)->divide_({tasks, function, argument});
  }

  Divide divide_;
  Concurrency concurrency_;
  strew_executor native_;
};

}  // namespace detail

// run(tasks, task) calls task() `tasks` times, on any threads; it may run in several threads concurrently. When it
// returns or throws, no call is running and none begins later: `task` is gone then. What it leaves undone, for example
// since no thread could be started, the calling thread does.
//
// concurrency: the number of concurrent tasks, the calling thread included, or a function of it that does not throw,
// which only calls with work for two tasks ask. min_bytes: the smallest useful task in bytes moved, 0 = the library's
// choice.
template <class Run, class Concurrency>
auto from_parallel_for(Run run, Concurrency concurrency, std::uint64_t min_bytes = 0) {
  return detail::executor<detail::parallel_for<Run>, Concurrency>({std::move(run)}, std::move(concurrency), min_bytes);
}

// submit(function, argument) has function(argument) called once on some thread, at any time, even after the run; it
// returns false, or throws, if it does not. The calling thread takes part.
template <class Submit, class Concurrency>
auto from_submit(Submit submit, Concurrency concurrency, std::uint64_t min_bytes = 0) {
  return detail::executor<detail::submission<Submit>, Concurrency>({std::move(submit)}, std::move(concurrency),
                                                                   min_bytes);
}

}  // namespace STREW_NAMESPACE

#endif
