// What a solver decided for one problem: the kernels and the block, ready to run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/small_vector.hpp"
#include "kernel/kernel.hpp"

namespace strew {
inline namespace engine {

struct program {
  const char* solver = "";
  // The first axes choose positions, the rest walk a slice. Of the outer ones the last `flat_axes` are numbered
  // through: their direct and index strides are those of one long axis. Of the inner ones the first `walked_axes` are
  // walked point by point; the kernel takes what is left, at most one.
  std::size_t outer_axes = 0;
  std::size_t flat_axes = 0;
  std::size_t walked_axes = 0;
  std::size_t block_positions = 1;  // positions resolved at once
  bool cuts_windows = false;        // windows may lie on the table in part
  bool looks_for_runs = false;      // indices that step evenly move as one long row
  kernel::form shape = kernel::form::strided;
  small_vector<kernel::coordinate_rule> rules;  // one a coordinate
  kernel::resolve_kernel resolve = nullptr;
  kernel::run_kernel run = nullptr;
  kernel::cut_kernel cut = nullptr;
  kernel::block_kernel move = nullptr;   // or combine
  kernel::block_kernel along = nullptr;  // the same for a run: one position, its units any steps apart
  kernel::sweep_kernel sweep = nullptr;  // resolve and move at once, where there is such a kernel
  bool first_replaces = false;           // see kernel::block
  kernel::fill_kernel fill = nullptr;    // only with the fill policy
  kernel::copy_kernel copy = nullptr;    // takes the problem as planes of these two axes; equal: as single rows
  std::size_t row_axis = 0;
  std::size_t column_axis = 0;
  std::uint64_t bytes = 0;  // that move, each counted once
};

// The block of offsets and flags lives on the stack of whoever runs it.
constexpr std::size_t max_block_positions = 512;

}  // namespace engine
}  // namespace strew
