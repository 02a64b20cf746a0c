#include "jax/pool.hpp"

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {
namespace {

thread_local bool is_in_task = false;

// The tasks of one run. XLA may start a helper after the run is over: whoever holds a share keeps the counters, and a
// late helper finds nothing left. Nobody waits for a helper that has not begun, so a pool whose threads are all busy,
// with other calls that wait, does not block.
class shared_run {
 public:
  shared_run(std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) noexcept
      : tasks_(tasks), task_(task), argument_(argument) {}

  void work() noexcept {
    const bool was_in_task = std::exchange(is_in_task, true);
    for (std::uint64_t n = next_.fetch_add(1); n < tasks_; n = next_.fetch_add(1)) {
      task_(argument_, n);
      if (done_.fetch_add(1) + 1 == tasks_) done_.notify_all();
    }
    is_in_task = was_in_task;
  }

  void wait() const noexcept {
    for (std::uint64_t done = done_.load(); done != tasks_; done = done_.load()) done_.wait(done);
  }

  void keep() noexcept { holders_.fetch_add(1); }
  void leave() noexcept {
    if (holders_.fetch_sub(1) == 1) delete this;
  }

 private:
  std::uint64_t tasks_;
  void (*task_)(void*, std::uint64_t);
  void* argument_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> holders_ = 1;
};

void help(void* argument) {
  auto* run = static_cast<shared_run*>(argument);
  run->work();
  run->leave();
}

}  // namespace

strew_executor pool::executor() noexcept {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.context = this;
  made.concurrency = concurrency;
  made.is_inside = is_inside;
  made.run = run;
  return made;
}

// A pool of that many threads, of which the calling one may be none: it takes the place of one of them.
std::uint64_t pool::concurrency(void* context) noexcept {
  auto& self = *static_cast<pool*>(context);
  if (self.threads_ != 0) return self.threads_;
  std::int64_t count = 0;
  xla::count_threads request = {xla::head_of<xla::count_threads>(), self.frame_.context, &count};
  const xla::api& functions = *self.frame_.functions;
  if (xla::error* failed = functions.count_threads(&request)) {
    xla::destroy_error unused = {xla::head_of<xla::destroy_error>(), failed};
    functions.destroy_error(&unused);
    count = 1;
  }
  self.threads_ = count > 1 ? static_cast<std::uint64_t>(count) : 1;
  return self.threads_;
}

int pool::is_inside(void* /*context*/) noexcept {
  return is_in_task ? 1 : 0;
}

bool pool::schedule(void (*task)(void*), void* argument) const noexcept {
  xla::schedule_task request = {xla::head_of<xla::schedule_task>(), frame_.context, task, argument};
  xla::error* failed = frame_.functions->schedule_task(&request);
  if (failed == nullptr) return true;
  xla::destroy_error unused = {xla::head_of<xla::destroy_error>(), failed};
  frame_.functions->destroy_error(&unused);
  return false;
}

void pool::run(void* context, std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) noexcept {
  const auto& self = *static_cast<pool*>(context);
  auto* shared = new (std::nothrow) shared_run(tasks, task, argument);
  if (shared == nullptr) {
    shared_run alone(tasks, task, argument);
    alone.work();
    return;
  }
  for (std::uint64_t n = 1; n < tasks; ++n) {
    shared->keep();
    if (self.schedule(help, shared)) continue;
    shared->leave();
    break;
  }
  shared->work();
  shared->wait();
  shared->leave();
}

}  // namespace strew::jax
