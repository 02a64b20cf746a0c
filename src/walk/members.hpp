// The members of index tuples that lie side by side are resolved together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "problem/problem.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine {

// Of `count` members, from number k on, those that follow one another without a gap.
template <class Members>
std::size_t count_adjacent(const Members& members, std::size_t k, std::int64_t width) {
  std::size_t last = k + 1;
  while (last < members.size() && members[last].index_offset == members[last - 1].index_offset + width) ++last;
  return last - k;
}

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

// The same for a problem. The whole mask is written, unless there are no members.
inline bool resolve_tuples(kernel::resolve_kernel resolve, const problem& p, const rule_list& rules,
                           const kernel::index_column& tuples, std::int64_t* offsets, std::uint8_t* skip_mask) {
  if (p.coordinates.empty()) return false;
  std::fill_n(skip_mask, tuples.count, std::uint8_t{0});
  return resolve_members(resolve, p.coordinates, info(p.index_type).width, rules, tuples, offsets, skip_mask);
}

}  // namespace strew::engine
