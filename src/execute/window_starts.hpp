// The starts of windows as prepared indices store them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/kernel_set.hpp"
#include "problem/destinations.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/runs.hpp"

namespace strew::engine {

class window_starts {
 public:
  window_starts(const destinations& where, const kernel::kernel_set& kernels)
      : where_(where),
        resolve_(kernels.resolve(index_type_of(where.index_type), mode_of(where.policy, true))),
        load_(kernels.load(index_type_of(where.index_type))),
        signed_(is_signed(where.index_type)) {}

  // Those of member k, with negatives counted from the end and the policy applied. A start that is still invalid is
  // clamped to [-window, extent], whose ends are outside of every valid window. Resolved again under negative =
  // invalid, the result is the same. Even if a value is modified concurrently, no start is outside this range.
  void read(std::size_t k, const point_run& run, std::int64_t* starts) const {
    const destinations::member& m = where_.members[k];
    std::array<std::uint8_t, point_run::max_count> skip_mask;
    std::fill_n(skip_mask.begin(), run.count, std::uint8_t{0});
    std::fill_n(starts, run.count, 0);
    const kernel::coordinate_rule rule = rule_of({m.extent, m.window, 1, m.index_offset}, where_.policy);
    resolve_({run.tuple + m.index_offset, run.tuple_step, run.count}, &rule, 1, starts, skip_mask.data());
    for (std::size_t p = 0; p < run.count; ++p) {
      if (skip_mask[p] != 0) starts[p] = cut_start(m, run.tuple + static_cast<std::ptrdiff_t>(p) * run.tuple_step);
    }
  }

  // The whole window lies on the table.
  [[nodiscard]] bool is_whole(std::size_t k, std::int64_t start) const {
    const destinations::member& m = where_.members[k];
    return start >= 0 && start <= m.extent - m.window;
  }

 private:
  [[nodiscard]] std::int64_t cut_start(const destinations::member& m, const std::byte* tuple) const {
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::uint64_t bits = load_(tuple + m.index_offset);
    auto value = static_cast<std::int64_t>(signed_ ? bits : std::min(bits, largest));
    if (where_.policy.below_zero == negative::from_end && value < 0 && value >= -m.extent) value += m.extent;
    if (m.window == 0) return value < 0 || value > m.extent ? -1 : value;
    return std::clamp(value, -m.window, m.extent);
  }

  const destinations& where_;
  kernel::resolve_kernel resolve_;
  kernel::load_kernel load_;
  bool signed_;
};

}  // namespace strew::engine
