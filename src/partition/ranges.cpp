#include "partition/ranges.hpp"

#include <algorithm>
#include <limits>

#include "base/arithmetic.hpp"
#include "walk/members.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

// Of the positions that have a start.
std::size_t sample_offsets(const part& work, const reading& how, std::uint64_t wanted, std::uint64_t* offsets) {
  std::size_t found = 0;
  visit_some(work.axes, how.outer_axes, wanted, [&](const odometer& at, std::uint64_t /*any*/) {
    std::uint8_t is_skipped = 0;
    std::int64_t start = at.table();
    const tuple_line one{work.indices + at.index(), 0, 1};
    const bool skips = resolve_tuples(how.starts, work.problem, work.rules, one, &start, &is_skipped);
    offsets[found] = static_cast<std::uint64_t>(start);
    found += skips ? 0 : 1;
  });
  return found;
}

// Calls visit(first, last) for the equal values of a sorted list.
template <class Visit>
void for_each_group(const std::uint64_t* first, const std::uint64_t* last, const Visit& visit) {
  while (first != last) {
    const std::uint64_t* const next = std::upper_bound(first, last, *first);
    visit(first, next);
    first = next;
  }
}

// Divides a sample among owners: first the hot values, column by column, then the other ones at their quantiles.
class divider {
 public:
  divider(ownership& made, const std::byte* table, std::uint64_t owners)
      : made_(made),
        columns_(made.columns()),
        table_(table),
        owners_(std::clamp<std::uint64_t>(owners, 1, max_owners)) {}

  void divide(std::uint64_t* values, std::size_t count) {
    std::sort(values, values + count);
    all_ = count;
    divide_sorted(values, count);
  }

  // Of offsets in cyclic order: by their distances from the most frequent one, so that it can have an owner of its own.
  void divide_circle(std::uint64_t* offsets, std::size_t count) {
    std::sort(offsets, offsets + count);
    std::ptrdiff_t most = 0;
    const std::uint64_t* begin = offsets;
    for_each_group(offsets, offsets + count, [&](const std::uint64_t* first, const std::uint64_t* last) {
      if (last - first > most) begin = first;
      most = std::max(most, last - first);
    });
    std::rotate(offsets, offsets + (begin - offsets), offsets + count);
    base_ = count == 0 ? 0 : offsets[0];
    for (std::size_t i = 0; i < count; ++i) offsets[i] -= base_;
    all_ = count;
    divide_sorted(offsets, take_hot(offsets, count));
  }

 private:
  struct hot_offset {
    std::uint64_t distance;
    std::size_t count;  // in the sample
  };
  static constexpr std::uint64_t last_distance = std::numeric_limits<std::uint64_t>::max();

  // Removes them from the list, of which so many remain.
  std::size_t take_hot(std::uint64_t* list, std::size_t count) {
    if (columns_.along == no_axis) return count;
    std::uint64_t* kept = list;
    for_each_group(list, list + count, [&](const std::uint64_t* first, const std::uint64_t* last) {
      const auto equal = static_cast<std::size_t>(last - first);
      if (hot_size_ == max_hot_slices || !is_hot(equal, all_, owners_)) {
        kept = std::copy(first, last, kept);
      } else {
        hot_[hot_size_++] = {*first, equal};
        taken_ += equal;
      }
    });
    return static_cast<std::size_t>(kept - list);
  }

  // Each owner has its part of the sample: of the hot offsets, which come first, and of the others.
  void divide_sorted(const std::uint64_t* others, std::size_t count) {
    std::uint64_t low = 0;
    std::size_t next = 0;
    bool is_last = false;
    for (std::uint64_t n = 0; !is_last; ++n, made_.finish_owner()) {
      const std::size_t end = border(all_, owners_, n + 1);
      add_hot(border(all_, owners_, n), end);
      is_last = n + 1 == owners_;
      if (end <= taken_ && taken_ != 0 && !is_last) continue;
      next = std::max(next, end - taken_);
      while (next < count && others[next] == low) ++next;
      is_last = is_last || next >= count;
      add_others(low, is_last ? last_distance : others[next] - 1);
      if (!is_last) low = others[next];
    }
  }

  void add_hot(std::size_t first, std::size_t last) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < hot_size_; ++i) {
      const hot_offset& hot = hot_[i];
      const auto column = [&](std::size_t end) {
        return border_in(hot, std::clamp(end, before, before + hot.count) - before);
      };
      add(hot.distance, hot.distance, column(first), column(last));
      before += hot.count;
    }
  }

  // The column at which `part` of the updates of a hot offset are on its left, between lines of the cache.
  [[nodiscard]] std::int64_t border_in(const hot_offset& hot, std::size_t part) const {
    if (part == 0 || part == hot.count) return part == 0 ? 0 : columns_.count;
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

ownership::ownership(const part& work, const reading& how, std::uint64_t owners, const slice_columns& columns)
    : columns_(columns) {
  std::array<std::uint64_t, max_samples> offsets;
  divider(*this, work.table, owners)
      .divide_circle(offsets.data(), sample_offsets(work, how, samples_for(owners), offsets.data()));
}

ownership::ownership(std::uint64_t* sample, std::size_t count, std::uint64_t owners) {
  divider(*this, nullptr, owners).divide(sample, count);
}

}  // namespace strew::engine
