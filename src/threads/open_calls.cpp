#include "threads/open_calls.hpp"

#include <algorithm>
#include <bit>
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

std::uint64_t nanoseconds_now() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// How long a thread looks for tasks before it sleeps. Waking one takes longer than most calls, and calls come in
// series: so it waits longer the more it has helped, up to a limit. Then other threads may have its processor at any
// time.
class waiting {
 public:
  waiting(std::uint64_t least, std::uint64_t most) : least_(least), most_(most), left_(least) {}

  bool goes_on() {
    const std::uint64_t now = nanoseconds_now();
    const std::uint64_t waited = now - since_;
    if (waited >= left_) return false;
    if (waited > unshared) std::this_thread::yield();
    looked_ = now;
    return true;
  }
  void has_helped() {
    const std::uint64_t now = nanoseconds_now();
    const std::uint64_t waited = std::min(looked_ - since_, left_);
    left_ = std::clamp(left_ - waited + (now - looked_) * earned, least_, most_);
    since_ = looked_ = now;
  }

 private:
  static constexpr std::uint64_t earned = 32;         // ns for each that it has helped
  static constexpr std::uint64_t unshared = 100'000;  // ns before it lets others run

  std::uint64_t least_;
  std::uint64_t most_;
  std::uint64_t left_;
  std::uint64_t since_ = nanoseconds_now();
  std::uint64_t looked_ = since_;
};

}  // namespace

void open_call::run(std::uint64_t n) {
  const bool was_in_task = std::exchange(is_in_task, true);
  task_(argument_, n);
  is_in_task = was_in_task;
}

bool open_call::run_next() {
  if (!has_tasks()) return false;
  const std::uint64_t before = claimed_.fetch_add(by_caller, std::memory_order_relaxed);
  if (sum_of(before) >= count_) return false;
  run(of_caller(before));
  return true;
}

// A system may have a thread that was woken share the processor of the caller that woke it. There it would only delay
// the caller, who counts on no helper and runs what nobody has claimed.
outcome_of_help open_call::help() {
  if (!has_tasks()) return outcome_of_help::no_tasks;
  wake_some();
  if (processor_ != platform::no_processor && processor_ == platform::this_processor())
    return outcome_of_help::in_the_way;
  while (help_next()) {
  }
  return outcome_of_help::helped;
}

bool open_call::help_next() {
  if (!has_tasks()) return false;
  const std::uint64_t before = claimed_.fetch_add(by_helper, std::memory_order_relaxed);
  if (sum_of(before) >= count_) return false;
  run(count_ - 1 - of_helpers(before));
  return true;
}

void open_call::have_woken(std::uint64_t count, wake_helper by) {
  wake_ = by;
  asleep_.store(count, std::memory_order_release);
}

void open_call::wake_some() {
  constexpr int some = 2;
  for (int n = 0; n < some; ++n) {
    std::uint64_t left = asleep_.load(std::memory_order_acquire);
    while (left != 0 && !asleep_.compare_exchange_weak(left, left - 1, std::memory_order_acquire)) {
    }
    if (left == 0) return;
    if (!wake_()) asleep_.store(0, std::memory_order_relaxed);
  }
}

bool open_call::is_inside() {
  return is_in_task;
}

std::uint64_t open_calls::take_place() {
  std::uint64_t taken = taken_.load(std::memory_order_relaxed);
  for (;;) {
    const auto first = static_cast<std::uint64_t>(std::countr_one(taken));
    if (first >= all_places) return nowhere;
    if (taken_.compare_exchange_weak(taken, taken | std::uint64_t{1} << first, std::memory_order_acquire)) return first;
  }
}

void open_calls::open(open_call& call) {
  call.place_ = take_place();
  if (call.place_ == nowhere) return;
  places_[call.place_].call.store(&call);
  seen_.fetch_or(std::uint64_t{1} << call.place_);
}

void open_calls::close(open_call& call) {
  if (call.place_ == nowhere) return;
  place& own = places_[call.place_];
  call.asleep_.store(0, std::memory_order_relaxed);  // whoever is inside wakes nobody any more
  hide(call.place_);
  own.call.store(nullptr);
  for (int n = 0; own.inside.load() != 0; ++n) n < pauses_before_yields ? pause() : std::this_thread::yield();
  taken_.fetch_and(~(std::uint64_t{1} << call.place_), std::memory_order_release);
}

// Calls whose tasks are all claimed are not seen any more: threads that look for another one leave the caller alone.
open_calls::outcome open_calls::help() {
  for (std::uint64_t seen = seen_.load(); seen != 0; seen &= seen - 1) {
    const outcome made = help_at(static_cast<std::uint64_t>(std::countr_zero(seen)));
    if (made != outcome::no_tasks) return made;
  }
  return outcome::no_tasks;
}

open_calls::outcome open_calls::help_at(std::uint64_t n) {
  place& at = places_[n];
  at.inside.fetch_add(1);
  open_call* const call = at.call.load();
  outcome made = outcome::no_tasks;
  if (call != nullptr) {
    made = call->help();
    if (made != outcome::in_the_way) hide(n);
  }
  at.inside.fetch_sub(1);
  return made;
}

// A thread that is in the way has the caller go on and waits for its turn: the system moves one that waits for a
// processor to an idle one, at its next tick, but not one that sleeps.
void open_calls::help_while_it_pays(std::uint64_t least, std::uint64_t most) {
  constexpr int pauses_between_looks = 16;
  waiting allowed(least, most);
  while (allowed.goes_on()) {
    for (int n = 0; n < pauses_between_looks; ++n) {
      const outcome last = help();
      if (last == outcome::in_the_way) std::this_thread::yield();
      if (last != outcome::no_tasks) allowed.has_helped();
      pause();
    }
  }
}

}  // namespace strew::engine
