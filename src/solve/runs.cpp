// Long lines of rows or elements: positions whose indices have a constant step are moved as one run, all others as by
// the solvers rows and elements.
#include <algorithm>

#include "solve/forms.hpp"
#include "solve/short_line.hpp"

namespace strew::engine {
namespace {

// Of a line, that tell whether it may begin with a run.
constexpr std::size_t probed_values = 4;
constexpr std::int64_t max_fused_search = 4096;  // positions, at most, until a run is looked for again
constexpr std::int64_t run_search_growth = 8;    // times as many positions before each further search

struct run_kernels {
  kernel::run_kernel find;
  kernel::block_kernel along;  // of a run: one position, its units with any stride
};

struct run_program {
  block_program blocks;
  kernel::fused_kernel fused;  // may be null
  run_kernels runs;
  std::int64_t first_search;  // positions until the next search for a run
  bool reduces_one_cell;      // where all values are equal, by a fused kernel
};

const char* refuse(const situation& in) {
  if (const char* reason = refuse_blocks(in)) return reason;
  const problem& p = in.problem;
  if (p.coordinates.empty()) return "there are no indices";
  const std::size_t outer = in.outer;
  if (outer == 0 || p.axes[outer - 1].extent < in.kernels.tuning.min_run) return "too few positions stand in a line";
  if (p.reduce == reduction::none && find_fused(in) != nullptr)
    return "elements move as fast as a run of them is found";
  return refuse_rows(in) != nullptr && refuse_elements(in) != nullptr ? "slices are neither rows nor elements"
                                                                      : nullptr;
}

program make(const situation& in) {
  const bool are_rows = refuse_rows(in) == nullptr;
  const block_program blocks = are_rows ? make_row_blocks(in) : make_element_blocks(in);
  const kernel::fused_kernel fused = find_fused(in);
  return program(
      run_program{blocks,
                  fused,
                  {in.kernels.run(index_type_of(in.problem.index_type)), unit_kernel(in, kernel::form::strided)},
                  in.kernels.tuning.first_run_search,
                  fused != nullptr && in.problem.reduce != reduction::none});
}

// Non-contiguous rows: in blocks with constant-stride offsets.
bool move_rows_evenly(block_mover& blocks, kernel::block& work, std::size_t length, std::int64_t step) {
  std::byte* const direct = work.direct;
  std::byte* const table = work.table;
  std::int64_t* const offsets = blocks.offsets();
  for (std::size_t done = 0; done < length; done += work.positions) {
    work.positions = std::min(length - done, max_block_positions);
    for (std::size_t i = 0; i < work.positions; ++i) offsets[i] = static_cast<std::int64_t>(i) * step;
    work.table = at(table, static_cast<std::int64_t>(done) * step);
    work.direct = at(direct, static_cast<std::int64_t>(done) * work.direct_stride);
    if (!blocks.walk_axes(blocks.inner(), blocks.program().walked_axes, work, blocks.program().unit)) return false;
  }
  return true;
}

// Positions `step` bytes apart in the table, direct_stride apart in the direct operand.
bool move_evenly(block_mover& blocks, kernel::block& work, std::size_t length, std::int64_t step,
                 kernel::block_kernel along) {
  const std::size_t walked = blocks.program().walked_axes;
  blocks.offsets()[0] = 0;
  if (walked == blocks.inner_count()) {
    work.count = length;
    work.table_step = step;
    work.direct_step = work.direct_stride;
    return blocks.walk_axes(blocks.inner(), walked, work, along);
  }
  const axis& row = blocks.inner()[walked];
  const bool is_one_row = step == row.extent * row.table_stride && work.direct_stride == row.extent * row.direct_stride;
  work.count = static_cast<std::size_t>(row.extent);
  work.table_step = row.table_stride;
  work.direct_step = row.direct_stride;
  if (!is_one_row) return move_rows_evenly(blocks, work, length, step);
  work.count *= length;
  return blocks.walk_axes(blocks.inner(), walked, work, blocks.program().unit);
}

enum class run_outcome : std::uint8_t { none, moved, cancelled };

// Moves the positions of the line whose indices have a constant step, if there are enough. They need no offsets.
run_outcome move_run(block_mover& blocks, position_walk& walk, const run_kernels& kernels) {
  const rule_list& rules = blocks.work().rules;
  auto length = static_cast<std::size_t>(std::min(walk.left_in_line(), blocks.between_polls()));
  std::int64_t offset = walk.table();
  std::int64_t step = walk.line().table_stride;
  const auto min_run = static_cast<std::size_t>(blocks.program().min_run);
  for (std::size_t k = 0; k < rules.size(); ++k) {
    if (length < min_run) return run_outcome::none;
    const kernel::even_run run = kernels.find(blocks.column(walk, k, length), rules[k]);
    length = run.length;
    offset += run.start * rules[k].table_stride;
    step += run.step * rules[k].table_stride;
  }
  if (length < min_run) return run_outcome::none;
  kernel::block work = blocks.begin(walk);
  work.table = at(work.table, offset);
  if (!move_evenly(blocks, work, length, step, kernels.along)) return run_outcome::cancelled;
  walk.skip(static_cast<std::int64_t>(length));
  return run_outcome::moved;
}

// The first values of a line.
kernel::even_run probe(const run_program& decision, kernel::index_column line, const part& work) {
  line.count = probed_values;
  return decision.runs.find(line, work.rules[0]);
}

// An index repeated along a line is one cell, whose sum is faster as a run, if the line is long enough for one.
bool sums_one_cell(const run_program& decision, const block_mover& blocks, const position_walk& walk) {
  if (!decision.reduces_one_cell || walk.line().extent < decision.blocks.min_run) return false;
  const kernel::even_run found = probe(decision, blocks.column(walk, 0, probed_values), blocks.work());
  return found.length == probed_values && found.step == 0;
}

// Searches for a run at the start, after each run, and after exponentially more positions without one.
bool run_walk(const run_program& decision, block_mover& blocks, position_walk& walk, const cancellation& cancel) {
  // A fused kernel needs no block of offsets: long calls of it are faster, where no run is found.
  const std::int64_t max_size =
      decision.fused != nullptr ? std::min(blocks.between_polls(), max_fused_search) : blocks.max_block();
  const bool looks = blocks.between_polls() >= decision.blocks.min_run;
  // Slices that are traversed point by point are faster with many positions per block.
  const std::int64_t first =
      looks && decision.blocks.walked_axes == 0 ? std::min(decision.first_search, max_size) : max_size;
  std::int64_t size = first;
  while (walk.left() > 0) {
    if (cancel.is_requested()) return false;
    const run_outcome found = looks ? move_run(blocks, walk, decision.runs) : run_outcome::none;
    if (found == run_outcome::cancelled) return false;
    if (found == run_outcome::moved) {
      size = first;
      continue;
    }
    if (!move_next(blocks, walk, decision.fused, size)) return false;
    size = std::min(max_size, size * run_search_growth);
  }
  return true;
}

// A line that begins with a run is searched for others too.
bool begins_with_run(const run_program& decision, const part& work) {
  if (!decision.blocks.has_small_slices || work.axes[0].extent <= max_short_line) return true;
  return work.problem.coordinates.size() != 1 || probe(decision, column_of_line(work), work).length == probed_values;
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& decision = chosen.as<run_program>();
  const auto visit = [&](block_mover& blocks, position_walk& walk) {
    if (decision.fused != nullptr && has_short_lines(blocks) && !sums_one_cell(decision, blocks, walk))
      return move_short_lines(blocks, walk, decision.fused, cancel);
    return run_walk(decision, blocks, walk, cancel);
  };
  return run_blocks(work, decision.blocks, decision.fused, cancel, visit, begins_with_run(decision, work));
}

// The share of the positions that step evenly needs no index resolved, and moves as one; the others are searched in
// vain. A fused loop takes no longer than the search, unless the cells ascend and are combined in vectors.
workload cost(const program& chosen, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double searched = 1.3;
  const auto& decision = chosen.as<run_program>();
  const double of_fused = in.facts.order.value == index_order::ascending ? 0.8 : 1.2;
  const double of_run = decision.fused != nullptr ? of_fused : 0.4;
  workload made = refuse_rows(in) == nullptr ? row_work(in) : element_work(in, decision.fused != nullptr);
  const double even = in.facts.share_of(in.facts.even);
  const bool is_one_value = in.facts.sampled != 0 && in.facts.repeats.value && decision.reduces_one_cell;
  made.positions *= (1 - even) * searched + (is_one_value ? searched : even * of_run);
  return made;
}

}  // namespace

constexpr solver runs_solver = {.name = "runs",
                                .method = "moves index values with a constant step as one strided copy or one long row",
                                .refuse = refuse,
                                .make = make,
                                .run = run,
                                .block = block_of<run_program>,
                                .cost = cost,
                                .reports = true};

}  // namespace strew::engine
