// Writes whose positions meet in cells: each task reads all indices and applies, in their order, the updates of its own
// range of the table, or of columns of a slice that very many positions update.
#include <algorithm>
#include <array>
#include <atomic>

#include "solve/effort.hpp"
#include "solve/forms.hpp"
#include "solve/owner_lists.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

struct owned_program {
  block_program blocks;
  kernel::filter_kernel filter;
  std::uint16_t tuple_bytes;  // of positions that prepared indices list; 0: they list none
};

const char* refuse(const situation& in) {
  if (!in.collides) return "no two positions write one cell, so any task may take any of them";
  if (const char* reason = refuse_blocks(in)) return reason;
  if (in.problem.policy.outside == out_of_bounds::fill) return "positions without a start are filled";
  return nullptr;
}

program make(const situation& in) {
  program made;
  const block_program blocks = make_blocks_of_any_form(in);
  made.set(owned_program{blocks, in.kernels.filter(), listed_tuple_bytes(in, blocks)});
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

// With more lists than tasks these would read more of the updates, and with fewer some would have none. What one list
// has too much of may be divided by columns instead.
bool suits(const owner_lists& found, std::uint64_t owners, const part& whole) {
  if (found.owners < owners || found.owners / 2 > owners) return false;
  return !is_hot(found.longest(), found.ends[found.size - 1], owners) || columns_of(whole.problem).along == no_axis;
}

// Few tasks read each other's indices as fast as lists.
const owner_lists* find_lists(const owned_program& decision, const part& whole, const team& with,
                              const cancellation& cancel) {
  const std::uint64_t owners = std::min<std::uint64_t>(with.tasks, max_owners);
  if (whole.lists == nullptr || whole.shared != no_axis || decision.tuple_bytes == 0 ||
      owners < kernel::tuning::min_listed_tasks)
    return nullptr;
  const std::size_t outer = decision.blocks.outer_axes;
  const listed_tuples all{static_cast<std::uint64_t>(count_points(whole.axes, outer)),
                          whole.axes[outer - 1].index_stride};
  const owner_lists* found = whole.lists->find(
      all, [&](owner_lists& made) { return list_owners(whole, decision.blocks, with, cancel, made); });
  return found != nullptr && suits(*found, owners, whole) ? found : nullptr;
}

// Each task takes the next list that no other one has taken.
bool apply_lists(const owned_program& decision, const part& whole, const owner_lists& lists, const team& with,
                 const cancellation& cancel) {
  std::atomic<std::uint64_t> next = 0;
  return with.for_each(std::min(with.tasks, lists.size), [&](std::uint64_t /*task*/) {
    for (std::uint64_t n = next++; n < lists.size; n = next++) {
      if (!apply_list(whole, decision.blocks, decision.tuple_bytes, lists.first(n), lists.last(n), cancel))
        return false;
    }
    return true;
  });
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<owned_program>();
  if (const owner_lists* lists = find_lists(decision, whole, with, cancel))
    return apply_lists(decision, whole, *lists, with, cancel);
  const ownership owners(whole, decision.blocks, with.tasks, columns_of(whole.problem));
  return with.for_each(owners.size(), [&](std::uint64_t n) { return run_owner(decision, whole, owners, n, cancel); });
}

std::size_t block(const program& chosen) {
  return chosen.as<owned_program>().blocks.positions;
}

// Every task reads all indices. A slice that most positions write is one task's, unless its columns are divided.
workload cost(const program& /*chosen*/, const situation& in, std::uint64_t tasks) {
  constexpr double filtered = 2;
  const sizes of(in);
  const double share = 1 / static_cast<double>(tasks);
  workload made = work_of_any_form(in, false);
  made.by_each = of.positions * filtered;
  made.near += of.positions * of.index_bytes * static_cast<double>(tasks - 1);  // all tasks at about the same time
  if (of.hot > share && columns_of(in.problem).along == no_axis) made.alone = (of.hot - share) / (1 - share);
  return made;
}

}  // namespace

constexpr solver owned_solver = {.name = "owned",
                                 .method = "each task applies, in order, the updates of its own range of the table",
                                 .refuse = refuse,
                                 .make = make,
                                 .run = run,
                                 .block = block,
                                 .cost = cost,
                                 .run_team = run_team};

}  // namespace strew::engine
