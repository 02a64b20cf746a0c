// Validation of the indices of a problem: each distinct value is checked by the rule of its member.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

struct validation {
  small_vector<axis> axes;  // of distinct positions, adjacent ones merged; a kernel processes the last one
  // Members of which some value can be bad; those side by side are checked together.
  struct group {
    std::int64_t index_offset = 0;  // of the first one
    std::size_t first = 0;          // its rule
    std::size_t members = 1;
  };
  std::uint64_t tuples = 1;  // distinct ones
  small_vector<kernel::coordinate_rule> rules;
  small_vector<group> groups;
  kernel::validate_kernel is_bad = nullptr;
  bool lacks_start = false;  // some member has no valid start at all
  bool has_offsets = false;  // there are offsets in place of indices

  // In a column of tuples.
  [[nodiscard]] bool has_bad(const kernel::index_column& all) const {
    for (const group& one : groups) {
      const kernel::index_column members{all.first + one.index_offset, all.stride, all.count};
      if (is_bad(members, &rules[one.first], one.members)) return true;
    }
    return false;
  }

  // Some value can be bad.
  [[nodiscard]] bool is_needed() const { return lacks_start || has_offsets || !groups.empty(); }
};

// Completes an empty one.
void make_validation(const indexed_side& of, const kernel::kernel_set& kernels, validation& made);

inline validation validation_of(const indexed_side& of, const kernel::kernel_set& kernels) {
  validation made;
  make_validation(of, kernels, made);
  return made;
}

}  // namespace strew::engine
