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
#include "walk/members.hpp"
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

// Positions by their numbers.
struct position_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // one past the end
};

// Axes that step on evenly become one, so that runs are long.
inline run_list<axis> merged_axes(const small_vector<axis>& axes) {
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
  if (last.extent != 1) merged.push_back(last);
  return merged;
}

// Calls visit(run) for points of the axes in row-major order, adding index strides to `indices`, until it returns
// false; returns false then, and if cancelled. Each point has `values` indices. No extent is 0.
template <class Visit>
bool walk_runs(const run_list<axis>& axes, const position_range& range, const std::byte* indices, std::size_t values,
               const cancellation& cancel, const Visit& visit) {
  const std::size_t lines = axes.size() == 0 ? 0 : axes.size() - 1;
  const axis last = axes.size() == 0 ? axis{} : axes[lines];
  const auto length = static_cast<std::uint64_t>(last.extent);
  odometer walk(axes.data(), lines);
  walk.go_to(range.first / length);
  std::uint64_t column = range.first % length;
  poll_counter polls(cancel, 0);
  position_run run{range.first, 0, 0, last.table_stride, nullptr, last.index_stride};
  while (run.first < range.last) {
    const std::uint64_t count = std::min(length - column, range.last - run.first);
    run.count = static_cast<std::size_t>(std::min<std::uint64_t>(position_run::max_count, count));
    if (!polls.go_on(run.count * std::max<std::size_t>(values, 1))) return false;
    const auto steps = static_cast<std::int64_t>(column);
    run.place = walk.table() + steps * last.table_stride;
    if (indices != nullptr) run.tuple = indices + walk.index() + steps * last.index_stride;
    if (!visit(run)) return false;
    run.first += run.count;
    column += run.count;
    if (column < length) continue;
    column = 0;
    walk.next();
  }
  return true;
}

// All points.
template <class Visit>
bool walk_runs(const small_vector<axis>& axes, const std::byte* indices, std::size_t values, const cancellation& cancel,
               const Visit& visit) {
  std::uint64_t count = 1;
  for (const axis& a : axes) count *= static_cast<std::uint64_t>(a.extent);
  return walk_runs(merged_axes(axes), {0, count}, indices, values, cancel, visit);
}

class tuple_reader {
 public:
  tuple_reader(const destinations& where, const kernel::kernel_set& kernels)
      : where_(where),
        resolve_(kernels.resolve(index_type_of(where.index_type), mode_of(where.policy))),
        load_(kernels.load(index_type_of(where.index_type))),
        signed_(is_signed(where.index_type)) {
    for (const destinations::member& m : where.members)
      rules_.push_back(rule_of({m.extent, m.window, m.cell_stride, m.index_offset}, where.policy));
  }

  // Adds the cells of starts, of windows of one place, to those of the batch axes; the mask, which is 0, is set where a
  // position is skipped. Returns whether one is.
  bool add_cells(const position_run& run, std::int64_t* cells, std::uint8_t* skip_mask) const {
    const kernel::index_column tuples{run.tuple, run.tuple_step, run.count};
    const std::int64_t width = info(where_.index_type).width;
    const bool skips = resolve_members(resolve_, where_.members, width, rules_, tuples, cells, skip_mask);
    if (!skips || where_.policy.outside != out_of_bounds::wrap) return skips;
    std::fill_n(skip_mask, run.count, std::uint8_t{0});  // see is_skipped
    return false;
  }

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
  rule_list rules_;
  kernel::resolve_kernel resolve_;
  kernel::load_kernel load_;
  bool signed_;
};

}  // namespace strew::engine
