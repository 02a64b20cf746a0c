#include "plan/select.hpp"

#include <algorithm>
#include <cstddef>

namespace strew {
namespace {

kernel::scalar scalar_of(dtype type) {
  switch (type) {
#define STREW_SCALAR(name, storage) \
  case dtype::name:                 \
    return kernel::scalar::name;
#include "kernel/kernels.def"
#undef STREW_SCALAR
    default:
      return kernel::scalar::i8;  // lowering refuses reductions of other types: TY4
  }
}

kernel::combination combination_of(reduction reduce) {
  switch (reduce) {
#define STREW_COMBINE(name) \
  case reduction::name:     \
    return kernel::combination::name;
#include "kernel/kernels.def"
#undef STREW_COMBINE
    default:
      return kernel::combination::add;  // none has a move kernel
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
  return {c.extent,
          c.window,
          c.table_stride,
          policy.below_zero == negative::from_end,
          policy.below_zero == negative::refuse,
          policy.outside != out_of_bounds::error};
}

void select_kernels(const problem& p, program& made) {
  const kernel::index_type type = index_type_of(p.index_type);
  const auto width = static_cast<std::size_t>(p.width);
  made.resolve = kernel::find_resolve(type, resolve_mode(p));
  made.cut = kernel::find_cut(type);
  if (p.policy.outside == out_of_bounds::fill) made.fill = kernel::find_fill();
  if (p.reduce != reduction::none) {
    made.move = kernel::find_combine(scalar_of(p.type), combination_of(p.reduce));
  } else {
    made.move = p.is_write() ? kernel::find_write(width) : kernel::find_read(width);
  }
}

}  // namespace strew
