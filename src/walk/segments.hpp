// Offsets in place of indices, by entries of the batch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "problem/problem.hpp"
#include "walk/index_place.hpp"

namespace strew::engine {

// The offsets of an entry lie so many bytes behind the first one.
inline std::int64_t place_of_entry(const indexed_side& of, std::int64_t entry) {
  std::int64_t place = 0;
  for (auto n = static_cast<std::size_t>(of.segments->batch_rank); n-- > 0;) {
    const index_space::position_axis& dimension = of.space.positions[n];
    place += entry % dimension.extent * dimension.index_stride;
    entry /= dimension.extent;
  }
  return place;
}

// Those of one entry: segment s begins at number offsets[s], and ends where the next one begins.
class entry_offsets {
 public:
  entry_offsets() = default;
  entry_offsets(kernel::load_kernel load, const indexed_side& of, const std::byte* first, std::int64_t entry)
      : load_(load),
        first_(first + place_of_entry(of, entry)),
        stride_(of.segments->offset_stride),
        count_(of.segments->offset_count) {}

  // The number at which segment s begins; that of no position after the last one.
  [[nodiscard]] std::uint64_t begin_of(std::int64_t s) const {
    return s < count_ ? load_(first_ + s * stride_) : ~std::uint64_t{0};
  }
  // Those of segments from s on, `most` at most, clamped to the range. Returns how many there are. As many after them
  // are fetched: the rows that are read meanwhile leave nothing else in the caches.
  std::size_t begins_from(std::int64_t s, std::size_t most, kernel::resolve_kernel clamp,
                          const kernel::coordinate_rule& range, std::int64_t* begins) const {
    const std::int64_t left = count_ - s;
    if (left <= 0) return 0;
    const std::size_t count = std::min(most, static_cast<std::size_t>(left));
    std::fill_n(begins, count, std::int64_t{0});
    const std::int64_t bytes = static_cast<std::int64_t>(most) * stride_;
    if (bytes > 0 && bytes <= max_fetched)
      kernel::fetch_lines(first_ + s * stride_ + bytes, static_cast<std::size_t>(bytes));
    clamp({first_ + s * stride_, stride_, count}, &range, 1, begins, nullptr);
    return count;
  }
  // How many segments have begun where a position is.
  [[nodiscard]] std::int64_t count_begun(std::uint64_t number) const {
    std::int64_t low = 0;
    std::int64_t high = count_;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      begin_of(middle) <= number ? low = middle + 1 : high = middle;
    }
    return low;
  }

 private:
  static constexpr std::int64_t max_fetched = 512;  // bytes

  kernel::load_kernel load_ = nullptr;
  const std::byte* first_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::int64_t count_ = 0;
};

// How many segments have begun where a position is: 0 before the first one, ascending along an entry.
inline std::uint64_t count_begun(kernel::load_kernel load, const indexed_side& of, const index_place& at) {
  const entry_offsets entry(load, of, at.first, at.ahead / of.segments->positions);
  const auto number = static_cast<std::uint64_t>(at.ahead % of.segments->positions);
  return static_cast<std::uint64_t>(entry.count_begun(number));
}

// Follows positions through the segments that hold them: searches for the first one, and where they do not follow one
// another. Each offset is then read once, by a single load, so that segments are in range whatever the offsets are.
class segment_walk {
 public:
  // Positions one after the other, of one segment or of none.
  struct stretch {
    std::int64_t segment;
    std::int64_t count;
    bool is_held;
  };

  segment_walk() = default;
  // `clamp`: reads many offsets at a time; null: each alone, where few are followed.
  segment_walk(kernel::load_kernel load, const indexed_side& of, kernel::resolve_kernel clamp = nullptr)
      : load_(load), of_(&of), clamp_(clamp) {}

  [[nodiscard]] bool is_started() const { return load_ != nullptr; }

  // The first of `most` positions from one on, `step` apart, which is not negative.
  stretch take(const index_place& at, std::int64_t step, std::int64_t most) {
    find(at);
    while (end_ <= number_) end_ = begin_of_next();
    const std::int64_t count = std::min(most, count_before_end(step));
    skip(count * step);
    return stretch_of(begun_ - 1, count);
  }

  // Calls visit(stretch) for `count` positions from one on, which follow one another.
  template <class Visit>
  void for_each_next(index_place at, std::int64_t count, const Visit& visit) {
    for (std::int64_t taken = 0; count > 0; count -= taken, at = at + taken) {
      find(at);
      taken = std::min(count, left_);
      const std::uint64_t last = number_ + static_cast<std::uint64_t>(taken);
      for (std::uint64_t number = number_; number < last;) {
        while (end_ <= number) end_ = begin_of_next();
        const std::uint64_t next = std::min(end_, last);
        visit(stretch_of(begun_ - 1, static_cast<std::int64_t>(next - number)));
        number = next;
      }
      skip(taken);
    }
  }

