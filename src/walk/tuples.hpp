// Reads and resolves the members of index tuples: the values stored in prepared indices, which also determine
// duplicates and the order of destinations.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/kernel_set.hpp"
#include "problem/destinations.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// Consecutive positions in row-major order, with a constant stride.
struct position_run {
  static constexpr std::int64_t max_count = 512;

  std::uint64_t first = 0;  // its number
  std::size_t count = 0;
  std::int64_t place = 0;  // of the first, by the table strides of the axes
  std::int64_t place_step = 0;
  const std::byte* tuple = nullptr;
  std::ptrdiff_t tuple_step = 0;
};

// Calls visit(run) for all points of the axes in row-major order, adding index strides to `indices`, until it returns
// false; returns false then, and if cancelled. Each point has `values` indices. No extent is 0.
template <class Visit>
bool walk_runs(const small_vector<axis>& axes, const std::byte* indices, std::size_t values, const cancellation& cancel,
               const Visit& visit) {
  run_list<axis> merged;
  axis last;
  for (const axis& a : axes) {
    if (a.extent == 1) continue;
    const bool steps_on =
        last.table_stride == a.table_stride * a.extent && last.index_stride == a.index_stride * a.extent;
    if (last.extent != 1 && !steps_on) merged.push_back(last);
    last = {last.extent != 1 && steps_on ? last.extent * a.extent : a.extent, a.table_stride, 0, a.index_stride,
            no_window};
  }
  odometer walk(merged.data(), merged.size());
  poll_counter polls(cancel, 0);
  position_run run{0, 0, 0, last.table_stride, nullptr, last.index_stride};
  do {
    for (std::int64_t done = 0; done < last.extent; done += position_run::max_count) {
      run.count = static_cast<std::size_t>(std::min(position_run::max_count, last.extent - done));
      if (!polls.go_on(run.count * std::max<std::size_t>(values, 1))) return false;
      run.place = walk.table() + done * last.table_stride;
      if (indices != nullptr) run.tuple = indices + walk.index() + done * last.index_stride;
      if (!visit(run)) return false;
      run.first += run.count;
    }
  } while (walk.next());
  return true;
}

class tuple_reader {
 public:
  tuple_reader(const destinations& where, const kernel::kernel_set& kernels)
      : where_(where),
        resolve_(kernels.resolve(index_type_of(where.index_type), mode_of(where.policy))),
        load_(kernels.load(index_type_of(where.index_type))),
        signed_(is_signed(where.index_type)) {}

  // The window starts of member k, with negatives counted from the end and the policy applied. A start that is still
  // invalid is clamped to [-window, extent], whose ends are outside of every valid window. Resolved again under
  // negative = invalid, the result is the same. Even if a value is modified concurrently, no start is outside this
  // range.
  void read(std::size_t k, const position_run& run, std::int64_t* starts) const {
    const destinations::member& m = where_.members[k];
    std::array<std::uint8_t, position_run::max_count> skip_mask;
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

  // No place of the window is moved. Under error and assume this occurs only if the caller's guarantee was violated.
  [[nodiscard]] bool is_skipped(std::size_t k, std::int64_t start) const {
    if (is_whole(k, start)) return false;
    const destinations::member& m = where_.members[k];
    if (where_.policy.outside == out_of_bounds::wrap) return false;  // every value has a place, or no value has one
    return !can_cut_windows(where_.policy) || start <= -m.window || start >= m.extent;
  }

 private:
  static kernel::mode mode_of(const index_policy& policy) {
    if (policy.outside == out_of_bounds::clamp) return kernel::mode::clamp;
    return policy.outside == out_of_bounds::wrap ? kernel::mode::wrap : kernel::mode::skip;
  }

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
