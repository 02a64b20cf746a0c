#include "threads/open_calls.hpp"

#include <sched.h>

#include <chrono>
#include <thread>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace strew::engine {
namespace {

thread_local bool is_in_task = false;

// Lets the other thread of a core run, for some tens of nanoseconds.
void pause() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

constexpr int pauses_before_yields = 1024;

// Some systems let a thread that was woken wait for the processor of the one that woke it while another one is idle: it
// moves there now, and may return later.
void leave(int processor) {
  cpu_set_t all;
  if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2) return;
  cpu_set_t others = all;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof all, &all);
}

}  // namespace

open_call::open_call(std::uint64_t count, run_task task, void* argument)
    : count_(count), task_(task), argument_(argument), processor_(sched_getcpu()) {}

bool open_call::run(std::uint64_t n) {
  const bool was_in_task = std::exchange(is_in_task, true);
  task_(argument_, n);
  is_in_task = was_in_task;
  return true;
}

bool open_call::is_inside() {
  return is_in_task;
}

void open_calls::open(open_call& call) {
  const std::lock_guard guard(lock_);
  call.after_ = first_.load(std::memory_order_relaxed);
  first_.store(&call);
}

void open_calls::close(open_call& call) {
  {
    const std::lock_guard guard(lock_);
    if (first_.load(std::memory_order_relaxed) == &call) {
      first_.store(call.after_);
    } else {
      open_call* before = first_.load(std::memory_order_relaxed);
      while (before->after_ != &call) before = before->after_;
      before->after_ = call.after_;
    }
  }
  for (int n = 0; call.helpers_.load(std::memory_order_acquire) != 0; ++n)
    n < pauses_before_yields ? pause() : std::this_thread::yield();
}

// A call that has tasks left and stays until its helper leaves it; null: there is none.
open_call* open_calls::enter() {
  if (are_empty()) return nullptr;
  const std::lock_guard guard(lock_);
  for (open_call* call = first_.load(std::memory_order_relaxed); call != nullptr; call = call->after_) {
    if (!call->has_tasks()) continue;
    call->helpers_.fetch_add(1, std::memory_order_relaxed);
    return call;
  }
  return nullptr;
}

bool open_calls::help() {
  open_call* const call = enter();
  if (call == nullptr) return false;
  if (sched_getcpu() == call->processor_) leave(call->processor_);
  while (call->help_next()) {
  }
  call->helpers_.fetch_sub(1, std::memory_order_release);
  return true;
}

void open_calls::help_for(std::uint64_t nanoseconds) {
  using clock = std::chrono::steady_clock;
  constexpr int pauses_between_looks = 16;
  auto end = clock::now() + std::chrono::nanoseconds(nanoseconds);
  while (clock::now() < end) {
    for (int n = 0; n < pauses_between_looks; ++n) {
      if (help()) end = clock::now() + std::chrono::nanoseconds(nanoseconds);
      pause();
    }
  }
}

}  // namespace strew::engine
