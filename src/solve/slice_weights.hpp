// Where the weights of listed slices are: a list, or where they lie evenly, as those of positions that follow one
// another do, only the distance from each to the next one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "solve/reduction_kernels.hpp"
#include "walk/positions.hpp"

namespace strew::engine {

class slice_weights {
 public:
  // Before slices are listed: whether what reduces them takes a distance.
  void start(bool takes_distance) { takes_distance_ = takes_distance; }

  // Those of `count` slices after the first `slices`: from `first` on, so far apart.
  void add(std::size_t slices, std::int64_t first, std::int64_t stride, std::int64_t count) {
    if (slices == 0) {
      are_even_ = takes_distance_;
      first_ = first;
      stride_ = stride;
    }
    end_ = slices + static_cast<std::size_t>(count);
    if (are_even_ && stride_ == stride && place_of(slices) == first) return;
    list_first(slices);
    list_evenly(first, stride, count, list_.data() + slices);
  }
  // Before slices change their places.
  void make_list() { list_first(end_); }
  // The first `count` slices are gone, of so many.
  void drop(std::size_t count, std::size_t slices) {
    if (are_even_)
      first_ = place_of(count);
    else
      move(0, count, slices);
  }
  // The same of a list that somebody else has made, whose first one is number `at`.
  void move(std::size_t at, std::size_t count, std::size_t slices) {
    std::copy(list_.data() + at + count, list_.data() + at + slices, list_.data() + at);
  }

  [[nodiscard]] std::int64_t& operator[](std::size_t slice) { return list_[slice]; }
  // From a first weight on.
  void put(kernel::reduction_block& to, const std::byte* weights) const {
    to.weights = weights + (are_even_ ? first_ : 0);
    to.weight_of = are_even_ ? nullptr : list_.data();
    to.weight_stride = stride_;
  }

 private:
  [[nodiscard]] std::int64_t place_of(std::size_t slice) const {
    return first_ + static_cast<std::int64_t>(slice) * stride_;
  }
  void list_first(std::size_t count) {
    if (are_even_) list_evenly(first_, stride_, static_cast<std::int64_t>(count), list_.data());
    are_even_ = false;
  }

  bool takes_distance_ = false;
  bool are_even_ = false;
  std::int64_t first_ = 0;
  std::int64_t stride_ = 0;
  std::size_t end_ = 0;
  std::array<std::int64_t, reduced_at_once> list_;
};

}  // namespace strew::engine
