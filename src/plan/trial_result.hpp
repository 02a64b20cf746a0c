// What comparing tasks with one task has shown, kept for the next executions of a plan.
#pragma once

#include <atomic>
#include <cstdint>

#include "kernel/tuning.hpp"

namespace strew::engine {

enum class faster_way : std::uint8_t { unknown, one_task, tasks };

class trial_result {
 public:
  // Other programs come and go: after so many executions it is unknown again.
  static constexpr std::uint64_t executions = kernel::tuning::tried_executions;

  // For an execution by so many tasks. Executions at the same time may be counted as one.
  faster_way take(std::uint64_t tasks) {
    const std::uint64_t state = state_.load(std::memory_order_relaxed);
    if (state >> tasks_shift != tasks || (state & left_mask) == 0) return faster_way::unknown;
    state_.store(state - 1, std::memory_order_relaxed);
    return (state & is_tasks) != 0 ? faster_way::tasks : faster_way::one_task;
  }
  void keep(std::uint64_t tasks, faster_way found) {
    const std::uint64_t flag = found == faster_way::tasks ? is_tasks : 0;
    state_.store(tasks << tasks_shift | flag | executions, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned tasks_shift = 8;
  static constexpr std::uint64_t is_tasks = 0x80;
  static constexpr std::uint64_t left_mask = 0x7f;
  static_assert(executions <= left_mask);

  std::atomic<std::uint64_t> state_ = 0;
};

}  // namespace strew::engine
