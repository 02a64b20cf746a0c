// How close to one another calls have begun that asked for threads. Each may ask several times, for its indices and for
// its steps.
#pragma once

#include <atomic>
#include <cstdint>

namespace strew::engine {

// Between the beginnings of calls for which a thread is woken though none is large: such a call may take some
// milliseconds.
constexpr std::uint64_t burst_nanoseconds = 4'000'000;

class recency {
 public:
  // Of a call that begins now, in nanoseconds of any clock.
  bool are_many(std::uint64_t now) {
    const std::uint64_t before = last_.exchange(now, std::memory_order_relaxed);
    if (now - before > burst_nanoseconds) count_.store(0, std::memory_order_relaxed);
    return count_.fetch_add(1, std::memory_order_relaxed) >= many;
  }

 private:
  static constexpr std::uint64_t many = 6;
  std::atomic<std::uint64_t> last_ = 0;
  std::atomic<std::uint64_t> count_ = 0;
};

}  // namespace strew::engine
