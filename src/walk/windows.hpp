// The boxes of one position's window that lie on the table: the product of the runs of its coordinates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "problem/problem.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"

namespace strew::engine {

// The inner axes of a part; the steps of one may begin later than with 0.
struct slice_axes {
  const axis* axes;
  std::size_t count;
  std::size_t shared = ~std::size_t{0};
  std::int64_t first = 0;
};

class cut_window {
 public:
  // Reads each member of the tuple once.
  cut_window(const problem& p, const rule_list& rules, kernel::cut_kernel cut, const std::byte* tuple) {
    const bool wraps = p.policy.outside == out_of_bounds::wrap;
    for (std::size_t k = 0; k < p.coordinates.size(); ++k) {
      const coordinate& c = p.coordinates[k];
      member m{static_cast<std::int32_t>(k), c.window, c.table_stride, 0, 0, {}};
      m.count = cut(tuple + c.index_offset, rules[k], wraps, m.runs);
      if (m.count == 0) {
        is_outside_ = true;
      } else if (c.window == 1) {
        table_ += m.runs[0].start * c.table_stride;
      } else {
        members_.push_back(m);
      }
    }
  }

  // Leaves only what is at places [first, last) along coordinate k, whose window has more than one place.
  void keep(std::size_t k, std::int64_t first, std::int64_t last) {
    for (member& m : members_) {
      if (m.number != static_cast<std::int32_t>(k)) continue;
      std::size_t kept = 0;
      for (std::size_t n = 0; n < m.count; ++n) {
        kernel::run one = m.runs[n];
        one.low = std::max(one.low, first - one.start);
        one.high = std::min(one.high, last - one.start);
        if (one.low < one.high) m.runs[kept++] = one;
      }
      m.count = kept;
      is_outside_ = is_outside_ || kept == 0;
    }
  }

  // One box that covers the window of every coordinate.
  [[nodiscard]] bool is_whole() const {
    return !is_outside_ && std::all_of(members_.begin(), members_.end(), [](const member& m) {
      return m.count == 1 && m.runs[0].low == 0 && m.runs[0].high == m.window;
    });
  }

  // Calls visit(axes, table offset, direct offset) with the inner axes cut to the box, until it returns false.
  template <class Visit>
  bool for_each_box(const slice_axes& inner, const Visit& visit) {
    if (is_outside_) return true;
    do {
      run_list<axis> axes(inner.axes, inner.count);
      std::int64_t table = table_;
      std::int64_t direct = 0;
      bool is_empty = false;
      for (const member& m : members_) table += m.chosen().start * m.table_stride;
      for (std::size_t i = 0; i < axes.size(); ++i)
        is_empty |= !cut_axis(axes[i], i == inner.shared ? inner.first : 0, table, direct);
      if (!is_empty && !visit(axes.data(), table, direct)) return false;
    } while (choose_next());
    return true;
  }

 private:
  // A coordinate with a window of more than one place.
  struct member {
    std::int32_t number;
    std::int64_t window;
    std::int64_t table_stride;
    std::size_t count;
    std::size_t choice;
    kernel::run runs[2];
    [[nodiscard]] const kernel::run& chosen() const { return runs[choice]; }
  };

  // An axis that begins with step `first` of its window; false: nothing is left of it.
  bool cut_axis(axis& a, std::int64_t first, std::int64_t& table, std::int64_t& direct) const {
    if (a.window_of == no_window) return true;
    for (const member& m : members_) {
      if (m.number != a.window_of) continue;
      const std::int64_t low = std::max(m.chosen().low, first);
      const std::int64_t high = std::min(m.chosen().high, first + a.extent);
      table += (low - first) * a.table_stride;
      direct += (low - first) * a.direct_stride;
      a.extent = high - low;
    }
    return a.extent > 0;
  }

  bool choose_next() {
    for (std::size_t n = members_.size(); n-- > 0;) {
      if (++members_[n].choice < members_[n].count) return true;
      members_[n].choice = 0;
    }
    return false;
  }

  std::int64_t table_ = 0;  // of the coordinates with one place
  bool is_outside_ = false;
  run_list<member> members_;  // each has a window axis of its own, so there are no more than axes
};

}  // namespace strew::engine
