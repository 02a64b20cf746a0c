// How long executions of a step took, by candidate and number of tasks: all of them write the same bits, so the next
// ones take the fastest. Looking at others costs at most a small share of the time of all executions. These may note
// times concurrently; what is lost then is one more measurement.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "platform/float_state.hpp"

namespace strew::engine {

class experience {
 public:
  static constexpr std::size_t max_candidates = 16;
  static constexpr std::size_t max_slots = max_candidates * 8;

  // Of a candidate and a number of tasks: 1, 2, more than 2, more than 4, ...
  static std::size_t slot(std::size_t candidate, std::uint64_t tasks) {
    STREW_ASSERT(candidate < max_candidates);
    const auto level = static_cast<std::size_t>(std::bit_width(tasks - 1));
    return candidate * 8 + (level < 8 ? level : 7);
  }

  // How many executions there were with indices of this kind; those of another kind are forgotten.
  std::uint32_t begin(std::uint32_t kind) {
    const std::uint64_t state = state_.load(std::memory_order_relaxed);
    const bool is_other = state >> 32U != kind;
    if (is_other) {
      for (std::atomic<float>& time : times_) time.store(0, std::memory_order_relaxed);
    }
    const auto count = is_other ? std::uint32_t{0} : static_cast<std::uint32_t>(state);
    state_.store(std::uint64_t{kind} << 32U | (count + 1), std::memory_order_relaxed);
    return count;
  }

  // Nanoseconds of a whole execution; 0: unknown.
  [[nodiscard]] double time(std::size_t slot) const {
    const float kept = times_[slot].load(std::memory_order_relaxed);
    return kept < 0 ? -kept : kept;
  }
  // A faster one is believed at once, a slower one by and by: other programs come and go. `usual`: what the execution
  // would have taken if it had not looked at another candidate; 0: it did not.
  // `expected`: what it was expected to take; 0: nothing. What is faster than that tells of guesses too.
  // `is_alone`: it was divided among tasks, but no other thread came to do one. What is not known otherwise is then a
  // guess, so that tasks which no thread ever comes to do are not taken for ever.
  void note(std::size_t slot, std::uint64_t nanoseconds, double usual = 0, bool is_alone = false, double expected = 0) {
    const platform::float_state computing;
    const float kept = times_[slot].load(std::memory_order_relaxed);
    const auto now = static_cast<float>(nanoseconds);
    if (kept <= 0 && now < expected) correct_guesses(now / static_cast<float>(expected));
    const float slow = is_alone ? slowness_alone : slowness;
    const float first = is_alone ? -now : now;
    const float next = now < kept ? now : kept + (now - kept) / slow;
    times_[slot].store(kept <= 0 ? first : next, std::memory_order_relaxed);
    add(total_, now);
    if (usual > 0) spend(static_cast<double>(nanoseconds) - usual);
  }
  // Of an execution that wakes threads which the next one finds awake, or that they did not reach in time: the first
  // such time says nothing of it. Where there is another one, threads fall asleep between the executions, or do not
  // come.
  [[nodiscard]] bool is_first_without_threads(std::size_t slot) {
    const float kept = times_[slot].load(std::memory_order_relaxed);
    if (kept != 0 || std::signbit(kept)) return false;
    times_[slot].store(-0.0F, std::memory_order_relaxed);
    return true;
  }
  // Of some parts: until an execution has done all.
  void note_guess(std::size_t slot, std::uint64_t nanoseconds) {
    const platform::float_state computing;
    if (times_[slot].load(std::memory_order_relaxed) <= 0)
      times_[slot].store(-static_cast<float>(nanoseconds), std::memory_order_relaxed);
  }

  // Whether all executions so far were so long that one may take so much longer.
  [[nodiscard]] bool may_spend(double nanoseconds) const {
    constexpr double share = 0.02;
    const double spent = static_cast<double>(spent_.load(std::memory_order_relaxed)) + nanoseconds;
    return spent <= share * static_cast<double>(total_.load(std::memory_order_relaxed));
  }
  void spend(double nanoseconds) {
    if (nanoseconds > 0) add(spent_, static_cast<float>(nanoseconds));
  }

 private:
  static constexpr float slowness = 8;
  static constexpr float slowness_alone = 64;  // threads were on their way; if they never come, the time is still that

  // What the parts of one execution took is comparable, but all of them may have found memory outside of the caches.
  void correct_guesses(float factor) {
    for (std::atomic<float>& time : times_) {
      const float kept = time.load(std::memory_order_relaxed);
      if (kept < 0) time.store(kept * factor, std::memory_order_relaxed);
    }
  }

  static void add(std::atomic<float>& sum, float more) {
    sum.store(sum.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }

  std::atomic<float> total_ = 0;
  std::atomic<float> spent_ = 0;
  std::array<std::atomic<float>, max_slots> times_ = {};
  std::atomic<std::uint64_t> state_ = ~std::uint64_t{0} << 32U;
};

}  // namespace strew::engine
