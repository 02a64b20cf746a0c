// Reductions with state, of updates with indices or weights of their own, whose positions meet anywhere: they are
// sorted by the cells that they write, stably, and reduced cell by cell.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "solve/effort.hpp"
#include "solve/segment_reducer.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t max_records = std::uint64_t{512} << 20;  // bytes

struct collected_program {
  segment_kernels by;
  cell_range cells;
  std::uint64_t positions;
};

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (!in.is_paired || p.pass != accumulator_pass::all) return "no updates of their own need accumulators";
  if (const char* reason = refuse_reducing(in)) return reason;
  const reading how = reading_of(p, in.outer, in.kernels);
  if (how.outer_axes == 0 || how.flat_axes != how.outer_axes) return "its positions are not numbered along one line";
  if (p.from && (p.from->segments || from_tuple_bytes(p) > max_from_tuple))
    return "the indices of an update do not lie side by side";
  if (in.positions >> 32U != 0) return "the number of a position exceeds 32 bits";
  const auto cells = cells_of(p);
  if (!cells || bits_of(in.positions) + static_cast<unsigned>(std::bit_width(cells->count)) > 64)
    return "the numbers of a cell and of a position do not fit into 64 bits together";
  return in.positions * 2 * sizeof(std::uint64_t) > max_records ? "its records would be larger than 512 MiB" : nullptr;
}

program make(const situation& in) {
  return program(collected_program{make_segment_kernels(in), *cells_of(in.problem), in.positions});
}

using format = record_format<std::uint64_t>;

// A separate function: other tasks of the calling thread do not need the stack.
[[gnu::noinline]] bool reduce_records(const collected_program& decision, const part& whole, const format& records,
                                      const std::uint64_t* first, const std::uint64_t* last,
                                      const cancellation& cancel) {
  return segment_reducer(whole, decision.by, cancel).reduce(decision.cells, records, first, last);
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<collected_program>();
  const auto positions = static_cast<std::uint64_t>(count_points(whole.axes, decision.by.positions.outer_axes));
  const format records{bits_of(positions)};
  const cell_numbers cell_of(decision.cells);
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
    return position_reader(whole, decision.by.positions, cancel).read(first, last, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i)
        if (!block.is_skipped(i)) note(cell_of(block.offsets[i]), block.first + i);
    });
  };
  const auto consumer = [&](std::uint64_t) {
    return [&](std::uint64_t, const std::uint64_t* first, const std::uint64_t* last) {
      while (last > first && last[-1] == format::none) --last;
      return first == last || reduce_records(decision, whole, records, first, last, cancel);
    };
  };
  const sorting what{ranges_of(decision.cells.count, positions), positions, positions, whole.workspace};
  return sort_by_cells(records, what, with, cancel, each, consumer);
}

std::size_t block(const program&) {
  return reduced_at_once;
}

std::uint64_t workspace(const program& chosen) {
  const auto& decision = chosen.as<collected_program>();
  const record_ranges of = ranges_of(decision.cells.count, decision.positions);
  return static_cast<std::uint64_t>(records_workspace(of, decision.positions, 1));
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double sorted_record = 12;
  workload made = row_work(in);
  const sizes of(in);
  made.positions += of.positions * sorted_record;
  add_stream(made, of, of.positions * (of.index_bytes + 2 * sizeof(std::uint64_t)));
  made.passes = 3;
  return made;
}

}  // namespace

constexpr solver collected_solver = {
    .name = "collected",
    .method = "sorts positions by the cells that they write, and reduces each cell beside the processor",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block,
    .workspace = workspace,
    .cost = cost,
    .is_general = true,
    .run_team = run_team,
    .sorts = true,
    .takes_pairs = true};

}  // namespace strew::engine
