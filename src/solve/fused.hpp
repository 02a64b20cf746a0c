// Positions of one element each, whose indices are resolved and whose elements are moved in one loop, for the most
// common index and element types. Shared by several solvers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

// Null if there is no such kernel, or if it treats values that became bad differently.
kernel::fused_kernel find_fused(const situation& in);
// For indices of this type, whatever those of the problem are. Null if there is none.
kernel::fused_kernel find_fused(kernel::index_type type, const problem& p, const kernel::kernel_set& kernels);

// At most `size` of the next positions: fused if there is a kernel and the line has enough of them. False if cancelled.
bool move_next(block_mover& blocks, position_walk& walk, kernel::fused_kernel fused, std::int64_t size);

// The lines of a walk along two axes, from the one that the walk is at the beginning of, for fused kernels: they follow
// one another evenly on all sides.
class even_lines {
 public:
  // Only where the mover has two flat axes.
  even_lines(block_mover& blocks, const position_walk& walk);

  // How many lines are moved between two polls.
  [[nodiscard]] std::int64_t at_once() const;
  void move(kernel::fused_kernel fused, std::int64_t line, std::int64_t count);

 private:
  [[nodiscard]] kernel::index_column indices(std::int64_t line) const;

  block_mover& blocks_;
  const axis& rows_;
  kernel::block first_;
  kernel::index_column indices_;
};

// Rows of few elements, numbered consecutively, for example the last axis of a table with four columns.
bool has_short_lines(const block_mover& blocks);
// The whole walk; false if cancelled.
bool move_short_lines(block_mover& blocks, const position_walk& walk, kernel::fused_kernel fused,
                      const cancellation& cancel);

}  // namespace strew::engine
