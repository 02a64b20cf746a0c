// Writes whose positions meet in cells: each task reads all indices and applies, in their order, the updates of its own
// range of the table, or of columns of a slice that very many positions update.
#include <algorithm>
#include <array>

#include "solve/forms.hpp"
#include "solve/ownership.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

struct owned_program {
  block_program blocks;
  kernel::filter_kernel filter;
};

const char* refuse(const situation& in) {
  if (!in.collides) return "no two positions write one cell, so any task may take any of them";
  if (const char* reason = refuse_blocks(in)) return reason;
  if (in.problem.policy.outside == out_of_bounds::fill) return "positions without a start are filled";
  return nullptr;
}

const char* decline(const situation& in) {
  if (const char* reason = decline_owners(in)) return reason;
  if (in.outer == in.problem.axes.size() &&
      reach_of(in.problem).size < static_cast<std::uint64_t>(in.kernels.tuning.min_owned_elements))
    return "elements of a small table are in a cache of one task";
  return nullptr;
}

program make(const situation& in) {
  program made;
  made.set(owned_program{make_blocks_of_any_form(in), in.kernels.filter()});
  return made;
}

// The updates of one owner, block by block.
class owner {
 public:
  owner(const owned_program& decision, const part& work, const ownership& owners, std::uint64_t n,
        const cancellation& cancel)
      : filter_(decision.filter), owners_(owners), n_(n), cancel_(cancel), blocks_(work, decision.blocks, cancel) {}

  bool run() {
    return blocks_.for_each_walk([&](position_walk& walk) {
      while (walk.left() > 0) {
        if (cancel_.is_requested()) return false;
        if (!move(walk, std::min(blocks_.max_block(), walk.left()))) return false;
      }
      return true;
    });
  }

 private:
  bool move(position_walk& walk, std::int64_t size) {
    const kernel::block work = blocks_.resolve(walk, size);
    return std::all_of(owners_.begin(n_), owners_.end(n_), [&](const owned_area& one) { return move(work, one); });
  }

  bool move(kernel::block work, const owned_area& mine) {
    work.positions = filter_(work.offsets, work.skip_mask, work.positions, mine.starts, places_.data(), listed_.data());
    if (work.positions == 0) return true;
    work.offsets = listed_.data();
    work.places = places_.data();
    work.skip_mask = nullptr;
    const slice_columns& columns = owners_.columns();
    const bool is_whole = mine.last - mine.first == columns.count;
    return is_whole ? blocks_.move_slices(work) : blocks_.move_columns(work, columns.along, mine.first, mine.last);
  }

  kernel::filter_kernel filter_;
  const ownership& owners_;
  std::uint64_t n_;  // of the owner
  const cancellation& cancel_;
  block_mover blocks_;
  std::array<std::uint16_t, max_block_positions + kernel::filter_slack> places_;
  std::array<std::int64_t, max_block_positions + kernel::filter_slack> listed_;
};

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  return run_blocks(work, chosen.as<owned_program>().blocks, nullptr, cancel,
                    [&](block_mover& blocks, position_walk& walk) { return move_blocks(blocks, walk, cancel); });
}

// A separate function: otherwise the task that runs on the calling thread would take its stack twice.
[[gnu::noinline]] bool run_owner(const owned_program& decision, const part& whole, const ownership& owners,
                                 std::uint64_t n, const cancellation& cancel) {
  return owners.begin(n) == owners.end(n) || owner(decision, whole, owners, n, cancel).run();
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<owned_program>();
  const ownership owners(whole, decision.blocks, with.tasks);
  return with.for_each(owners.size(), [&](std::uint64_t n) { return run_owner(decision, whole, owners, n, cancel); });
}

std::size_t block(const program& chosen) {
  return chosen.as<owned_program>().blocks.positions;
}

bool suits(const program& /*chosen*/, const index_sample& seen) {
  return seen.tasks > 1;
}

}  // namespace

constexpr solver owned_solver = {.name = "owned",
                                 .method = "each task applies, in order, the updates of its own range of the table",
                                 .refuse = refuse,
                                 .make = make,
                                 .run = run,
                                 .block = block,
                                 .decline = decline,
                                 .suits = suits,
                                 .unless = "one task runs it",
                                 .run_team = run_team};

}  // namespace strew::engine
