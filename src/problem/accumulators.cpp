#include "problem/accumulators.hpp"

#include <algorithm>
#include <cstddef>

#include "base/arithmetic.hpp"
#include "base/small_vector.hpp"
#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

bool addresses_table(const axis& a) {
  return a.window_of == no_window && a.table_stride != 0 && a.extent != 1;
}

struct addressed_extent {
  std::int64_t extent;
  std::int64_t* table_stride;
};

// The axes and coordinates of a problem by which a cell of its table is found.
small_vector<addressed_extent> addressed_of(problem& p) {
  small_vector<addressed_extent> made;
  for (axis& a : p.axes)
    if (addresses_table(a)) made.push_back({a.extent, &a.table_stride});
  for (std::size_t k = 0; k < p.coordinates.size() && !p.has_indexed_weights(); ++k)
    made.push_back({p.places(k), &p.coordinates[k].table_stride});
  return made;
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
  // In the order of the table, so that both are walked along. The count is at most the number of the table's elements,
  // which fits; its product with the bytes of an accumulator was checked when the strategy was chosen.
  auto addressed = addressed_of(made.through);
  std::sort(addressed.begin(), addressed.end(), [](const addressed_extent& a, const addressed_extent& b) {
    return magnitude(*a.table_stride) < magnitude(*b.table_stride);
  });
  for (const addressed_extent& each : addressed) {
    made.accumulators.axes.push_back({each.extent, made.count * accumulator_bytes, *each.table_stride, 0, no_window});
    *each.table_stride = made.count * accumulator_bytes;
    made.count *= each.extent;
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
