// A few positions in one line: what blocks.cpp does, without what it does for more. A small call spends its time here,
// so it is compiled into its caller.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/part.hpp"

namespace strew {
inline namespace engine {

// Positions that such a line has at most.
constexpr std::int64_t longest_short_line = 31;

class short_line {
 public:
  explicit short_line(const part& work) : p_(work.what.what), how_(work.what.how), line_(work.axes[0]) {
    units_.table = work.table;
    units_.direct = work.direct;
    units_.offsets = offsets_;
    units_.positions = static_cast<std::size_t>(line_.extent);
    units_.direct_stride = line_.direct_stride;
    units_.width = static_cast<std::size_t>(p_.width);
    units_.first_replaces = how_.first_replaces;
    const bool has_row = p_.axes.size() == 2;
    if (has_row) units_.count = static_cast<std::size_t>(work.axes[1].extent);
    units_.table_step = has_row ? work.axes[1].table_stride : line_.table_stride;
    units_.direct_step = has_row ? work.axes[1].direct_stride : line_.direct_stride;
  }

  void run(const std::byte* indices) {
    if (how_.sweep != nullptr) {
      how_.sweep(column(indices, 0), how_.rules[0], units_);
      return;
    }
    bool leaves_out = false;
    for (std::size_t i = 0; i < units_.positions; ++i) {
      offsets_[i] = static_cast<std::int64_t>(i) * line_.table_stride;
      nothing_[i] = 0;
    }
    for (std::size_t k = 0; k < p_.coordinates.size(); ++k)
      leaves_out |= how_.resolve(column(indices, k), how_.rules[k], offsets_, nothing_);
    if (leaves_out) units_.nothing = nothing_;
    how_.move(units_);
  }

 private:
  [[nodiscard]] kernel::index_column column(const std::byte* indices, std::size_t k) const {
    return {indices + p_.coordinates[k].index_offset, line_.index_stride, units_.positions};
  }

  const problem& p_;
  const program& how_;
  const axis& line_;
  kernel::block units_;
  std::int64_t offsets_[longest_short_line];
  std::uint8_t nothing_[longest_short_line];
};

// The usual small call: each position with one element or row.
inline bool is_short_line(const part& work) {
  const program& how = work.what.how;
  return how.outer_axes == 1 && work.axes[0].extent <= longest_short_line && how.block_positions > 1 &&
         how.walked_axes == 0 && work.what.what.axes.size() <= 2 && how.fill == nullptr && work.leaves_out == nullptr;
}

}  // namespace engine
}  // namespace strew
