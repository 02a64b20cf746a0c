// Writes whose positions meet in cells: each task reads all indices and applies, in their order, the updates of its own
// range of the table, or of columns of a slice that very many positions update.
#include <algorithm>
#include <array>

#include "solve/effort.hpp"
#include "solve/forms.hpp"
#include "solve/ownership.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

struct owned_program {
  block_program blocks;
  kernel::filter_kernel filter;
};

const char* refuse(const situation& in) {
  if (const char* reason = refuse_owners(in)) return reason;
  if (in.problem.policy.outside == out_of_bounds::fill) return "positions without a start are filled";
  return nullptr;
}

program make(const situation& in) {
  return program(owned_program{make_blocks_of_any_form(in), in.kernels.filter()});
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  return run_elements(work, chosen.as<owned_program>().blocks, nullptr, cancel);
}

bool run_areas(const owned_program& decision, block_mover& blocks, const ownership& owners, std::uint64_t n) {
  std::array<std::uint32_t, max_block_positions + kernel::filter_slack> places;
  std::array<std::int64_t, max_block_positions + kernel::filter_slack> listed;
  const auto move = [&](kernel::block work, const owned_area& mine) {
    work.positions =
        decision.filter(work.offsets, work.skip_mask, work.positions, mine.starts, places.data(), listed.data());
    if (work.positions == 0) return true;
    work.offsets = listed.data();
    work.places = places.data();
    work.skip_mask = nullptr;
    const slice_columns& columns = owners.columns();
    const bool is_whole = mine.last - mine.first == columns.count;
    return is_whole ? blocks.move_slices(work) : blocks.move_columns(work, columns.along, mine.first, mine.last);
  };
  return blocks.read_blocks(0, blocks.positions(), [&](const kernel::block& all) {
    return std::all_of(owners.begin(n), owners.end(n), [&](const owned_area& mine) { return move(all, mine); });
  });
}

// A separate function: otherwise the task that runs on the calling thread would take its stack twice.
[[gnu::noinline]] bool run_owner(const owned_program& decision, const part& whole, const ownership& owners,
                                 std::uint64_t n, const cancellation& cancel) {
  if (owners.begin(n) == owners.end(n)) return true;
  return with_mover(whole, decision.blocks, cancel,
                    [&](block_mover& blocks) { return run_areas(decision, blocks, owners, n); });
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<owned_program>();
  const ownership owners(whole, decision.blocks, with.tasks, columns_of(whole.problem));
  return with.for_each(owners.size(), [&](std::uint64_t n) { return run_owner(decision, whole, owners, n, cancel); });
}

// Every task reads all indices. A slice that most positions write is one task's, unless its columns are divided.
workload cost(const program& /*chosen*/, const situation& in, std::uint64_t tasks) {
  constexpr double filtered = 2;
  const sizes of(in);
  const double share = 1 / static_cast<double>(tasks);
  workload made = work_of_any_form(in, false);
  made.by_each = of.positions * filtered;
  made.near += of.positions * of.index_bytes * static_cast<double>(tasks - 1);  // all tasks at about the same time
  // Between its own updates a task reads ahead in vain.
  if (tasks > 1 && !of.is_cached)
    add_lines(made, of.positions * (1 - share) * of.visit_lines, of.positions * of.slice_bytes);
  if (of.hot > share && columns_of(in.problem).along == no_axis) made.alone = (of.hot - share) / (1 - share);
  return made;
}

}  // namespace

constexpr solver owned_solver = {.name = "owned",
                                 .method = "each task applies, in order, the updates of its own range of the table",
                                 .refuse = refuse,
                                 .make = make,
                                 .run = run,
                                 .block = block_of<owned_program>,
                                 .cost = cost,
                                 .run_team = run_team,
                                 .reports = true,
                                 .takes_pairs = true};

}  // namespace strew::engine
