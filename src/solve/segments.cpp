// Reductions whose positions come cell by cell, as those of offsets and of groups do: tasks divide them where a cell
// ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "partition/distribution.hpp"
#include "solve/effort.hpp"
#include "solve/segment_reducer.hpp"

namespace strew::engine {
namespace {

// Axes that lead to other cells are the outer ones, unless updates repeat along one of them.
bool is_in_order(const problem& p, std::size_t outer) {
  const auto leads_elsewhere = [](const axis& a) { return a.table_stride != 0; };
  return std::is_partitioned(p.axes.begin(), p.axes.begin() + outer, leads_elsewhere);
}

const char* refuse(const situation& in) {
  if (const char* reason = refuse_reducing(in)) return reason;
  const bool comes_cell_by_cell =
      (in.problem.segments || in.problem.coordinates.empty()) && is_in_order(in.problem, in.outer);
  return comes_cell_by_cell ? nullptr : "the positions of a cell do not follow one another";
}

program make(const situation& in) {
  return program(make_segment_kernels(in));
}

// Separate functions: other tasks of the calling thread do not need the stack.
[[gnu::noinline]] std::uint64_t border_of_cells(const segment_kernels& by, const part& whole, std::uint64_t n,
                                                std::uint64_t all, const cancellation& cancel) {
  return segment_reducer(whole, by, cancel).end_of_cell(n, all);
}
[[gnu::noinline]] bool reduce(const segment_kernels& by, const part& whole, std::uint64_t first, std::uint64_t last,
                              const cancellation& cancel) {
  return first >= last || segment_reducer(whole, by, cancel).reduce(first, last);
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& by = chosen.as<segment_kernels>();
  const auto all = static_cast<std::uint64_t>(count_points(whole.axes, by.positions.outer_axes));
  const std::uint64_t pieces = count_chunks(with.tasks, all);
  return for_each_claim(with, with.tasks, 0, pieces, [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);) {
      const auto begin_of = [&](std::uint64_t piece) {
        return border_of_cells(by, whole, border(all, pieces, piece), all, cancel);
      };
      if (!reduce(by, whole, begin_of(n), begin_of(n + 1), cancel)) return false;
    }
    return true;
  });
}

std::size_t block(const program&) {
  return reduced_at_once;
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  return row_work(in);
}

}  // namespace

constexpr solver segments_solver = {
    .name = "segments",
    .method = "reduces the positions of a cell, which follow one another, beside the processor, and writes it once",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block,
    .cost = cost,
    .is_general = true,
    .run_team = run_team,
    .takes_pairs = true};

}  // namespace strew::engine
