// The members of index tuples that lie side by side are resolved together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "walk/index_place.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/segments.hpp"

namespace strew::engine {

// Of `count` members, from number k on, those that follow one another without a gap.
template <class Members>
std::size_t count_adjacent(const Members& members, std::size_t k, std::int64_t width) {
  std::size_t last = k + 1;
  while (last < members.size() && members[last].index_offset == members[last - 1].index_offset + width) ++last;
  return last - k;
}

// How the tuples of a side become starts.
struct start_kernels {
  kernel::resolve_kernel resolve = nullptr;
  kernel::load_kernel load_offset = nullptr;  // of offsets in place of indices
};

inline start_kernels start_kernels_of(const indexed_side& of, const kernel::kernel_set& kernels, bool is_write) {
  const kernel::index_type type = index_type_of(of.index_type);
  return {kernels.resolve(type, mode_of(of.policy, is_write)), of.segments ? kernels.load(type) : nullptr};
}

// Tuples of consecutive positions of a line.
struct tuple_line {
  index_place first;
  std::int64_t stride = 0;
  std::size_t count = 0;

  [[nodiscard]] kernel::index_column stored() const { return {first.stored(), stride, count}; }
};

// Adds the table offsets of the starts to the offsets of a column of tuples, by the rules of their members. The skip
// mask is set where a position is skipped; returns whether one was.
template <class Members>
bool resolve_members(kernel::resolve_kernel resolve, const Members& members, std::int64_t width, const rule_list& rules,
                     const kernel::index_column& tuples, std::int64_t* offsets, std::uint8_t* skip_mask) {
  bool skips = false;
  for (std::size_t k = 0; k < members.size();) {
    const std::size_t count = count_adjacent(members, k, width);
    const kernel::index_column column{tuples.first + members[k].index_offset, tuples.stride, tuples.count};
    skips |= resolve(column, &rules[k], count, offsets, skip_mask);
    k += count;
  }
  return skips;
}

// Adds the places of one member; starts that are the padding, or not among the places that are kept, are skipped.
inline bool resolve_omitting(kernel::resolve_kernel resolve, std::int64_t padding, const kept_places& kept,
                             const kernel::coordinate_rule& rule, const kernel::index_column& values,
                             std::int64_t* offsets, std::uint8_t* skip_mask) {
  constexpr std::size_t at_once = 128;
  kernel::coordinate_rule unit = rule;
  unit.table_stride = 1;
  bool skips = false;
  for (std::size_t first = 0; first < values.count; first += at_once) {
    const std::size_t count = std::min(at_once, values.count - first);
    std::int64_t starts[at_once] = {};
    const kernel::index_column some{values.first + static_cast<std::ptrdiff_t>(first) * values.stride, values.stride,
                                    count};
    skips |= resolve(some, &unit, 1, starts, skip_mask + first);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_kept = starts[i] != padding && starts[i] >= kept.low && starts[i] < kept.high;
      if (!is_kept) skip_mask[first + i] = 1;
      skips |= !is_kept;
      offsets[first + i] += (starts[i] - kept.low) * rule.table_stride;
    }
  }
  return skips;
}

// A separate function: others do not need the stack of its list.
[[gnu::noinline]] inline bool resolve_omitting(kernel::resolve_kernel resolve, const indexed_side& of,
                                               const rule_list& rules, const kernel::index_column& tuples,
                                               std::int64_t* offsets, std::uint8_t* skip_mask) {
  bool skips = false;
  for (std::size_t k = 0; k < of.coordinates.size(); ++k) {
    const kernel::index_column values{tuples.first + of.coordinates[k].index_offset, tuples.stride, tuples.count};
    const kept_places kept = of.kept ? (*of.kept)[k] : kept_places{0, of.coordinates[k].extent};
    skips |= resolve_omitting(resolve, of.padding, kept, rules[k], values, offsets, skip_mask);
  }
  return skips;
}

// Adds what the starts of one side of a problem address, by the strides of its rules; positions without one are added
// to a mask that has been written.
inline bool add_starts(const start_kernels& by, const indexed_side& of, const rule_list& rules, const tuple_line& line,
                       std::int64_t* offsets, std::uint8_t* skip_mask) {
  if (by.load_offset != nullptr)
    return add_segments(by.load_offset, of, rules[0].table_stride, line.first, line.stride, line.count, offsets,
                        skip_mask);
  const kernel::index_column tuples = line.stored();
  if (of.omits_starts()) return resolve_omitting(by.resolve, of, rules, tuples, offsets, skip_mask);
  return resolve_members(by.resolve, of.coordinates, info(of.index_type).width, rules, tuples, offsets, skip_mask);
}

// Of a side that omits no starts, whose indices are no offsets. The whole mask is written, unless there are no members,
// here and below.
inline bool resolve_plain(kernel::resolve_kernel resolve, const indexed_side& of, const rule_list& rules,
                          const kernel::index_column& tuples, std::int64_t* offsets, std::uint8_t* skip_mask) {
  if (of.coordinates.empty()) return false;
  std::fill_n(skip_mask, tuples.count, std::uint8_t{0});
  return resolve_members(resolve, of.coordinates, info(of.index_type).width, rules, tuples, offsets, skip_mask);
}

inline bool resolve_tuples(const start_kernels& by, const indexed_side& of, const rule_list& rules,
                           const tuple_line& line, std::int64_t* offsets, std::uint8_t* skip_mask) {
  if (of.coordinates.empty()) return false;
  std::fill_n(skip_mask, line.count, std::uint8_t{0});
  return add_starts(by, of, rules, line, offsets, skip_mask);
}

}  // namespace strew::engine
