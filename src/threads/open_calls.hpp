// Calls whose tasks other threads help with: the caller and its helpers claim one task after the other. A caller never
// waits for a helper to come, only for the tasks that helpers have begun. No thread waits for a lock: many helpers see
// a call at the same time, and its tasks may take a few microseconds.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "platform/processors.hpp"

namespace strew::engine {

enum class outcome_of_help : std::uint8_t { helped, no_tasks, in_the_way };

// The tasks of one call, on the stack of its caller: less than 2^32 of them.
class open_call {
 public:
  using run_task = void (*)(void* argument, std::uint64_t n);
  // Has one more thread help, if there is one.
  using wake_helper = bool (*)();

  // Helpers do not compete with the caller for `processor`, that of the caller.
  open_call(std::uint64_t count, run_task task, void* argument, int processor = platform::no_processor)
      : count_(count), task_(task), argument_(argument), processor_(processor) {}

  // The caller runs one that nobody has claimed, the first of them; false if there was none.
  bool run_next();
  [[nodiscard]] bool has_tasks() const { return sum_of(claimed_.load(std::memory_order_relaxed)) < count_; }

  [[nodiscard]] bool was_helped() const { return of_helpers(claimed_.load(std::memory_order_relaxed)) != 0; }

  // `count` helpers are asleep. Whoever works on the call wakes some of them, so that nobody wakes them all.
  void have_woken(std::uint64_t count, wake_helper by);
  void wake_some();

  // True on a thread that is running a task.
  static bool is_inside();

 private:
  friend class open_calls;

  // Tasks that the caller has claimed, and those that helpers have, in the upper half.
  static constexpr std::uint64_t by_caller = 1, by_helper = std::uint64_t{1} << 32U;
  static std::uint64_t of_caller(std::uint64_t claimed) { return claimed % by_helper; }
  static std::uint64_t of_helpers(std::uint64_t claimed) { return claimed / by_helper; }
  static std::uint64_t sum_of(std::uint64_t claimed) { return of_caller(claimed) + of_helpers(claimed); }

  void run(std::uint64_t n);
  outcome_of_help help();
  // Helpers begin with the last one, so that a caller that is called again has the same ones, and its cache them.
  bool help_next();

  std::uint64_t count_;
  run_task task_;
  void* argument_;
  int processor_;
  std::atomic<std::uint64_t> claimed_ = 0;
  std::atomic<std::uint64_t> asleep_ = 0;
  wake_helper wake_ = nullptr;
  std::uint64_t place_ = 0;
};

class open_calls {
 public:
  // Where too many are open already, nobody sees this one.
  void open(open_call& call);
  // Waits until no helper is inside.
  void close(open_call& call);

  using outcome = outcome_of_help;
  // Runs tasks of one call until all are claimed, unless this thread is in the way of the caller.
  outcome help();
  // As help() until no call has had tasks for `least` nanoseconds, up to `most` where this thread has helped much.
  void help_while_it_pays(std::uint64_t least, std::uint64_t most);
  // That are seen and may have tasks.
  [[nodiscard]] bool are_empty() const { return seen_.load() == 0; }

 private:
  static constexpr std::uint64_t all_places = 32, nowhere = all_places;

  // A helper is inside before it reads the call, so that a call which it has read stays until it leaves.
  struct alignas(64) place {
    std::atomic<open_call*> call = nullptr;
    std::atomic<std::uint64_t> inside = 0;
  };

  std::uint64_t take_place();
  void hide(std::uint64_t n) { seen_.fetch_and(~(std::uint64_t{1} << n)); }
  outcome help_at(std::uint64_t n);

  alignas(64) std::atomic<std::uint64_t> seen_ = 0;  // bit n: the call at place n may have tasks
  alignas(64) std::atomic<std::uint64_t> taken_ = 0;
  std::array<place, all_places> places_ = {};
};

}  // namespace strew::engine
