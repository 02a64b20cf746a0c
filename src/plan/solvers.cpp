#include "plan/solvers.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"
#include "plan/select.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::size_t least_run = 16;         // positions side by side, below which a run is not looked for
constexpr std::int64_t worthwhile_block = 8;  // positions, below which a kernel call for each unit costs too much

std::size_t count_outer(const problem& p) {
  std::size_t count = 0;
  for (const axis& a : p.axes) count += is_outer(p, a) ? 1 : 0;
  return count;
}

std::int64_t count_positions(const problem& p, std::size_t outer) {
  std::int64_t count = 1;
  for (std::size_t i = 0; i < outer; ++i) count *= p.axes[i].extent;
  return count;
}

// Windows of different positions overlap: there a position's whole window comes before the next position.
bool has_meeting_windows(const problem& p) {
  return p.is_write() && has_windows(p) && !is_unique(p);
}

bool continues(const axis& outer, const axis& inner) {
  const auto follows = [&](std::int64_t a, std::int64_t b) { return static_cast<int128>(a) == times(b, inner.extent); };
  return follows(outer.direct_stride, inner.direct_stride) && follows(outer.index_stride, inner.index_stride);
}

std::size_t count_flat(const problem& p, std::size_t outer) {
  if (outer == 0) return 0;
  std::size_t flat = 1;
  while (flat < outer && continues(p.axes[outer - flat - 1], p.axes[outer - flat])) ++flat;
  return flat;
}

program begin(const problem& p, kernel::form shape) {
  program made;
  made.shape = shape;
  made.outer_axes = count_outer(p);
  made.flat_axes = count_flat(p, made.outer_axes);
  made.walked_axes = p.axes.size() - made.outer_axes;
  made.block_positions = max_block_positions;
  made.bytes = saturated_product(static_cast<std::uint64_t>(count_positions(p, p.axes.size())),
                                 static_cast<std::uint64_t>(p.width));
  select_kernels(p, made);
  return made;
}

const char* refuse_nop(const problem& p) {
  return p.moves_nothing() ? nullptr : "every extent is at least 1, so bytes move";
}

program make_nop(const problem&) {
  return {};
}

const char* refuse_copy(const problem& p) {
  if (p.moves_nothing()) return "nothing moves";
  if (!p.coordinates.empty()) return "indices choose the places";
  if (p.reduce != reduction::none) return "updates meet the old values";
  return is_unique(p) ? nullptr : "positions write the same cells, in order";
}

// Columns lie side by side where the copy writes, rows where it reads.
program make_copy(const problem& p) {
  program made = begin(p, kernel::form::strided);
  made.copy = kernel::find_copy(static_cast<std::size_t>(p.width));
  const auto to = [&](std::size_t i) {
    return magnitude(p.is_write() ? p.axes[i].table_stride : p.axes[i].direct_stride);
  };
  const auto from = [&](std::size_t i) {
    return magnitude(p.is_write() ? p.axes[i].direct_stride : p.axes[i].table_stride);
  };
  for (std::size_t i = 1; i < p.axes.size(); ++i) {
    if (to(i) <= to(made.column_axis)) made.column_axis = i;
  }
  made.row_axis = made.column_axis;
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    if (i != made.column_axis && (made.row_axis == made.column_axis || from(i) <= from(made.row_axis)))
      made.row_axis = i;
  }
  return made;
}

const char* refuse_blocks(const problem& p) {
  if (p.moves_nothing()) return "nothing moves";
  if (has_cut_windows(p)) return "windows can be cut at the border of the table";
  return has_meeting_windows(p) ? "windows overlap, so they are written one after the other" : nullptr;
}

bool has_inner_axis(const problem& p) {
  return count_outer(p) < p.axes.size();
}

bool is_dense(const problem& p, const axis& a) {
  return a.table_stride == p.width && a.direct_stride == p.width;
}

const char* refuse_rows(const problem& p) {
  if (const char* reason = refuse_blocks(p)) return reason;
  if (p.reduce != reduction::none) {
    return has_inner_axis(p) && is_dense(p, p.axes.back()) ? nullptr : "no elements of a slice lie side by side";
  }
  return kernel::has_own_width(static_cast<std::size_t>(p.width)) ? "a unit has the width of an element" : nullptr;
}

program make_rows(const problem& p) {
  program made = begin(p, kernel::form::rows);
  if (p.reduce != reduction::none) --made.walked_axes;
  return made;
}

// Elements of a slice that lie closer together than positions do are better moved position by position.
const char* refuse_elements(const problem& p) {
  if (const char* reason = refuse_blocks(p)) return reason;
  if (p.reduce == reduction::none && !kernel::has_own_width(static_cast<std::size_t>(p.width)))
    return "a unit is wider than an element";
  const std::size_t outer = count_outer(p);
  if (outer == p.axes.size()) return nullptr;
  if (count_positions(p, outer) < worthwhile_block) return "too few positions for each element of a slice";
  return magnitude(p.axes.back().direct_stride) < magnitude(p.axes[outer - 1].direct_stride)
             ? "elements of a slice lie closer together than positions"
             : nullptr;
}

program make_elements(const problem& p) {
  return begin(p, kernel::form::elements);
}

const char* refuse_runs(const problem& p) {
  if (const char* reason = refuse_blocks(p)) return reason;
  if (p.coordinates.empty()) return "there are no indices";
  const std::size_t outer = count_outer(p);
  if (outer == 0 || p.axes[outer - 1].extent < static_cast<std::int64_t>(least_run))
    return "too few positions stand in a line";
  return refuse_rows(p) != nullptr && refuse_elements(p) != nullptr ? "slices are neither rows nor elements" : nullptr;
}

program make_runs(const problem& p) {
  program made = refuse_rows(p) == nullptr ? make_rows(p) : make_elements(p);
  made.looks_for_runs = true;
  return made;
}

const char* refuse_strided(const problem& p) {
  return p.moves_nothing() ? "nothing moves" : nullptr;
}

program make_strided(const problem& p) {
  program made = begin(p, kernel::form::strided);
  if (made.walked_axes > 0) --made.walked_axes;
  made.cuts_windows = has_cut_windows(p);
  if (made.cuts_windows || has_meeting_windows(p)) made.block_positions = 1;
  return made;
}

constexpr std::array table = {
    solver{"nop", refuse_nop, make_nop},
    solver{"copy", refuse_copy, make_copy},
    solver{"runs", refuse_runs, make_runs},
    solver{"rows", refuse_rows, make_rows},
    solver{"elements", refuse_elements, make_elements},
    solver{"strided", refuse_strided, make_strided},
};

}  // namespace

std::span<const solver> solvers() {
  return table;
}

const solver* find_solver(std::string_view name) {
  for (const solver& row : table) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

}  // namespace engine
}  // namespace strew
