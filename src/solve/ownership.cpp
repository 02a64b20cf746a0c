#include "solve/ownership.hpp"

#include <algorithm>
#include <limits>

#include "base/arithmetic.hpp"
#include "solve/some_positions.hpp"
#include "solve/traits.hpp"
#include "walk/members.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

// The table offset of a position; false if it has no start.
bool offset_of(const part& work, const block_program& program, const odometer& at, std::uint64_t& offset) {
  std::uint8_t is_skipped = 0;
  std::int64_t start = at.table();
  const kernel::index_column tuple{work.indices + at.index(), 0, 1};
  const bool skips = resolve_tuples(program.resolve, work.problem, work.rules, tuple, &start, &is_skipped);
  offset = static_cast<std::uint64_t>(start);
  return !skips;
}

std::size_t sample_offsets(const part& work, const block_program& program, std::uint64_t wanted,
                           std::uint64_t* offsets) {
  std::size_t found = 0;
  visit_some(work.axes, program.outer_axes, wanted, [&](const odometer& at, std::uint64_t /*any*/) {
    if (offset_of(work, program, at, offsets[found])) ++found;
  });
  return found;
}

// The first of the most frequent values of a sorted list.
std::uint64_t* most_frequent(std::uint64_t* first, std::uint64_t* last) {
  std::uint64_t* best = first;
  std::ptrdiff_t most = 0;
  while (first != last) {
    std::uint64_t* const next = std::upper_bound(first, last, *first);
    if (next - first > most) {
      most = next - first;
      best = first;
    }
    first = next;
  }
  return best;
}

// Divides a sample among owners: first the hot offsets, column by column, then the other ones at their quantiles.
// Offsets are distances from the most frequent one, in cyclic order, so that it can have an owner of its own.
class divider {
 public:
  divider(ownership& made, const std::byte* table, std::uint64_t owners)
      : made_(made), columns_(made.columns()), table_(table), owners_(owners) {}

  void divide(std::uint64_t* offsets, std::size_t count) {
    std::sort(offsets, offsets + count);
    std::rotate(offsets, most_frequent(offsets, offsets + count), offsets + count);
    base_ = count == 0 ? 0 : offsets[0];
    for (std::size_t i = 0; i < count; ++i) offsets[i] -= base_;
    all_ = count;
    const std::size_t others = take_hot(offsets, count);
    divide_hot();
    divide_others(offsets, others);
  }

 private:
  struct hot_offset {
    std::uint64_t distance;
    std::size_t count;  // in the sample
  };
  static constexpr std::uint64_t last_distance = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool can_be_hot(std::size_t count) const {
    return columns_.along != no_axis && hot_size_ < max_hot_slices && is_hot(count, all_, owners_);
  }

  // Removes them from the list, of which so many remain.
  std::size_t take_hot(std::uint64_t* list, std::size_t count) {
    std::uint64_t* kept = list;
    for (const std::uint64_t* at = list; at != list + count;) {
      const std::uint64_t* const next = std::upper_bound(at, const_cast<const std::uint64_t*>(list + count), *at);
      const auto equal = static_cast<std::size_t>(next - at);
      if (can_be_hot(equal)) {
        hot_[hot_size_++] = {*at, equal};
        taken_ += equal;
      } else {
        kept = std::copy(at, next, kept);
      }
      at = next;
    }
    return static_cast<std::size_t>(kept - list);
  }

  [[nodiscard]] bool is_last_owner() const { return made_.size() + 1 == owners_; }
  // As much of the sample belongs to the owners up to the current one.
  [[nodiscard]] std::size_t end_of_owner() const { return border(all_, owners_, made_.size() + 1); }

  void divide_hot() {
    std::size_t before = 0;
    for (std::size_t i = 0; i < hot_size_; ++i) {
      const hot_offset& hot = hot_[i];
      std::int64_t column = 0;
      while (!is_last_owner() && end_of_owner() < before + hot.count) {
        const std::int64_t next = border_in(hot, end_of_owner() - std::min(before, end_of_owner()));
        add(hot.distance, hot.distance, column, next);
        column = std::max(column, next);
        made_.finish_owner();
      }
      add(hot.distance, hot.distance, column, columns_.count);
      before += hot.count;
    }
  }

