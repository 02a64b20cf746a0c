// A lock that a forked child can take although a thread of its parent holds it: that thread does not exist in the
// child.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "platform/processes.hpp"

namespace strew::engine {

// What it protects must be fit to be computed again from the beginning, whatever a lost owner has left.
class process_lock {
 public:
  void lock() {
    const std::uint32_t self = platform::this_process();
    for (;;) {
      std::uint32_t owner = nobody;
      if (owner_.compare_exchange_strong(owner, self, std::memory_order_acquire)) return;
      if (owner != self && owner_.compare_exchange_strong(owner, self, std::memory_order_acquire)) return;
      if (owner == self) std::this_thread::sleep_for(look_again);
    }
  }
  void unlock() { owner_.store(nobody, std::memory_order_release); }

 private:
  // Threads of one process meet here once for each object, for milliseconds. Not owner_.wait(): where the system has no
  // futex that of libstdc++ 12 may sleep past the notification.
  static constexpr std::chrono::microseconds look_again{50};
  static constexpr std::uint32_t nobody = 0;
  std::atomic<std::uint32_t> owner_ = nobody;
};

}  // namespace strew::engine
