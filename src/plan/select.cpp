#include "plan/select.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace strew {
inline namespace engine {
namespace {

kernel::scalar scalar_of(dtype type) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide) \
  case dtype::name:                       \
    return kernel::scalar::name;
#include "kernel/kernels.def"
#undef STREW_SCALAR
    default:
      return kernel::scalar::i8;  // lowering refuses reductions of other types: TY4
  }
}

// Of booleans add and max are or, mul and min are and, sub is xor.
kernel::combination combination_of(reduction reduce, bool of_booleans) {
  using kernel::combination;
  switch (reduce) {
    case reduction::add:
      return of_booleans ? combination::bit_or : combination::add;
    case reduction::sub:
      return of_booleans ? combination::bit_xor : combination::sub;
    case reduction::mul:
      return of_booleans ? combination::bit_and : combination::mul;
    case reduction::min:
      return of_booleans ? combination::bit_and : combination::min;
    case reduction::max:
      return of_booleans ? combination::bit_or : combination::max;
    case reduction::logic_and:
      return combination::bit_and;
    case reduction::logic_or:
      return combination::bit_or;
    case reduction::logic_xor:
      return combination::bit_xor;
    default:
      return combination::add;  // a mean adds; none has a move kernel
  }
}

}  // namespace

bool has_windows(const problem& p) {
  return std::any_of(p.axes.begin(), p.axes.end(), [](const axis& a) { return a.window_of != no_window; });
}

bool has_cut_windows(const problem& p) {
  return can_cut_windows(p.policy) &&
         std::any_of(p.coordinates.begin(), p.coordinates.end(), [](const coordinate& c) { return c.window > 1; });
}

kernel::index_type index_type_of(dtype type) {
  switch (type) {
#define STREW_INDEX_TYPE(name, storage) \
  case dtype::name:                     \
    return kernel::index_type::name;
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
    default:
      return kernel::index_type::i64;  // lowering refuses other types: TY3
  }
}

kernel::mode resolve_mode(const problem& p) {
  switch (p.policy.outside) {
    case out_of_bounds::clamp:
      return kernel::mode::clamp;
    case out_of_bounds::wrap:
      return kernel::mode::wrap;
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      return kernel::mode::nothing;
    default:
      return p.is_write() ? kernel::mode::nothing : kernel::mode::clamp;
  }
}

kernel::coordinate_rule rule_of(const coordinate& c, const index_policy& policy) {
  kernel::coordinate_rule made;
  made.extent = c.extent;
  made.window = c.window;
  made.table_stride = c.table_stride;
  made.from_end = policy.below_zero == negative::from_end;
  made.lowest = std::numeric_limits<std::int64_t>::min();
  made.highest = std::numeric_limits<std::int64_t>::max();
  if (policy.outside == out_of_bounds::error) {
    made.lowest = made.from_end ? -c.extent : 0;
    made.highest = c.extent - c.window;
    made.has_hole = made.from_end && c.window > 1;
  }
  if (policy.below_zero == negative::refuse) made.lowest = 0;
  return made;
}

namespace {

// Of elements with one coordinate, where values that turn bad end as the kernel lets them end.
kernel::sweep_kernel find_sweep(const problem& p, const program& made) {
  const bool is_plain = made.shape == kernel::form::elements && made.walked_axes == 0 && p.coordinates.size() == 1;
  const auto as_it_ends = p.is_write() ? kernel::mode::nothing : kernel::mode::clamp;
  if (!is_plain || resolve_mode(p) != as_it_ends) return nullptr;
  const kernel::index_type type = index_type_of(p.index_type);
  if (p.reduce == reduction::none)
    return kernel::find_sweep_move(type, p.is_write(), static_cast<std::size_t>(p.width));
  return p.reduce == reduction::add ? kernel::find_sweep_add(type, scalar_of(p.type)) : nullptr;
}

}  // namespace

void select_kernels(const problem& p, program& made) {
  const kernel::index_type type = index_type_of(p.index_type);
  const auto width = static_cast<std::size_t>(p.width);
  for (const coordinate& c : p.coordinates) made.rules.push_back(rule_of(c, p.policy));
  made.resolve = kernel::find_resolve(type, resolve_mode(p));
  made.run = kernel::find_run(type);
  made.cut = kernel::find_cut(type);
  if (p.policy.outside == out_of_bounds::fill) made.fill = kernel::find_fill();
  const auto find = [&](kernel::form shape) {
    if (p.reduce == reduction::none)
      return p.is_write() ? kernel::find_write(shape, width) : kernel::find_read(shape, width);
    return kernel::find_combine(shape, scalar_of(p.type), combination_of(p.reduce, p.type == dtype::boolean));
  };
  made.move = find(made.shape);
  made.along = find(kernel::form::strided);
  made.sweep = find_sweep(p, made);
}

kernel::stage select_stage(const problem& p) {
  return kernel::find_stage(scalar_of(p.type), combination_of(p.reduce, p.type == dtype::boolean),
                            p.reduce == reduction::mean, p.accumulate == accumulation::wide);
}

}  // namespace engine
}  // namespace strew
