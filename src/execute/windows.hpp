// The boxes of one position's window that lie on the table: the product of the runs of its coordinates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/odometer.hpp"
#include "kernel/kernel.hpp"
#include "plan/select.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

class cut_window {
 public:
  // Reads each member of the tuple once.
  cut_window(const problem& p, kernel::cut_kernel cut, const std::byte* tuple) : p_(p) {
    for (const coordinate& c : p.coordinates) {
      member m;
      m.count = cut(tuple + c.index_offset, rule_of(c, p.policy), p.policy.outside == out_of_bounds::wrap, m.runs);
      members_.push_back(m);
    }
  }

  // One box that covers the window of every coordinate.
  [[nodiscard]] bool is_whole() const {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const member& m = members_[k];
      if (m.count != 1 || m.runs[0].low != 0 || m.runs[0].high != p_.coordinates[k].window) return false;
    }
    return true;
  }

  // Calls visit(axes, table offset, direct offset) with the inner axes cut to the box.
  template <class Visit>
  void for_each_box(const axis* inner, std::size_t count, const Visit& visit) const {
    for (const member& m : members_) {
      if (m.count == 0) return;
    }
    run_list<std::size_t> chosen(members_.size());
    do {
      run_list<axis> axes;
      axes.append(inner, count);
      std::int64_t table = 0;
      std::int64_t direct = 0;
      for (std::size_t k = 0; k < members_.size(); ++k)
        table += members_[k].runs[chosen[k]].start * p_.coordinates[k].table_stride;
      for (axis& a : axes) cut_axis(a, chosen, table, direct);
      visit(axes.data(), table, direct);
    } while (choose_next(chosen));
  }

 private:
  struct member {
    kernel::run runs[2];
    std::size_t count = 0;
  };

  void cut_axis(axis& a, const run_list<std::size_t>& chosen, std::int64_t& table, std::int64_t& direct) const {
    if (a.window_of == no_window) return;
    const auto k = static_cast<std::size_t>(a.window_of);
    const kernel::run& r = members_[k].runs[chosen[k]];
    table += r.low * a.table_stride;
    direct += r.low * a.direct_stride;
    a.extent = r.high - r.low;
  }

  bool choose_next(run_list<std::size_t>& chosen) const {
    for (std::size_t k = members_.size(); k-- > 0;) {
      if (++chosen[k] < members_[k].count) return true;
      chosen[k] = 0;
    }
    return false;
  }

  const problem& p_;
  run_list<member> members_;
};

}  // namespace engine
}  // namespace strew
