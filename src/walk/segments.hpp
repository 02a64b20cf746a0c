// Offsets in place of indices, by entries of the batch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

// `step`: from what a segment addresses to what the next one does.
inline kernel::offset_column offsets_of_entry(const indexed_side& of, const std::byte* first, std::int64_t entry,
                                              std::int64_t step) {
  const segmentation& by = *of.segments;
  return {first + place_of_entry(of, entry), by.offset_stride, by.offset_count, of.coordinates[0].extent, step};
}

// How many segments have begun where a position is: 0 before the first one, ascending along an entry.
inline std::uint64_t count_begun(kernel::load_kernel load, const indexed_side& of, const index_place& at) {
  const kernel::offset_column entry = offsets_of_entry(of, at.first, at.ahead / of.segments->positions, 0);
  const std::int64_t number = at.ahead % of.segments->positions;
  std::int64_t low = 0;
  std::int64_t high = entry.count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const bool has_begun = load(entry.first + middle * entry.stride) <= static_cast<std::uint64_t>(number);
    has_begun ? low = middle + 1 : high = middle;
  }
  return static_cast<std::uint64_t>(low);
}

// Adds the places of the segments that hold `count` positions from one on, `step` apart; positions of no segment are
// added to a mask that has been written. A separate function: few problems have offsets.
[[gnu::noinline]] inline bool add_segments(kernel::locate_kernel locate, const indexed_side& of,
                                           std::int64_t segment_step, const index_place& from, std::int64_t step,
                                           std::size_t count, std::int64_t* offsets, std::uint8_t* skip_mask) {
  const std::int64_t positions = of.segments->positions;
  std::int64_t number = from.ahead;
  bool skips = false;
  for (std::size_t done = 0; done < count;) {
    const std::int64_t first = number % positions;
    const std::int64_t left = step == 0 ? 1 : (positions - first - 1) / step + 1;
    const std::size_t some = std::min(count - done, static_cast<std::size_t>(left));
    const kernel::offset_column entry = offsets_of_entry(of, from.first, number / positions, segment_step);
    skips |= locate(entry, first, step, some, offsets + done, skip_mask + done);
    done += some;
    number += static_cast<std::int64_t>(some) * step;
  }
  return skips;
}

}  // namespace strew::engine
