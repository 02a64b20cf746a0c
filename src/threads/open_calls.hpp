// Calls whose tasks other threads help with: the caller and its helpers claim one task after the other. A caller never
// waits for a helper to come, only for the tasks that helpers have begun.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace strew::engine {

// The number of the processor that executes this, or no_processor where the system does not say.
int this_processor();
constexpr int no_processor = -1;

// The tasks of one call, on the stack of its caller.
class open_call {
 public:
  using run_task = void (*)(void* argument, std::uint64_t n);

  // Helpers do not compete with the caller for `processor`, that of the caller.
  open_call(std::uint64_t count, run_task task, void* argument, int processor = no_processor)
      : count_(count), task_(task), argument_(argument), processor_(processor) {}

  // The caller runs one that nobody has claimed, the first of them; false if there was none.
  bool run_next() { return claim() && run(own_++); }
  [[nodiscard]] bool has_tasks() const { return claimed_.load(std::memory_order_relaxed) < count_; }

  // True on a thread that is running a task.
  static bool is_inside();

 private:
  friend class open_calls;

  bool claim() { return has_tasks() && claimed_.fetch_add(1, std::memory_order_relaxed) < count_; }
  bool run(std::uint64_t n);
  // Helpers begin with the last one, so that a caller that is called again has the same ones, and its cache them.
  bool help_next() { return claim() && run(count_ - 1 - helped_.fetch_add(1, std::memory_order_relaxed)); }

  std::uint64_t count_;
  run_task task_;
  void* argument_;
  int processor_;
  std::atomic<std::uint64_t> claimed_ = 0;
  std::uint64_t own_ = 0;
  std::atomic<std::uint64_t> helped_ = 0;
  std::atomic<std::uint64_t> helpers_ = 0;  // inside; no new ones after close()
  open_call* after_ = nullptr;
};

class open_calls {
 public:
  void open(open_call& call);
  // Waits until no helper is inside.
  void close(open_call& call);

  enum class outcome : std::uint8_t { helped, no_tasks, in_the_way };
  // Runs tasks of one call until all are claimed, unless this thread is in the way of the caller.
  outcome help();
  // As help() until no call has had tasks for so long.
  void help_for(std::uint64_t nanoseconds);
  [[nodiscard]] bool are_empty() const { return first_.load() == nullptr; }

 private:
  open_call* enter();

  std::mutex lock_;  // of the list
  std::atomic<open_call*> first_ = nullptr;
};

}  // namespace strew::engine
