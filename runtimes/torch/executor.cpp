#include "torch/executor.hpp"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "torch/shim.hpp"

namespace strew::torch {
namespace {

thread_local bool is_in_task = false;

// The threads of a parent do not exist in its forked child, which would wait for them. The engine knows for its tasks.
std::atomic<bool> is_forked = false;
[[maybe_unused]] const int watches_forks =
    pthread_atfork(nullptr, nullptr, [] { is_forked.store(true, std::memory_order_relaxed); });

// Whoever is given a range takes the next tasks, so that none is left out or done twice whatever becomes of a range.
struct tasks {
  std::uint64_t count;
  void (*run)(void*, std::uint64_t);
  void* argument;
  std::atomic<std::uint64_t> next = 0;

  bool run_next() {
    const std::uint64_t n = next.fetch_add(1, std::memory_order_relaxed);
    if (n >= count) return false;
    const bool was_in_task = std::exchange(is_in_task, true);
    run(argument, n);
    is_in_task = was_in_task;
    return true;
  }
};

void run_range(std::int64_t begin, std::int64_t end, void* context) {
  for (std::int64_t n = begin; n < end; ++n) static_cast<tasks*>(context)->run_next();
}

std::uint64_t concurrency(void*) {
  std::uint32_t threads = 1;
  libtorch.torch_get_num_threads(&threads);
  return threads == 0 ? 1 : threads;
}

int is_inside(void*) {
  return is_in_task ? 1 : 0;
}

void run(void*, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  tasks all{count, task, argument};
  libtorch.torch_parallel_for(0, static_cast<std::int64_t>(count), 1, run_range, &all);
  while (all.run_next()) {  // what a failure to start threads has left
  }
}

}  // namespace

void set_to_zero(void* memory, std::uint64_t bytes) {
  constexpr std::uint64_t worth_a_thread = std::uint64_t{256} * 1024;
  if (bytes <= worth_a_thread || is_forked.load(std::memory_order_relaxed)) {
    if (bytes != 0) std::memset(memory, 0, bytes);
    return;
  }
  const auto range = [](std::int64_t begin, std::int64_t end, void* start) {
    std::memset(static_cast<std::byte*>(start) + begin, 0, static_cast<std::size_t>(end - begin));
  };
  STREW_TORCH_CALL(torch_parallel_for, 0, static_cast<std::int64_t>(bytes), worth_a_thread, range, memory);
}

const strew_executor parallel_for = {sizeof(strew_executor), 1, nullptr, 0, concurrency, is_inside, run};

}  // namespace strew::torch
