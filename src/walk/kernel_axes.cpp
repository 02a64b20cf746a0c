#include "walk/kernel_axes.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace strew::engine {

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
kernel::combination combination_of(const problem& p) {
  using kernel::combination;
  const bool of_booleans = p.type == dtype::boolean;
  switch (p.reduce) {
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

kernel::mode mode_of(const index_policy& policy, bool is_write) {
  switch (policy.outside) {
    case out_of_bounds::clamp:
      return kernel::mode::clamp;
    case out_of_bounds::wrap:
      return kernel::mode::wrap;
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      return kernel::mode::skip;
    default:
      return is_write ? kernel::mode::skip : kernel::mode::checked;
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

rule_list rules_of(const indexed_side& of) {
  rule_list made;
  for (const coordinate& c : of.coordinates) made.push_made([&] { return rule_of(c, of.policy); });
  return made;
}

}  // namespace strew::engine
