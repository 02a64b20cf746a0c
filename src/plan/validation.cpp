#include "plan/validation.hpp"

#include "base/arithmetic.hpp"
#include "walk/kernel_axes.hpp"

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

// Broadcast axes would read the same values again.
void add_axis(small_vector<axis>& axes, const index_space::position_axis& position) {
  if (position.index_stride == 0 || position.extent == 1) return;
  const bool continues =
      !axes.empty() && times(position.index_stride, position.extent) == static_cast<int128>(axes.back().index_stride);
  if (continues) {
    axis& last = axes[axes.size() - 1];
    last.extent *= position.extent;
    last.index_stride = position.index_stride;
  } else {
    axes.push_made([&] { return axis{position.extent, 0, 0, position.index_stride, no_window}; });
  }
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

void make_validation(const problem& p, const kernel::kernel_set& kernels, validation& made) {
  for (const auto& position : p.space.positions) add_axis(made.axes, position);
  for (const axis& a : made.axes) made.tuples *= static_cast<std::uint64_t>(a.extent);
  for (const auto& m : p.space.members) {
    made.lacks_start |= lacks_start(m, p.policy);
    const kernel::coordinate_rule rule = rule_of({m.extent, m.window, 0, m.index_offset}, p.policy);
    if (refuses_values(p.policy) && !holds_every_value(rule, p.index_type)) add_member(made, rule, m, p.index_type);
  }
  made.is_bad = kernels.validate(index_type_of(p.index_type));
}

}  // namespace strew::engine
