// Iterates over axes in row-major order and maintains the three byte offsets of the current point.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bounded_vector.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

// Per-axis state of a run, never on the heap: a failed allocation during a run would leave an output half written, or
// throw through tasks of the caller.
template <class T>
using run_list = bounded_vector<T, max_axes>;

class odometer {
 public:
  // At most max_axes axes, which remain owned by the caller. No axis means one point.
  odometer(const axis* axes, std::size_t count) : axes_(axes), at_(count) {}

  [[nodiscard]] std::int64_t table() const { return table_; }
  [[nodiscard]] std::int64_t direct() const { return direct_; }
  [[nodiscard]] std::int64_t index() const { return index_; }
  // By other strides, which few problems have.
  [[nodiscard]] std::int64_t along(std::int64_t axis::*stride) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) offset += at_[i] * (axes_[i].*stride);
    return offset;
  }
  [[nodiscard]] std::int64_t along(const problem& p, std::int64_t code_strides::*stride) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) offset += at_[i] * (p.codes_along(axes_[i]).*stride);
    return offset;
  }

  // Moves to point n in row-major order, starting at the first one. No extent is 0.
  void go_to(std::uint64_t n) {
    for (std::size_t i = at_.size(); i-- > 0;) {
      const auto extent = static_cast<std::uint64_t>(axes_[i].extent);
      at_[i] = static_cast<std::int64_t>(n % extent);
      move(axes_[i], at_[i]);
      n /= extent;
    }
  }

  // Steps to the next point; false after the last one.
  bool next() {
    for (std::size_t i = at_.size(); i-- > 0;) {
      const axis& a = axes_[i];
      if (++at_[i] < a.extent) {
        move(a, 1);
        return true;
      }
      at_[i] = 0;
      move(a, 1 - a.extent);
    }
    return false;
  }

 private:
  void move(const axis& a, std::int64_t steps) {
    table_ += steps * a.table_stride;
    direct_ += steps * a.direct_stride;
    index_ += steps * a.index_stride;
  }

  const axis* axes_;
  run_list<std::int64_t> at_;
  std::int64_t table_ = 0;
  std::int64_t direct_ = 0;
  std::int64_t index_ = 0;
};

}  // namespace strew::engine
