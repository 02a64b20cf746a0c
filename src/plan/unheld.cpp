#include "plan/unheld.hpp"

#include <cstddef>
#include <cstdint>

#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

// Segments are a dimension of the output, and cells of those that hold a position all get a value: no index of an
// update may leave it out.
bool replaces_cells_of_held(const plan& p) {
  const problem& main = p.main().problem;
  const bool reduces = main.reduce != reduction::none && main.exclude_self && main.pass == accumulator_pass::all;
  if (!main.segments || !reduces || main.names_positions || main.is_scan() || p.is_open) return false;
  const auto batch = static_cast<std::size_t>(main.segments->batch_rank);
  if (batch >= p.ops.output.rank() || main.coordinates.empty()) return false;
  const coordinate& of = main.coordinates[0];
  if (of.table_stride == 0 || of.table_stride != p.ops.output.strides[batch]) return false;
  const bool may_omit = main.from && main.from->may_omit();
  return !may_omit && !main.moves_nothing() && p.find(step_role::copy) != nullptr;
}

// Of one entry, whose segments are the first axis: inner axes are those of their cells.
problem copy_of_entry(const operands& ops, std::size_t batch) {
  const auto along = [&](std::size_t d) {
    return axis{ops.output.extents[d], ops.output.strides[d], ops.data.strides[d], 0, no_window};
  };
  problem cells;
  cells.way = direction::write;
  cells.width = ops.data.width;
  for (std::size_t d = batch + 1; d < ops.output.rank(); ++d) cells.axes.push_back(along(d));
  make_canonical(cells);
  problem made = cells;
  made.axes.clear();
  made.axes.push_back(along(batch));
  for (const axis& a : cells.axes) made.axes.push_back(a);
  return made;
}

}  // namespace

void add_unheld_copy(plan& made) {
  if (!replaces_cells_of_held(made)) return;
  const auto batch = static_cast<std::size_t>(made.main().problem.segments->batch_rank);
  unheld_copy copy{copy_of_entry(made.ops, batch), program()};
  const situation in{copy.cells, *made.kernels};
  if (refusal_of(copy_solver, in) != nullptr) return;
  copy.by = copy_solver.make(in);
  made.unheld.emplace() = copy;
}

}  // namespace strew::engine
