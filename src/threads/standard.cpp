// The library's own threads.
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include "kernel/processor.hpp"
#include "threads/default_pool.hpp"
#include "threads/helper_threads.hpp"

namespace strew::engine {
namespace {

// Signals sent to the process are for the program's threads. Those that an instruction causes are for the thread that
// executes it, and the program may have a handler for them.
class blocked_signals {
 public:
  blocked_signals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  blocked_signals(const blocked_signals&) = delete;
  blocked_signals& operator=(const blocked_signals&) = delete;

 private:
  sigset_t before_ = {};
};

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

// With the lock held: only threads that exist are counted. A thread inherits what signals the one that starts it
// blocks.
bool own_threads::start(void (*help)()) {
  try {
    const blocked_signals while_it_starts;
    std::thread([this, help] {
      for (;;) {
        help();
        sleep();
      }
    }).detach();
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
  return static_cast<std::uint64_t>(kernel::count_processors());
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
