#include "threads/open_calls.hpp"

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "threads/recency.hpp"

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

}  // namespace

int this_processor() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return no_processor;
#endif
}

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

// A system may have a thread that was woken share the processor of the caller that woke it. There it would only delay
// the caller, who counts on no helper and runs what nobody has claimed.
open_calls::outcome open_calls::help() {
  open_call* const call = enter();
  if (call == nullptr) return outcome::no_tasks;
  const bool is_in_the_way = call->processor_ != no_processor && call->processor_ == this_processor();
  while (!is_in_the_way && call->help_next()) {
  }
  call->helpers_.fetch_sub(1, std::memory_order_release);
  return is_in_the_way ? outcome::in_the_way : outcome::helped;
}

// A thread whose sleep ends is put on an idle processor, if there is one: that is found out soon, then less and
// less often.
void open_calls::help_for(std::uint64_t nanoseconds) {
  using clock = std::chrono::steady_clock;
  constexpr int pauses_between_looks = 16;
  constexpr std::chrono::nanoseconds shortest(1000), longest(burst_nanoseconds);
  std::chrono::nanoseconds sleep = shortest;
  auto end = clock::now() + std::chrono::nanoseconds(nanoseconds);
  while (clock::now() < end) {
    for (int n = 0; n < pauses_between_looks; ++n) {
      const outcome last = help();
      if (last == outcome::in_the_way) std::this_thread::sleep_for(std::exchange(sleep, std::min(4 * sleep, longest)));
      if (last == outcome::helped) sleep = shortest;
      if (last != outcome::no_tasks) end = clock::now() + std::chrono::nanoseconds(nanoseconds);
      pause();
    }
  }
}

}  // namespace strew::engine
