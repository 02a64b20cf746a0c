// The one way to threads: tasks, none of which waits for another, on threads of the caller or on this one. What holds
// for every task is seen to here: a task starts no tasks of its own, the child of a fork has one thread, a task that
// stops keeps those from starting that have not, and tasks that compute do so in the contract's arithmetic.
#pragma once

#include <cstdint>

#include "walk/fp_state.hpp"

namespace strew::engine {

// Threads of the caller; `run` null: everything runs on the calling thread.
struct workers {
  void* context = nullptr;
  std::uint64_t min_bytes = 0;
  std::uint64_t (*concurrency)(void*) = nullptr;
  int (*is_inside)(void*) = nullptr;
  void (*run)(void*, std::uint64_t, void (*)(void*, std::uint64_t), void*) = nullptr;
};

// How many tasks the work of so many bytes is worth; `threads`: at most so many, 0: any number.
std::uint64_t count_tasks(const workers& pool, std::uint64_t threads, std::uint64_t bytes);

// Part n of [0, extent), shared out evenly among `tasks`: [border(n), border(n + 1)).
constexpr std::uint64_t border(std::uint64_t extent, std::uint64_t tasks, std::uint64_t n) {
  const std::uint64_t rest = extent % tasks;
  return extent / tasks * n + (n < rest ? n : rest);
}

enum class arithmetic : std::uint8_t { none, contract };

// task(n) for a task that is known only by its address; false: stop.
struct any_task {
  const void* task;
  bool (*call)(const void* task, std::uint64_t n);
};
bool run_tasks(const workers& pool, std::uint64_t count, arithmetic needs, const any_task& task);

// Calls task(n) once for each n < count, in any order, at once where the pool has threads; false if one returned false:
// it was cancelled.
template <class Task>
bool for_each(const workers& pool, std::uint64_t count, arithmetic needs, const Task& task) {
  if (count != 1)
    return run_tasks(pool, count, needs,
                     {&task, [](const void* self, std::uint64_t n) { return (*static_cast<const Task*>(self))(n); }});
  if (needs == arithmetic::none) return task(0);
  const fp_state state;
  return task(0);
}

}  // namespace strew::engine
