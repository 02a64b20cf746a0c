#include "platform/processes.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

namespace strew::platform {
namespace {

std::atomic<bool> is_child = false;
[[maybe_unused]] const int watches_forks =
    pthread_atfork(nullptr, nullptr, [] { is_child.store(true, std::memory_order_relaxed); });

}  // namespace

std::uint32_t this_process() {
  return static_cast<std::uint32_t>(getpid());
}

bool is_forked() {
  return is_child.load(std::memory_order_relaxed);
}

void wait_for_ever() {
  pause();
}

}  // namespace strew::platform
