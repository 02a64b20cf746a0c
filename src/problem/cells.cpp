#include "problem/cells.hpp"

#include <algorithm>
#include <cstddef>

#include "problem/canonical.hpp"

namespace strew {
inline namespace engine {
namespace {

bool addresses_table(const axis& a) {
  return a.window_of == no_window && a.table_stride != 0 && a.extent != 1;
}

}  // namespace

cell_walk walk_cells(const problem& raw, std::int64_t cell_bytes) {
  cell_walk made{raw, {}, 1};
  made.through.pass = cell_pass::accumulate;
  made.cells.way = direction::write;
  made.cells.width = raw.width;
  made.cells.pass = cell_pass::load;
  made.cells.reduce = raw.reduce;  // cells are visited one by one: nothing may be widened
  made.cells.exclude_self = raw.exclude_self;
  made.cells.accumulate = raw.accumulate;
  made.cells.type = raw.type;
  // The count is at most the number of the table's elements, which fits; its product with the bytes of a cell
  // was checked by lowering.
  const auto add = [&](std::int64_t extent, std::int64_t table_stride) {
    made.cells.axes.push_back({extent, made.count * cell_bytes, table_stride, 0, no_window});
    made.count *= extent;
    return made.cells.axes.back().table_stride;
  };
  for (axis& a : made.through.axes) {
    if (addresses_table(a)) a.table_stride = add(a.extent, a.table_stride);
  }
  for (coordinate& c : made.through.coordinates) c.table_stride = add(c.extent, c.table_stride);
  for (axis& a : made.through.axes) {
    if (a.window_of != no_window)
      a.table_stride = made.through.coordinates[static_cast<std::size_t>(a.window_of)].table_stride;
  }
  made.through = canonical(made.through);
  made.cells = canonical(made.cells);
  return made;
}

}  // namespace engine
}  // namespace strew
