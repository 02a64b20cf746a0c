// Units wider than an element, or a reduction of contiguous elements: offsets of many positions, then row by row.
#include "solve/forms.hpp"

#include "solve/short_line.hpp"

namespace strew::engine {
namespace {

bool is_dense(const problem& p, const axis& a) {
  return a.table_stride == p.width && (a.direct_stride == p.width || p.codes_along(a).column == 1);
}

program make(const situation& in) {
  program made;
  made.set_made([&] { return make_row_blocks(in); });
  return made;
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  return run_blocks(work, chosen.as<block_program>(), nullptr, cancel,
                    [&](block_mover& blocks, position_walk& walk) { return move_blocks(blocks, walk, cancel); });
}

std::size_t block(const program& chosen) {
  return chosen.as<block_program>().positions;
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  return row_work(in);
}

}  // namespace

const char* refuse_rows(const situation& in) {
  if (const char* reason = refuse_blocks(in)) return reason;
  const problem& p = in.problem;
  if (p.reduce != reduction::none) {
    const bool has_inner_axis = in.outer < p.axes.size();
    return has_inner_axis && is_dense(p, p.axes.back()) ? nullptr : "no elements of a slice lie side by side";
  }
  return kernel::has_own_width(static_cast<std::size_t>(p.width)) ? "a unit has the width of an element" : nullptr;
}

block_program make_row_blocks(const situation& in) {
  return make_blocks(in, kernel::form::rows, in.problem.reduce != reduction::none);
}

constexpr solver rows_solver = {
    .name = "rows",
    .method = "resolves a block of positions, then takes one row after the other, prefetched",
    .refuse = refuse_rows,
    .make = make,
    .run = run,
    .block = block,
    .cost = cost,
    .is_general = true,
    .reports = true,
    .takes_pairs = true};

}  // namespace strew::engine
