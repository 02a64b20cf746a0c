// fused: resolve and move of a line in one loop.
#include "blocks.hpp"
#include "indices.hpp"
#include "scalars.hpp"

namespace strew::testing {
namespace {

using kernel::direction;
using kernel::mode;

constexpr int fused_rounds = 10;  // per length

struct fused_shape {
  std::size_t lines, count, width;
  kernel::coordinate_rule rule;
  std::ptrdiff_t line_step, table_step, direct_step;
};

fused_shape any_fused(std::size_t count, std::size_t width, random_engine& draw) {
  fused_shape made = {1, count, width, any_rule(draw, draw() % 4 == 0 ? 3 : 1), 0, 0, 0};
  if (draw() % 3 == 0) made.lines = 1 + draw() % 4;
  const auto unit = static_cast<std::ptrdiff_t>(width);
  made.rule.table_stride = pick<std::ptrdiff_t>(draw, {unit, unit, 2 * unit, unit + 1, -unit});
  const bool is_far = draw() % 64 == 0;  // cells of tables above 1 MiB are prefetched
  if (is_far && draw() % 2 == 0) made.rule.table_stride = 5000;
  if (is_far && made.rule.table_stride == unit) made.rule.extent = (std::int64_t{1} << 20) / unit + 100;
  made.table_step = pick<std::ptrdiff_t>(draw, {0, 0, unit, -unit - 1});
  made.direct_step = any_step(width, draw);
  made.line_step = pick<std::ptrdiff_t>(draw, {0, unit, 100, -64});
  return made;
}

reach table_of(const fused_shape& shape) {
  return reach(shape.width)
      .along(static_cast<std::size_t>(shape.rule.extent), shape.rule.table_stride)
      .along(shape.count, shape.table_step)
      .along(shape.lines, shape.line_step);
}

// Runs `fused` on any values, and visit(table, direct) for each position that has a start by `how`.
template <class Index, class Visit>
void check_fused_of(kernel::fused_kernel fused, mode outside, const fused_shape& shape, random_engine& draw,
                    const Visit& visit) {
  const std::ptrdiff_t stride = any_stride(sizeof(Index), draw);
  std::vector<Index> values = any_indices<Index>(shape.lines * shape.count, stride, shape.rule, draw);
  if (stride != 0 && draw() % 2 == 0) repeat_some(values, draw);
  const column given(values, stride, draw() % 16);
  memory table(table_of(shape), draw() % 16, draw);
  memory direct(reach(shape.width).along(values.size(), shape.direct_step), draw() % 16, draw);
  memory right_table = table;
  memory right_direct = direct;
  bool skips = false;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const auto start = start_of(wide{values[n]}, outside, shape.rule);
    skips = skips || !start_of(wide{values[n]}, mode::skip, shape.rule);
    if (!start) continue;
    const auto line = static_cast<std::ptrdiff_t>(n / shape.count);
    const auto position = static_cast<std::ptrdiff_t>(n % shape.count);
    visit(right_table.at(*start * shape.rule.table_stride + line * shape.line_step + position * shape.table_step),
          right_direct.at(static_cast<std::ptrdiff_t>(n) * shape.direct_step));
  }
  kernel::block work;
  work.table = table.origin();
  work.direct = direct.origin();
  work.positions = shape.count;
  work.table_step = shape.table_step;
  work.direct_step = shape.direct_step;
  work.width = shape.width;
  work.lines = shape.lines;
  work.line_step = shape.line_step;
  work.has_far_lines = draw() % 2 == 0;
  work.soon[0] = {table.origin(), draw() % 40};
  work.streams = draw() % 2 == 0;
  work.is_near = draw() % 2 == 0;
  work.suits_gathers = draw() % 2 == 0;
  work.stages_starts = draw() % 2 == 0;
  const kernel::index_column first_line = {given.as_given.first, stride, shape.count};
  ASSERT_EQ(fused(first_line, shape.rule, work), skips);
  ASSERT_TRUE(table == right_table && direct == right_direct)
      << shape.lines << " lines of " << shape.count << ", index stride " << stride << ", extent " << shape.rule.extent;
}

}  // namespace

void check_fused_move(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.fused_move, [&](kernel::fused_kernel fused, kernel::index_type type, direction way,
                                      kernel::width_class width) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(way) + " " + name_of(width));
    random_engine draw(9);
    const std::size_t bytes = any_width(width, draw);
    const auto visit = [&](std::byte* table, std::byte* direct) {
      std::memcpy(way == direction::read ? direct : table, way == direction::read ? table : direct, bytes);
    };
    const mode outside = way == direction::read ? mode::clamp : mode::skip;
    with_type(type, [&]<class Index>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < fused_rounds && is_good_so_far(); ++n)
          check_fused_of<Index>(calls.called(fused), outside, any_fused(count, bytes, draw), draw, visit);
    });
  });
}

void check_fused_combine(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.fused_combine, [&](kernel::fused_kernel fused, kernel::index_type type, kernel::scalar element,
                                         kernel::combination how) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(element) + " " + name_of(how));
    random_engine draw(10);
    with_type(type, [&]<class Index>() {
      with_scalar(element, [&]<class Scalar>() {
        using value = typename Scalar::value;
        with_combination(how, [&]<kernel::combination How>() {
          if constexpr (knows<value>(How)) {
            for (std::size_t count = 0; count <= most; ++count)
              for (int n = 0; n < fused_rounds && is_good_so_far(); ++n)
                check_fused_of<Index>(calls.called(fused), mode::skip, any_fused(count, sizeof(value), draw), draw,
                                      &meet_in_memory<value, How>);
          } else {
            ADD_FAILURE() << "these do not go together";
          }
        });
      });
    });
  });
}

}  // namespace strew::testing
