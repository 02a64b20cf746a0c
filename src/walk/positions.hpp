// Iterates over the positions of consecutively numbered axes, and computes their table offsets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "problem/problem.hpp"
#include "walk/odometer.hpp"

namespace strew::engine {

// first, first + step, ...: in this form compilers store two at once.
inline void list_evenly(std::int64_t first, std::int64_t step, std::int64_t count, std::int64_t* offsets) {
  if ((first | step) == 0) {  // as mostly where indices address all
    std::fill_n(offsets, count, std::int64_t{0});
    return;
  }
  auto even = static_cast<std::uint64_t>(first);  // as unsigned numbers, which may be those after the last offset
  const auto both = 2 * static_cast<std::uint64_t>(step);
  std::uint64_t odd = even + static_cast<std::uint64_t>(step);
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    offsets[i] = static_cast<std::int64_t>(even);
    offsets[i + 1] = static_cast<std::int64_t>(odd);
    offsets[i + 2] = static_cast<std::int64_t>(even + both);
    offsets[i + 3] = static_cast<std::int64_t>(odd + both);
    even += 2 * both;
    odd += 2 * both;
  }
  for (; i < count; ++i) offsets[i] = first + i * step;
}

class position_walk {
 public:
  // Without an axis there is one position.
  position_walk(const axis* axes, std::size_t count)
      : rows_(axes, count == 0 ? 0 : count - 1), last_(count == 0 ? axis{} : axes[count - 1]) {
    left_ = last_.extent;
    for (std::size_t i = 0; i + 1 < count; ++i) left_ *= axes[i].extent;
  }

  [[nodiscard]] std::int64_t number() const { return number_; }  // of the next position
  [[nodiscard]] std::int64_t left() const { return left_; }
  [[nodiscard]] std::int64_t left_in_line() const { return last_.extent - column_; }
  [[nodiscard]] const axis& line() const { return last_; }
  [[nodiscard]] std::int64_t table() const { return rows_.table() + column_ * last_.table_stride; }

  // Table offsets of the next `count` positions, without the contribution of the indices.
  void take(std::int64_t count, std::int64_t* offsets) {
    while (count > 0) {
      const std::int64_t length = std::min(count, left_in_line());
      list_evenly(table(), last_.table_stride, length, offsets);
      offsets += length;
      count -= length;
      skip(length);
    }
  }

  // From the first position to position n.
  void go_to(std::int64_t n) {
    rows_.go_to(static_cast<std::uint64_t>(n / last_.extent));
    column_ = n % last_.extent;
    number_ = n;
    left_ -= n;
  }

  // Advances over positions of one line.
  void skip(std::int64_t count) {
    number_ += count;
    left_ -= count;
    column_ += count;
    if (column_ < last_.extent) return;
    column_ = 0;
    rows_.next();
  }

 private:
  odometer rows_;
  axis last_;
  std::int64_t column_ = 0;
  std::int64_t number_ = 0;
  std::int64_t left_ = 0;
};

}  // namespace strew::engine
