// A lock that a forked child can take although a thread of its parent holds it: that thread does not exist in the
// child.
#pragma once

#include <atomic>
#include <cstdint>

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
      if (owner == self) owner_.wait(owner, std::memory_order_relaxed);
    }
  }
  void unlock() {
    owner_.store(nobody, std::memory_order_release);
    owner_.notify_one();
  }

 private:
  static constexpr std::uint32_t nobody = 0;
  std::atomic<std::uint32_t> owner_ = nobody;
};

}  // namespace strew::engine
