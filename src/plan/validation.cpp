#include "plan/validation.hpp"

#include "walk/kernel_axes.hpp"
#include "walk/runs.hpp"

namespace strew::engine {
namespace {

// Policies that accept every value still need some valid start.
bool refuses_values(const index_policy& policy) {
  return policy.outside == out_of_bounds::error || policy.below_zero == negative::refuse;
}

// All values of the type are valid: none needs to be read.
bool holds_every_value(const kernel::coordinate_rule& rule, dtype type) {
  const auto bits = static_cast<unsigned>(8 * info(type).width);
  return !is_signed(type) && bits <= 32 && (std::int64_t{1} << bits) - 1 <= rule.highest;
}

void add_member(validation& made, const kernel::coordinate_rule& rule, const index_space::member& m, dtype type) {
  const std::size_t last = made.groups.size();
  made.rules.push_back(rule);
  if (last != 0) {
    validation::group& before = made.groups[last - 1];
    const auto bytes = static_cast<std::int64_t>(before.members) * info(type).width;
    if (m.index_offset == before.index_offset + bytes) {
      ++before.members;
      return;
    }
  }
  made.groups.push_back({m.index_offset, made.rules.size() - 1, 1});
}

}  // namespace

void make_validation(const indexed_side& of, const kernel::kernel_set& kernels, validation& made) {
  made.has_offsets = static_cast<bool>(of.segments);
  if (made.has_offsets) return;
  for (const auto& position : of.space.positions) {
    // broadcast axes would read the same values again
    if (position.index_stride != 0) append_axis(made.axes, {position.extent, 0, 0, position.index_stride, no_window});
  }
  for (const axis& a : made.axes) made.tuples *= static_cast<std::uint64_t>(a.extent);
  for (const auto& m : of.space.members) {
    made.lacks_start |= lacks_start(m, of.policy);
    const kernel::coordinate_rule rule = rule_of({m.extent, m.window, 0, m.index_offset}, of.policy);
    if (refuses_values(of.policy) && !holds_every_value(rule, of.index_type)) add_member(made, rule, m, of.index_type);
  }
  made.is_bad = kernels.validate(index_type_of(of.index_type));
}

}  // namespace strew::engine
