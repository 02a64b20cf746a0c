// move, fill and copy: kernels without arithmetic.
#include "blocks.hpp"

namespace strew::testing {
namespace {

using kernel::direction;
using kernel::form;
using kernel::width_class;

constexpr int move_rounds = 6;  // per length

shape_of_block any_shape(form kind, width_class width, std::size_t length, random_engine& draw) {
  shape_of_block shape;
  shape.width = any_width(width, draw);
  const bool varies_positions = kind == form::elements || draw() % 2 == 0;
  shape.positions = varies_positions ? length : draw() % 5;
  if (kind == form::elements || varies_positions) {
    shape.count = kind == form::strided ? draw() % 5 : 1;
  } else if (kind == form::strided) {
    shape.count = length;
  }
  if (kind == form::rows && width == width_class::any && !varies_positions)
    shape.width = length + pick<std::size_t>(draw, {0, 0, 0, 300, 1100});
  if (kind != form::strided) return shape;
  shape.table_step = any_step(shape.width, draw);
  shape.direct_step = any_step(shape.width, draw);
  return shape;
}

void check_move_of(kernel::block_kernel move, const shape_of_block& shape, direction way, random_engine& draw) {
  scene scene(shape, 40, static_cast<std::ptrdiff_t>(shape.width) + between(draw, 0, 3), draw);
  scene.for_each_unit(false, [&](std::byte* table, std::byte* direct) {
    std::memcpy(way == direction::read ? direct : table, way == direction::read ? table : direct, shape.width);
  });
  kernel::block given = scene.given();
  given.streams = draw() % 2 == 0;
  given.suits_gathers = draw() % 2 == 0;
  given.soon[0] = {scene.table.origin(), draw() % 40};
  move(given);
  ASSERT_TRUE(scene.is_right()) << shape.positions << " positions of " << shape.count << " units of " << shape.width
                                << " bytes, " << shape.table_step << " and " << shape.direct_step << " apart";
}

void check_fill_of(kernel::fill_kernel fill, const shape_of_block& shape, std::size_t repeats, random_engine& draw) {
  scene scene(shape, 1, 0, draw);
  const std::size_t pattern_bytes = shape.width / repeats;
  const auto pattern = std::make_unique<std::byte[]>(pattern_bytes);
  for (std::size_t i = 0; i < pattern_bytes; ++i) pattern[i] = static_cast<std::byte>(draw());
  scene.for_each_unit(true, [&](std::byte*, std::byte* direct) {
    for (std::size_t i = 0; i < shape.width; ++i) direct[i] = pattern[i % pattern_bytes];
  });
  fill(scene.given(), pattern.get(), pattern_bytes);
  ASSERT_TRUE(scene.is_right()) << shape.positions << " positions of " << shape.count << " units of " << shape.width
                                << " bytes, a pattern of " << pattern_bytes;
}

// Strides of source and destination of a plane; no two units of the destination overlap.
struct strides {
  std::ptrdiff_t row, column;
};

strides any_nesting(std::size_t rows, std::size_t columns, std::size_t width, random_engine& draw) {
  const auto unit = static_cast<std::ptrdiff_t>(width);
  const std::ptrdiff_t inner = unit + pick<std::ptrdiff_t>(draw, {0, 0, 1, unit});
  const std::ptrdiff_t flip = draw() % 4 == 0 ? -1 : 1;
  const bool is_transposed = draw() % 2 == 0;
  const auto span = static_cast<std::ptrdiff_t>(std::max<std::size_t>(is_transposed ? rows : columns, 1)) * inner;
  const std::ptrdiff_t outer = (span + pick<std::ptrdiff_t>(draw, {0, 0, 5})) * flip;
  return is_transposed ? strides{inner, outer} : strides{outer, inner};
}

void check_copy_of(kernel::copy_kernel copy, std::size_t rows, std::size_t columns, std::size_t width,
                   const strides& to, const strides& from, random_engine& draw) {
  memory target(reach(width).along(rows, to.row).along(columns, to.column), draw() % 16, draw);
  memory source(reach(width).along(rows, from.row).along(columns, from.column), draw() % 16, draw);
  if (draw() % 4 == 0 && rows != 0 && columns != 0) std::memset(source.origin(), static_cast<int>(draw() % 256), width);
  memory right = target;
  const memory before = source;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const auto row = static_cast<std::ptrdiff_t>(r);
      const auto column = static_cast<std::ptrdiff_t>(c);
      std::memcpy(right.at(row * to.row + column * to.column), source.at(row * from.row + column * from.column), width);
    }
  }
  kernel::plane work;
  work.to = target.origin();
  work.from = source.origin();
  work.rows = rows;
  work.columns = columns;
  work.to_row = to.row;
  work.to_column = to.column;
  work.from_row = from.row;
  work.from_column = from.column;
  work.width = width;
  copy(work);
  ASSERT_TRUE(target == right && source == before)
      << rows << " rows of " << columns << " units of " << width << " bytes, to " << to.row << "," << to.column
      << " from " << from.row << "," << from.column;
}

