// The library's own threads.
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include "platform/processors.hpp"
#include "platform/threads.hpp"
#include "threads/default_pool.hpp"
#include "threads/helper_threads.hpp"

namespace strew::engine {
namespace {

// Threads that sleep until they are wanted, each started when it is first needed.
class own_threads {
 public:
  // A thread that sleeps calls `help`, else a new one, else the first that is free again.
  bool have_one_call(void (*help)(), std::uint64_t most) {
    {
      const std::lock_guard guard(lock_);
      if (wanted_ >= asleep_ && started_ < most) return start(help);
      ++wanted_;
    }
    is_one_wanted_.notify_one();
    return true;
  }

 private:
  bool start(void (*help)());
  void sleep();

  std::mutex lock_;
  std::condition_variable is_one_wanted_;
  std::uint64_t wanted_ = 0;  // calls of `help` that no thread has begun
  std::uint64_t asleep_ = 0;
  std::uint64_t started_ = 0;
};

// With the lock held: only threads that exist are counted.
bool own_threads::start(void (*help)()) {
  struct new_thread {
    own_threads& all;
    void (*help)();
    static void start(void* self) {
      std::thread([made = *static_cast<new_thread*>(self)] {
        for (;;) {
          made.help();
          made.all.sleep();
        }
      }).detach();
    }
  } made{*this, help};
  try {
    platform::start_without_signals(&new_thread::start, &made);
  } catch (const std::exception&) {
    return false;
  }
  ++started_;
  return true;
}

void own_threads::sleep() {
  std::unique_lock held(lock_);
  ++asleep_;
  is_one_wanted_.wait(held, [this] { return wanted_ != 0; });
  --asleep_;
  --wanted_;
}

}  // namespace

std::uint64_t count_processors() {
  return static_cast<std::uint64_t>(platform::count_processors());
}

// Never destroyed: threads sleep in it while the process ends.
bool start_helper(std::uint64_t most, void (*help)()) noexcept {
  alignas(own_threads) static std::byte place[sizeof(own_threads)];
  static auto* const threads = new (place) own_threads;
  return threads->have_one_call(help, most);
}

std::string default_pool_source() {
  return "std::thread";
}

}  // namespace strew::engine
