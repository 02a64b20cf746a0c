// Runs one step of a plan over memory, divided into tasks if the caller provided an executor.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "plan/plan.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

// The memory that a step reads and writes. `workspace`: that of its solver.
struct step_memory {
  std::byte* table = nullptr;
  std::byte* direct = nullptr;
  const std::byte* indices = nullptr;
  std::byte* workspace = nullptr;
  const kept_order* order = nullptr;  // of prepared indices
  const std::byte* from = nullptr;    // indices of updates
  const std::byte* weights = nullptr;
  const std::byte* scales = nullptr;
  const std::byte* zeros = nullptr;  // zero points
  const std::byte* codebook = nullptr;
};

// A candidate, by a number of tasks, whose time is kept in a slot of what a step has learned.
struct way {
  const candidate* by = nullptr;
  std::uint64_t tasks = 1;
  std::size_t slot = 0;
};

// How an execution runs a step.
struct step_choice {
  const step* of = nullptr;
  way chosen = {};
  index_order order = index_order::none;       // of all indices, as is proven; runs: as a sample shows
  bool is_timed = false;                       // for the next executions
  bool rouses = false;                         // threads that will be awake then
  double usual = 0;                            // nanoseconds of the fastest way, where `chosen` is another one; else 0
  double expected = 0;                         // that it takes
  std::uint64_t credible = ~std::uint64_t{0};  // nanoseconds: if it takes longer, that is not noted
  // Others that may be as fast, or faster: each does some parts first, then the fastest one the rest.
  static constexpr std::size_t max_tried = 4;
  static constexpr std::int64_t tried_parts = 32;  // of a long execution, of which each that is tried does two
  std::array<way, max_tried> tried = {};
  std::size_t tried_count = 0;
};

// False if cancelled. No byte outside the operands is accessed, whatever the index values. `skips`, which may be null,
// is set where a position had no start.
bool run(const step_choice& choice, const step_memory& at, const execution_context& with,
         std::atomic<bool>* skips = nullptr);

inline part whole_of(const form& of, const step_memory& at, std::atomic<bool>* skips = nullptr) {
  return {of.problem,
          of.rules,
          of.problem.axes.data(),
          of.problem.width,
          no_axis,
          0,
          at.table,
          at.direct,
          {at.indices},
          at.workspace,
          skips,
          {at.from},
          at.weights,
          of.from_rules ? &*of.from_rules : nullptr,
          at.scales,
          at.zeros,
          at.codebook};
}
inline arithmetic needs_of(const problem& p) {
  return p.reduce == reduction::none && !p.decoding ? arithmetic::none : arithmetic::contract;
}

// One task runs all, with a candidate that has a `run`. False if cancelled. Inline: memory that small calls have just
// described is not read back.
inline bool run_whole(const program& chosen, const part& whole, const execution_context& with) {
  return for_each({}, 1, needs_of(whole.problem),
                  [&](std::uint64_t) { return chosen.by->run(chosen, whole, with.cancel); });
}

}  // namespace strew::engine
