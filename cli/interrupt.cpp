#include "interrupt.hpp"

#include <atomic>

#include "platform/process.hpp"

namespace strew::cli {
namespace {

std::atomic<int> arrived{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void remember(int number) {
  arrived.store(number);
}

}  // namespace

void prepare_process() {
  prepare_streams();
  hear_requests_to_end(remember);
}

bool is_interrupted() {
  return arrived.load() != 0;
}

void end_if_interrupted() {
  const int number = arrived.load();
  if (number != 0) end_as_asked(number);
}

}  // namespace strew::cli
