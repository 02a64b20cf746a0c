#include "problem/meeting.hpp"

#include <algorithm>
#include <cstddef>

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace {

// Places [low, high) of one dimension; none if high <= low.
struct interval {
  int128 low = 0;
  int128 high = 0;
};

struct places {
  interval window;
  interval wrapped;  // what goes on at the beginning of the dimension
};

bool meet(const interval& left, const interval& right) {
  return std::max(left.low, right.low) < std::min(left.high, right.high);
}

bool meet(const places& left, const places& right) {
  return meet(left.window, right.window) || meet(left.window, right.wrapped) || meet(left.wrapped, right.window) ||
         meet(left.wrapped, right.wrapped);
}

int128 counted(index_value stored, std::int64_t extent, const index_policy& policy) {
  const int128 value =
      stored.negative ? static_cast<int128>(static_cast<std::int64_t>(stored.bits)) : static_cast<int128>(stored.bits);
  return policy.below_zero == negative::from_end && value < 0 && value >= -extent ? value + extent : value;
}

// The window of one member on the table. What has no start writes nothing.
places places_of(index_value stored, const destinations& where, std::size_t k) {
  const destinations::member& m = where.members[k];
  const index_policy& policy = where.policy;
  const int128 extent = m.extent;
  const int128 last = extent - m.window;
  int128 start = counted(stored, m.extent, policy);
  if (policy.outside == out_of_bounds::clamp) start = std::clamp(start, int128{0}, last);
  if (policy.outside == out_of_bounds::wrap) start = (start % extent + extent) % extent;
  if (where.padding != indexed_side::no_padding && start == where.padding) return {};
  if (where.kept && (start < (*where.kept)[k].low || start >= (*where.kept)[k].high)) return {};
  if (can_cut_windows(policy)) {
    const interval wrapped{0, policy.outside == out_of_bounds::wrap ? start - last : 0};
    return {{std::max(start, int128{0}), std::min(start + m.window, extent)}, wrapped};
  }
  if (start < 0 || start > last) return {};
  return {{start, start + m.window}, {}};
}

// Positions with different coordinates along a dimension that is one of the table too never meet.
bool share_dimensions(const destinations& where, std::uint64_t left, std::uint64_t right) {
  for (std::size_t n = where.positions.size(); n-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(where.positions[n].extent);
    if (where.positions[n].cell_stride != 0 && left % extent != right % extent) return false;
    left /= extent;
    right /= extent;
  }
  return true;
}

}  // namespace

bool meet(const destinations& where, const tuple_of_position& left, const tuple_of_position& right) {
  if (!share_dimensions(where, left.position, right.position)) return false;
  for (std::size_t k = 0; k < where.members.size(); ++k) {
    if (!meet(places_of(left.tuple[k], where, k), places_of(right.tuple[k], where, k))) return false;
  }
  return true;
}

}  // namespace strew::engine
