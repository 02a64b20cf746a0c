// Finds bad indices in a range of positions. Results for several ranges can be merged, so that threads, devices and
// processes can share the search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "walk/cancel.hpp"
#include "walk/runs.hpp"

namespace strew::engine {

// Distinct index tuples, numbered in row-major order of the dimensions along which indices are not broadcast.
using tuple_range = point_range;

// Valid only if count > 0.
struct bad_indices {
  std::uint64_t count = 0;      // of bad positions, broadcast ones included
  std::uint64_t position = 0;   // the first of them, in row-major order of all positions
  std::uint64_t component = 0;  // its first bad member ...
  index_value value;            // ... and the value read

  void merge(const bad_indices& other);
};

class index_finder {
 public:
  // Requires an index space with positions.
  index_finder(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* indices);

  [[nodiscard]] std::uint64_t tuple_count() const { return tuples_; }
  // Adds the bad indices of the range; false if cancelled.
  bool find(tuple_range range, const cancellation& cancel, bad_indices& found) const;

 private:
  void look_at(std::uint64_t position, const std::byte* tuple, bad_indices& found) const;

  const index_space& space_;
  const index_policy& policy_;
  const std::byte* indices_;
  bool signed_;
  kernel::load_kernel load_;
  small_vector<axis> axes_;  // with table strides in positions
  std::uint64_t tuples_ = 1;
  std::uint64_t copies_ = 1;  // positions that share a tuple
};

// Whether one stored value is bad, as part d of the lowering rules defines it.
bool is_bad(index_value stored, const index_space::member& m, const index_policy& policy);

// One member of a tuple, for a search or a record.
index_value stored_value(kernel::load_kernel load, bool has_sign, const std::byte* member);

}  // namespace strew::engine
