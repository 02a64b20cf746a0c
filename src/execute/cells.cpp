#include "execute/cells.hpp"

#include "walk/kernel_axes.hpp"

namespace strew::engine {
namespace {

// A window of nothing has no place: its start is only looked at where there are starts that are not valid.
problem cells_of(const destinations& where) {
  problem made;
  made.way = direction::write;  // what has no start is skipped, not clamped
  made.index_type = where.index_type;
  made.policy = where.policy;
  made.padding = where.padding;
  made.kept = where.kept;
  for (const auto& p : where.positions) append_axis(made.axes, {p.extent, p.cell_stride, 0, p.index_stride, no_window});
  for (const auto& m : where.members) {
    if (m.window != 0)
      made.coordinates.push_back({m.extent, m.window, m.cell_stride, m.index_offset});
    else if (where.policy.outside != out_of_bounds::wrap)
      made.coordinates.push_back({m.extent, 0, 0, m.index_offset});
  }
  return made;
}

// After the axes of positions. Where a window has no place none has, and the axes are not used.
void add_windows(const destinations& where, problem& cells) {
  for (std::size_t k = 0; k < where.members.size(); ++k) {
    const destinations::member& m = where.members[k];
    if (m.window > 1) cells.axes.push_back({m.window, m.cell_stride, 0, 0, static_cast<std::int32_t>(k)});
  }
}

}  // namespace

cell_reader::cell_reader(const destinations& of, const kernel::kernel_set& of_kernels, const std::byte* indices)
    : where(of),
      kernels(of_kernels),
      cells_(cells_of(of)),
      rules_(rules_of(cells_)),
      how_(reading_of(cells_, cells_.axes.size(), kernels)),
      whole_{cells_,  rules_, nullptr, 1, no_axis, 0, nullptr, nullptr, {of.members.empty() ? nullptr : indices},
             nullptr, nullptr},
      cut_(kernels.cut(index_type_of(of.index_type))),
      is_cut_(of.window_places > 1 && can_cut_windows(of.policy)) {
  add_windows(of, cells_);
  whole_.axes = cells_.axes.data();
}

}  // namespace strew::engine
