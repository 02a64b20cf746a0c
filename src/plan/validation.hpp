// Validation of the indices of a problem: each distinct value is checked by the rule of its member.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

struct validation {
  small_vector<axis> axes;  // of distinct positions, adjacent ones merged; a kernel processes the last one
  struct member {
    kernel::coordinate_rule rule;
    std::int64_t index_offset = 0;
    bool is_read = false;  // some value can be bad
  };
  std::uint64_t tuples = 1;  // distinct ones
  small_vector<member> members;
  kernel::validate_kernel is_bad = nullptr;
  bool lacks_start = false;  // some member has no valid start at all

  // Some value can be bad.
  [[nodiscard]] bool is_needed() const {
    return lacks_start || std::any_of(members.begin(), members.end(), [](const member& m) { return m.is_read; });
  }
};

validation validation_of(const problem& p, const kernel::kernel_set& kernels);

}  // namespace strew::engine
