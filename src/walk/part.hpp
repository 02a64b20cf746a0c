// A part of a problem that one task runs: its axes, and the addresses of its first point.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "walk/index_place.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"

namespace strew::engine {

constexpr std::size_t no_axis = ~std::size_t{0};

// The axes of the problem, of which `shared` may be shorter, and the addresses of its first point. A null base is legal
// if nothing is accessed. The bytes of a unit count as one more axis, after the last one.
struct part {
  const engine::problem& problem;
  const rule_list& rules;  // one a coordinate
  const axis* axes;
  std::int64_t width;  // bytes moved as one unit
  std::size_t shared;  // the axis along which the problem is partitioned; no_axis: not partitioned
  std::int64_t first;  // of the points along that axis
  std::byte* table;
  std::byte* direct;
  index_place indices;
  std::byte* workspace;      // of the solver
  std::atomic<bool>* skips;  // set where a position had no start; may be null
  // Of a problem with a second side, or one that decodes.
  index_place from = {};  // its indices
  const std::byte* weights = nullptr;
  const rule_list* from_rules = nullptr;
  const std::byte* scales = nullptr;
  const std::byte* zeros = nullptr;  // zero points
  const std::byte* codebook = nullptr;
  std::int64_t position = 0;  // where results name positions: the number of the first one
  std::int64_t column = 0;    // where updates are decoded: that of the first one, in its row

  void report_skip() const {
    if (skips != nullptr) skips->store(true, std::memory_order_relaxed);
  }
};

// Nothing may be added to a null base.
inline std::byte* at(std::byte* base, std::int64_t offset) {
  return base == nullptr ? nullptr : base + offset;
}

// Points [first, last) along an axis of a part, or such bytes of its units; `axes` are memory for its own.
inline part part_along(const part& whole, std::size_t along, std::int64_t first, std::int64_t last,
                       run_list<axis>& axes) {
  const bool is_axis = along < axes.size();
  const axis of_bytes{whole.width, 1, 1, 0, no_window};
  const axis& cut = is_axis ? axes[along] : of_bytes;
  part made = whole;
  made.axes = axes.data();
  made.table = at(whole.table, first * cut.table_stride);
  made.direct = at(whole.direct, first * cut.direct_stride);
  made.indices = whole.indices + first * cut.index_stride;
  made.from = whole.from + first * cut.from_stride;
  if (whole.weights != nullptr) made.weights = whole.weights + first * cut.weight_stride;
  made.position += first * cut.position_stride;
  if (cut.codes != 0) {
    const code_strides& by = whole.problem.codes_along(cut);
    if (whole.scales != nullptr) made.scales = whole.scales + first * by.scale;
    if (whole.zeros != nullptr) made.zeros = whole.zeros + first * by.zero;
    made.column += first * by.column;
  }
  made.first = whole.shared == along ? whole.first + first : first;
  made.shared = along;
  (is_axis ? axes[along].extent : made.width) = last - first;
  return made;
}

}  // namespace strew::engine