  // Calls visit(first, stretch) for those of `count` positions from one on, `step` apart: a stretch begins at that one.
  template <class Visit>
  void for_each_stretch(index_place at, std::int64_t step, std::size_t count, const Visit& visit) {
    for (std::size_t done = 0; done < count;) {
      const stretch next = take(at, step, static_cast<std::int64_t>(count - done));
      visit(done, next);
      done += static_cast<std::size_t>(next.count);
      at = at + next.count * step;
    }
  }

 private:
  static constexpr std::size_t read_at_once = 32;

  void find(const index_place& at) {
    if (at.first != first_ || at.ahead != ahead_ || left_ <= 0) go_to(at);
  }
  void skip(std::int64_t numbers) {
    ahead_ += numbers;
    number_ += static_cast<std::uint64_t>(numbers);
    left_ -= numbers;
  }
  [[nodiscard]] stretch stretch_of(std::int64_t segment, std::int64_t count) const {
    return {segment, count, segment >= 0 && segment < of_->coordinates[0].extent};
  }
  std::uint64_t begin_of_next() {
    ++begun_;
    if (clamp_ == nullptr) return entry_.begin_of(begun_);
    if (next_ == read_) read_begins();
    return static_cast<std::uint64_t>(begins_[next_++]);
  }
  // A separate function, as it is called once for many.
  [[gnu::noinline]] void read_begins() {
    kernel::coordinate_rule range;
    range.extent = of_->segments->positions + 1;
    range.table_stride = 1;
    next_ = 0;
    read_ = entry_.begins_from(begun_, read_at_once, clamp_, range, begins_.data());
    if (read_ != 0) return;
    begins_[0] = std::numeric_limits<std::int64_t>::max();
    read_ = 1;
  }
  void go_to(const index_place& at) {
    const std::int64_t positions = of_->segments->positions;
    entry_ = entry_offsets(load_, *of_, at.first, at.ahead / positions);
    first_ = at.first;
    ahead_ = at.ahead;
    number_ = static_cast<std::uint64_t>(at.ahead % positions);
    left_ = positions - static_cast<std::int64_t>(number_);
    begun_ = entry_.count_begun(number_) - 1;
    next_ = read_ = 0;
    end_ = begin_of_next();
  }
  // Positions before the next segment begins, or the entry ends; one at least.
  [[nodiscard]] std::int64_t count_before_end(std::int64_t step) const {
    if (step == 0) return std::numeric_limits<std::int64_t>::max();
    const std::uint64_t left = std::min(end_ - number_, static_cast<std::uint64_t>(left_)) - 1;
    return static_cast<std::int64_t>(step == 1 ? left : left / static_cast<std::uint64_t>(step)) + 1;
  }

  kernel::load_kernel load_ = nullptr;
  const indexed_side* of_ = nullptr;
  kernel::resolve_kernel clamp_ = nullptr;
  entry_offsets entry_;
  const std::byte* first_ = nullptr;  // the next position, here and below
  std::int64_t ahead_ = 0;
  std::uint64_t number_ = 0;
  std::int64_t left_ = 0;   // of the entry, with it; none: it is of another one
  std::int64_t begun_ = 0;  // segments up to it
  std::uint64_t end_ = 0;   // where the next one begins
  std::size_t next_ = 0;    // of the begins that were read
  std::size_t read_ = 0;
  std::array<std::int64_t, read_at_once> begins_;
};

// Adds the places of the segments that hold `count` positions from one on, `step` apart; positions of no segment are
// added to a mask that has been written. A separate function: few problems have offsets.
[[gnu::noinline]] inline bool add_segments(kernel::load_kernel load, const indexed_side& of, std::int64_t segment_step,
                                           const index_place& at, std::int64_t step, std::size_t count,
                                           std::int64_t* offsets, std::uint8_t* skip_mask) {
  bool skips = false;
  segment_walk(load, of).for_each_stretch(at, step, count, [&](std::size_t first, const segment_walk::stretch& next) {
    const std::size_t end = first + static_cast<std::size_t>(next.count);
    const std::int64_t place = next.is_held ? next.segment * segment_step : 0;
    for (std::size_t i = first; i < end; ++i) offsets[i] += place;
    if (!next.is_held) std::fill(skip_mask + first, skip_mask + end, std::uint8_t{1});
    skips |= !next.is_held;
  });
  return skips;
}

}  // namespace strew::engine
