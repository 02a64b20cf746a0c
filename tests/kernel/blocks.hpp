// Blocks of positions in two memories: the table, at offsets, and the direct operand, at strides.
#pragma once

#include <memory>
#include <vector>

#include "kernels.hpp"
#include "memory.hpp"

namespace strew::testing {

// Bytes of a unit for a kernel of this class; for `any`, a width that has no class of its own.
inline std::size_t any_width(kernel::width_class width, random_engine& draw) {
  switch (width) {
#define STREW_WIDTH(bytes)                 \
  case kernel::width_class::bytes_##bytes: \
    return bytes;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return pick<std::size_t>(draw, {3, 5, 6, 7, 9, 12, 15, 17, 20, 24, 31, 33, 48, 100});
  }
}

// A step with which units are contiguous, have gaps or overlap.
inline std::ptrdiff_t any_step(std::size_t width, random_engine& draw) {
  const auto unit = static_cast<std::ptrdiff_t>(width);
  return pick<std::ptrdiff_t>(draw, {unit, unit, unit, unit + 1, 2 * unit, -unit, -unit - 3, 0});
}

struct shape_of_block {
  std::size_t positions = 0;
  std::size_t count = 1;  // units per position
  std::size_t width = 1;
  std::ptrdiff_t table_step = 0;
  std::ptrdiff_t direct_step = 0;
};

// A block, its memory, and the expected memory.
struct scene {
  scene(const shape_of_block& shape, std::int64_t cells, std::ptrdiff_t cell_stride, random_engine& draw)
      : block(made_of(shape, draw)),
        table(reach_of_table(shape, cells, cell_stride), draw() % 16, draw),
        direct(reach_of_direct(shape, block.direct_stride), draw() % 16, draw),
        right_table(table),
        right_direct(direct) {
    const std::size_t same =
        pick<std::size_t>(draw, {1, 1, 5, 16});  // positions of a cell one after the other, at most
    for (std::size_t p = 0; p < shape.positions; ++p) {
      const bool repeats = p != 0 && draw() % same != 0;
      offsets.push_back(repeats ? offsets.back() : between(draw, 0, cells - 1) * cell_stride);
      skip_mask.push_back(draw() % 4 == 0);
    }
    skips = draw() % 2 == 0;
  }

  // The block over the memory that is passed to the kernel.
  kernel::block given() {
    block.table = table.origin();
    block.direct = direct.origin();
    block.offsets = offsets.data();
    block.skip_mask = skips ? skip_mask.data() : nullptr;
    return block;
  }

  // Calls visit(unit of the table, unit of the direct operand) in order, for all units that are or are not skipped.
  template <class Visit>
  void for_each_unit(bool skipped, const Visit& visit) {
    for (std::size_t p = 0; p < block.positions; ++p) {
      if ((skips && skip_mask[p] != 0) != skipped) continue;
      for (std::size_t i = 0; i < block.count; ++i) {
        const auto unit = static_cast<std::ptrdiff_t>(i);
        visit(right_table.at(offsets[p] + unit * block.table_step),
              right_direct.at(static_cast<std::ptrdiff_t>(p) * block.direct_stride + unit * block.direct_step));
      }
    }
  }

  [[nodiscard]] bool is_right() const { return table == right_table && direct == right_direct; }

  kernel::block block;
  memory table;
  memory direct;
  memory right_table;
  memory right_direct;
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> skip_mask;
  bool skips = false;

 private:
  static kernel::block made_of(const shape_of_block& shape, random_engine& draw) {
    kernel::block made;
    made.positions = shape.positions;
    made.count = shape.count;
    made.width = shape.width;
    made.table_step = shape.table_step;
    made.direct_step = shape.direct_step;
    const auto bytes = static_cast<std::ptrdiff_t>(shape.width * std::max<std::size_t>(shape.count, 1));
    made.direct_stride = pick<std::ptrdiff_t>(draw, {bytes, bytes, 2 * bytes, bytes + 3, -bytes, 0});
    return made;
  }
  static reach reach_of_table(const shape_of_block& shape, std::int64_t cells, std::ptrdiff_t stride) {
    return reach(shape.width).along(shape.count, shape.table_step).along(static_cast<std::size_t>(cells), stride);
  }
  static reach reach_of_direct(const shape_of_block& shape, std::ptrdiff_t stride) {
    return reach(shape.width).along(shape.count, shape.direct_step).along(shape.positions, stride);
  }
};

}  // namespace strew::testing
