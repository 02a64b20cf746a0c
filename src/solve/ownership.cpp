#include "solve/ownership.hpp"

#include <algorithm>

#include "base/arithmetic.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {

const char* refuse_owners(const situation& in) {
  return in.collides ? refuse_blocks(in) : "no two positions write one cell, so any task may take any of them";
}

slice_columns columns_of(const problem& p) {
  slice_columns best;
  std::uint64_t most = 1;
  const auto look_at = [&](std::size_t along, std::int64_t count, std::int64_t table_stride) {
    const std::uint64_t bytes = std::min(magnitude(table_stride), cache_line);
    const std::uint64_t lines = saturated_product(static_cast<std::uint64_t>(count), bytes) / cache_line;
    if (lines > most) {
      most = lines;
      best = {along, count, table_stride};
    }
  };
  for (std::size_t i = count_outer(p); i < p.axes.size(); ++i) look_at(i, p.axes[i].extent, p.axes[i].table_stride);
  if (unit_grain(p) != 0) look_at(p.axes.size(), p.width, 1);
  return best;
}

}  // namespace strew::engine
