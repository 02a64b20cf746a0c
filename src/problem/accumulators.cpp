#include "problem/accumulators.hpp"

#include <algorithm>
#include <cstddef>

#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

bool addresses_table(const axis& a) {
  return a.window_of == no_window && a.table_stride != 0 && a.extent != 1;
}

}  // namespace

accumulator_walk walk_accumulators(const problem& raw, std::int64_t accumulator_bytes) {
  accumulator_walk made{raw, {}, 1};
  made.through.pass = accumulator_pass::accumulate;
  made.accumulators.way = direction::write;
  made.accumulators.width = raw.width;
  made.accumulators.pass = accumulator_pass::load;
  made.accumulators.reduce = raw.reduce;  // prevents widening: there is one accumulator per element
  made.accumulators.exclude_self = raw.exclude_self;
  made.accumulators.accumulate = raw.accumulate;
  made.accumulators.type = raw.type;
  // The count is at most the number of the table's elements, which fits; its product with the bytes of an accumulator
  // was checked when the strategy was chosen.
  const auto add = [&](std::int64_t extent, std::int64_t table_stride) {
    made.accumulators.axes.push_back({extent, made.count * accumulator_bytes, table_stride, 0, no_window});
    made.count *= extent;
    return made.accumulators.axes.back().table_stride;
  };
  for (axis& a : made.through.axes) {
    if (addresses_table(a)) a.table_stride = add(a.extent, a.table_stride);
  }
  for (std::size_t k = 0; k < made.through.coordinates.size(); ++k) {
    coordinate& c = made.through.coordinates[k];
    c.table_stride = add(made.through.places(k), c.table_stride);
  }
  for (axis& a : made.through.axes) {
    if (a.window_of != no_window)
      a.table_stride = made.through.coordinates[static_cast<std::size_t>(a.window_of)].table_stride;
  }
  make_canonical(made.through);
  make_canonical(made.accumulators);
  return made;
}

}  // namespace strew::engine
