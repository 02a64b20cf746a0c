// The only interface to threads: independent tasks on an executor, the caller's or the library's, or on the calling
// thread. Properties of every task are ensured here: a task starts no nested tasks, a forked child has one thread, a
// cancelled task keeps the remaining ones from starting, and computing tasks run in the contract's floating-point
// environment.
#pragma once

#include <cstdint>

#include "platform/float_state.hpp"

namespace strew::engine {

constexpr std::uint64_t position_work = 16;  // bytes moved in order that cost as much as a position with its indices
constexpr std::uint64_t min_task_bytes = std::uint64_t{256} << 10;       // that are worth a task
constexpr std::uint64_t min_waking_task_bytes = std::uint64_t{2} << 20;  // the same, where a thread has to be woken

// Whether the threads of an executor look for tasks. Those that calls soon after one another keep `rousing` sleep now,
// and will be awake for the next call.
enum class readiness : std::uint8_t { awake, rousing, asleep };

// An executor; `run` null: everything runs on the calling thread. A task is worth min_bytes; 0: min_task_bytes, or
// min_waking_task_bytes where the threads are asleep. `ready` null: they are awake. `helped`: how many of this thread's
// runs other threads had a part in; null: it is not known.
struct workers {
  void* context = nullptr;
  std::uint64_t min_bytes = 0;
  readiness (*ready)(void*) = nullptr;
  std::uint64_t (*concurrency)(void*) = nullptr;
  int (*is_inside)(void*) = nullptr;
  void (*run)(void*, std::uint64_t, void (*)(void*, std::uint64_t), void*) = nullptr;
  std::uint64_t (*helped)(void*) = nullptr;
};

inline readiness readiness_of(const workers& pool) {
  return pool.ready == nullptr ? readiness::awake : pool.ready(pool.context);
}

// The number of tasks for work of this many bytes; `threads`: upper limit, 0: none.
std::uint64_t count_tasks(const workers& pool, std::uint64_t threads, std::uint64_t bytes);

// Part n of [0, extent), divided evenly among `tasks`: [border(n), border(n + 1)).
constexpr std::uint64_t border(std::uint64_t extent, std::uint64_t tasks, std::uint64_t n) {
  const std::uint64_t rest = extent % tasks;
  return extent / tasks * n + (n < rest ? n : rest);
}

enum class arithmetic : std::uint8_t { none, contract };

// task(n) for a type-erased task; false: stop.
struct any_task {
  const void* task;
  bool (*call)(const void* task, std::uint64_t n);
};
bool run_tasks(const workers& pool, std::uint64_t count, arithmetic needs, const any_task& task);

// Calls task(n) once for each n < count, in any order, concurrently if the pool has threads; false if one returned
// false: cancelled.
template <class Task>
bool for_each(const workers& pool, std::uint64_t count, arithmetic needs, const Task& task) {
  if (count != 1)
    return run_tasks(pool, count, needs,
                     {&task, [](const void* self, std::uint64_t n) { return (*static_cast<const Task*>(self))(n); }});
  if (needs == arithmetic::none) return task(0);
  const platform::float_state state;
  return task(0);
}

bool run_chunks(const workers& pool, std::uint64_t tasks, std::uint64_t count, arithmetic needs, const any_task& chunk);

// Work that is worth `tasks` is divided into so many chunks, `most` at most.
std::uint64_t count_chunks(std::uint64_t tasks, std::uint64_t most);

// Calls chunk(n) once for each n < count, a number of count_chunks(), in `tasks` tasks, which are as many or fewer. A
// task whose thread comes late, or is slow, does less. False if one returned false: cancelled.
template <class Chunk>
bool for_each_chunk(const workers& pool, std::uint64_t tasks, std::uint64_t count, arithmetic needs,
                    const Chunk& chunk) {
  return run_chunks(pool, tasks, count, needs,
                    {&chunk, [](const void* self, std::uint64_t n) { return (*static_cast<const Chunk*>(self))(n); }});
}

}  // namespace strew::engine
