// Finds bad indices in a range of positions. What is found in several ranges merges into what is found in all of them,
// so that threads, devices and processes can share the search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "walk/cancel.hpp"
#include "walk/odometer.hpp"

namespace strew::engine {

// Distinct index tuples, numbered in row-major order of the dimensions along which indices are not broadcast.
struct tuple_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // the one behind it
};

// Meant only with a count.
struct bad_indices {
  std::uint64_t count = 0;      // of bad positions, broadcast ones included
  std::uint64_t position = 0;   // the first of them, in row-major order of all positions
  std::uint64_t component = 0;  // its lowest bad member ...
  index_value value;            // ... as it was read

  void merge(const bad_indices& other);
};

class index_finder {
 public:
  // Of an index space that has positions.
  index_finder(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices);

  [[nodiscard]] std::uint64_t tuple_count() const { return tuples_; }
  // Adds what is bad in the range; false if it was cancelled.
  bool find(tuple_range range, const cancellation& cancel, bad_indices& found) const;

 private:
  void look_at(std::uint64_t position, const std::byte* tuple, bad_indices& found) const;

  const index_space& space_;
  const index_policy& policy_;
  const std::byte* indices_;
  bool signed_;
  kernel::load_kernel load_;
  run_list<axis> axes_;  // their table strides count positions
  std::uint64_t tuples_ = 1;
  std::uint64_t copies_ = 1;  // positions that share a tuple
};

// One member of a tuple, for a search or a record.
index_value stored_value(kernel::load_kernel load, bool has_sign, const std::byte* member);

}  // namespace strew::engine