void check_any_copy(kernel::copy_kernel copy, std::size_t rows, std::size_t columns, std::size_t width,
                    random_engine& draw) {
  const strides to = any_nesting(rows, columns, width, draw);
  strides from = any_nesting(rows, columns, width, draw);
  if (draw() % 4 == 0) (draw() % 2 == 0 ? from.row : from.column) = 0;
  check_copy_of(copy, rows, columns, width, to, from, draw);
}

// One unit in each row of many, on both sides of the lengths from which it is written in blocks.
void check_repeated(kernel::copy_kernel copy, std::size_t width, random_engine& draw) {
  if (width == 0) return;
  const std::size_t rows = 1 + draw() % 3;
  const std::size_t columns = pick<std::size_t>(draw, {63, 64, 65, 4095, 4097, 9000}) / width + draw() % 3;
  const auto unit = static_cast<std::ptrdiff_t>(width);
  const strides to = {unit * static_cast<std::ptrdiff_t>(columns), unit}, from = {unit, 0};
  check_copy_of(copy, rows, columns, width, to, from, draw);
}

}  // namespace

void check_move(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.move, [&](kernel::block_kernel move, form kind, direction way, width_class width) {
    SCOPED_TRACE(std::string(name_of(kind)) + " " + name_of(way) + " " + name_of(width));
    random_engine draw(6);
    for (std::size_t length = 0; length <= most; ++length)
      for (int n = 0; n < move_rounds && is_good_so_far(); ++n)
        check_move_of(calls.called(move), any_shape(kind, width, length, draw), way, draw);
  });
}

void check_fill(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.fill, [&](kernel::fill_kernel fill) {
    random_engine draw(7);
    for (std::size_t length = 0; length <= most; ++length) {
      for (int n = 0; n < 4 * move_rounds && is_good_so_far(); ++n) {
        const auto repeats = pick<std::size_t>(draw, {1, 1, 2, 3, 7, 64});
        shape_of_block shape;
        shape.positions = n % 2 == 0 ? length : draw() % 5;
        shape.count = n % 2 == 0 ? draw() % 3 : length;
        shape.width = repeats * pick<std::size_t>(draw, {1, 2, 3, 4, 8, 16, 17});
        shape.direct_step = any_step(shape.width, draw);
        check_fill_of(calls.called(fill), shape, repeats, draw);
      }
    }
  });
}

void check_copy(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.copy, [&](kernel::copy_kernel copy, width_class width) {
    SCOPED_TRACE(name_of(width));
    random_engine draw(8);
    for (std::size_t length = 0; length <= most; ++length) {
      for (int n = 0; n < move_rounds && is_good_so_far(); ++n) {
        const auto other = pick<std::size_t>(draw, {0, 1, 2, 15, 16, 17, 33});
        const bool are_columns = draw() % 2 == 0;
        check_any_copy(calls.called(copy), are_columns ? other : length, are_columns ? length : other,
                       any_width(width, draw), draw);
        check_repeated(calls.called(copy), any_width(width, draw), draw);
      }
    }
  });
}

}  // namespace strew::testing