  // The column at which `part` of the updates of a hot offset are on its left, between lines of the cache.
  [[nodiscard]] std::int64_t border_in(const hot_offset& hot, std::size_t part) const {
    const auto columns = static_cast<std::uint64_t>(columns_.count);
    const std::uint64_t stride = magnitude(columns_.table_stride);
    std::uint64_t column = columns / hot.count * part + columns % hot.count * part / hot.count;
    if (stride < cache_line) {
      column += cache_line / 2 / stride;
      const std::uint64_t address = reinterpret_cast<std::uintptr_t>(table_) + base_ + hot.distance + column * stride;
      column -= std::min(column, address % cache_line / stride);
    }
    return static_cast<std::int64_t>(std::min(column, columns));
  }

  void divide_others(const std::uint64_t* list, std::size_t count) {
    std::uint64_t low = 0;
    std::size_t next = 0;
    while (true) {
      next = std::max(next, end_of_owner() - std::min(taken_, end_of_owner()));
      if (next == 0 && hot_size_ != 0 && !is_last_owner()) {  // its part is a hot offset's
        made_.finish_owner();
        continue;
      }
      while (next < count && list[next] == low) ++next;
      const bool ends = is_last_owner() || next >= count;
      add_others(low, ends ? last_distance : list[next] - 1);
      made_.finish_owner();
      if (ends) return;
      low = list[next];
    }
  }

  // A range, but not the hot offsets in it.
  void add_others(std::uint64_t low, std::uint64_t last) {
    for (std::size_t i = 0; i < hot_size_; ++i) {
      const std::uint64_t hot = hot_[i].distance;
      if (hot < low || hot > last) continue;
      if (hot > low) add(low, hot - 1, 0, columns_.count);
      if (hot == last) return;
      low = hot + 1;
    }
    add(low, last, 0, columns_.count);
  }

  void add(std::uint64_t low, std::uint64_t last, std::int64_t first_column, std::int64_t last_column) {
    if (first_column < last_column)
      made_.add({{static_cast<std::int64_t>(base_ + low), last - low}, first_column, last_column});
  }

  ownership& made_;
  const slice_columns& columns_;
  const std::byte* table_;
  std::uint64_t owners_;
  std::uint64_t base_ = 0;
  std::size_t all_ = 0;    // of the sample
  std::size_t taken_ = 0;  // of it, by hot offsets
  std::size_t hot_size_ = 0;
  std::array<hot_offset, max_hot_slices> hot_;
};

}  // namespace

slice_columns columns_of(const problem& p) {
  slice_columns best;
  std::uint64_t most = 1;
  const auto look_at = [&](std::size_t along, std::int64_t count, std::int64_t table_stride) {
    const std::uint64_t bytes = std::min(magnitude(table_stride), cache_line);
    const std::uint64_t lines = saturated_product(static_cast<std::uint64_t>(count), bytes) / cache_line;
    if (lines > most) {
      most = lines;
      best = {along, count, table_stride};
    }
  };
  for (std::size_t i = count_outer(p); i < p.axes.size(); ++i) look_at(i, p.axes[i].extent, p.axes[i].table_stride);
  if (unit_grain(p) != 0) look_at(p.axes.size(), p.width, 1);
  return best;
}

ownership::ownership(const part& work, const block_program& program, std::uint64_t owners, const slice_columns& columns)
    : columns_(columns) {
  const std::uint64_t count = std::clamp<std::uint64_t>(owners, 1, max_owners);
  std::array<std::uint64_t, max_samples> offsets;
  divider(*this, work.table, count)
      .divide(offsets.data(), sample_offsets(work, program, samples_for(count), offsets.data()));
}

}  // namespace strew::engine
