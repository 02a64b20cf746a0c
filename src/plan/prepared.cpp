#include "plan/prepared.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "base/arithmetic.hpp"
#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t word = sizeof(std::uint64_t);

// Starts are in [-window, extent], and no window is larger than its extent where it has a start.
dtype type_of_copy(const destinations& where) {
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  const bool fits = std::all_of(where.members.begin(), where.members.end(), [](const destinations::member& m) {
    return m.extent <= largest && m.window <= largest;
  });
  return fits ? dtype::i32 : dtype::i64;
}

std::int64_t tuple_bytes(const destinations& where) {
  return static_cast<std::int64_t>(where.members.size()) * info(type_of_copy(where)).width;
}

bool is_distinct(const destinations::position_axis& axis) {
  return axis.index_stride != 0 && axis.extent > 1;
}

std::int64_t total(std::int64_t left, std::int64_t right) {
  if (left == no_workspace || right == no_workspace) return no_workspace;
  return narrow(static_cast<int128>(left) + right).value_or(no_workspace);
}

void read_copy(problem& p, const destinations& copy) {
  p.index_type = copy.index_type;
  for (std::size_t n = 0; n < copy.positions.size(); ++n)
    p.space.positions[n].index_stride = copy.positions[n].index_stride;
  for (std::size_t k = 0; k < copy.members.size(); ++k) {
    p.space.members[k].index_offset = copy.members[k].index_offset;
    p.coordinates[k].index_offset = copy.members[k].index_offset;
  }
}

// With whole windows the policy has no effect. Otherwise skip, fill and wrap keep their effect, and so does a violated
// guarantee: what error and assume let through is skipped by a scatter, clamped by a gather.
index_policy policy_of(const index_policy& spec, bool is_whole) {
  const bool decides_nothing = is_whole || spec.outside == out_of_bounds::error;
  return {decides_nothing ? out_of_bounds::assume : spec.outside, negative::invalid, spec.cut};
}

}  // namespace

std::uint64_t copied_values::digest() const {
  const std::uint64_t known = digest_.load(std::memory_order_relaxed);
  if (known != 0 || bytes_ == 0) return known;
  const std::uint64_t found = hash(first_, bytes_, 0);
  digest_.store(found, std::memory_order_relaxed);
  return found;
}

bool operator==(const copied_values& left, const copied_values& right) {
  if (left.first_ == right.first_ || left.bytes_ != right.bytes_) return left.bytes_ == right.bytes_;
  return std::memcmp(left.first_, right.first_, static_cast<std::size_t>(left.bytes_)) == 0;
}

destinations packed(const destinations& where) {
  destinations copy = where;
  copy.index_type = type_of_copy(where);
  copy.policy.below_zero = negative::invalid;
  auto step = tuple_bytes(where);
  for (std::size_t n = copy.positions.size(); n-- > 0;) {
    destinations::position_axis& axis = copy.positions[n];
    const bool moves = is_distinct(axis);
    axis.index_stride = moves ? step : 0;
    if (moves) step = narrow(times(step, axis.extent)).value_or(max_size);
  }
  for (std::size_t k = 0; k < copy.members.size(); ++k)
    copy.members[k].index_offset = static_cast<std::int64_t>(k) * info(copy.index_type).width;
  return copy;
}

std::int64_t packed_bytes(const destinations& where) {
  if (where.position_count == 0) return 0;
  auto bytes = tuple_bytes(where);
  for (const auto& axis : where.positions) {
    if (!is_distinct(axis) || bytes == no_workspace) continue;
    bytes = narrow(times(bytes, axis.extent)).value_or(no_workspace);
  }
  return bytes == no_workspace ? bytes : narrow((int128{bytes} + word - 1) / word * word).value_or(no_workspace);
}

std::int64_t prepared_bytes(const destinations& where) {
  const auto order = narrow(static_cast<int128>(where.position_count) * word);
  return total(packed_bytes(where), order.value_or(no_workspace));
}

std::int64_t inspection_workspace(const destinations& where) {
  const std::int64_t order = order_workspace(where);
  if (order == no_workspace) return order;
  return narrow(std::max<int128>(search_workspace(where), order)).value_or(no_workspace);
}

tensor packed_tensor(const destinations& copy) {
  tensor made{copy.index_type, info(copy.index_type).width, {}, {}};
  for (const auto& axis : copy.positions) {
    made.extents.push_back(axis.extent);
    made.strides.push_back(axis.index_stride);
  }
  made.extents.push_back(static_cast<std::int64_t>(copy.members.size()));
  made.strides.push_back(made.width);
  forget_idle_strides(made);
  return made;
}

operation bound(const operation& spec, const destinations& copy, bool is_whole) {
  operation made = spec;
  problem& raw = made.raw;
  read_copy(raw, copy);
  for (std::size_t n = 0; n < made.positions.size(); ++n)
    raw.axes[made.positions[n]].index_stride = copy.positions[n].index_stride;
  raw.refuses_duplicates = false;
  raw.policy = policy_of(raw.policy, is_whole);
  if (raw.policy.outside != out_of_bounds::fill) raw.fill.clear();
  made.main = raw;
  make_canonical(made.main);
  return made;
}

}  // namespace strew::engine
