#include "plan/prepared.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "base/arithmetic.hpp"
#include "base/assert.hpp"

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

// Dimensions of the indices along which values differ, and which of them an axis has been found for.
class distinct_positions {
 public:
  explicit distinct_positions(const index_space& space) {
    for (std::size_t n = 0; n < space.positions.size(); ++n) {
      const auto& one = space.positions[n];
      if (one.index_stride != 0 && one.extent > 1) all_.push_back({one.extent, one.index_stride, n, false});
    }
  }

  // The last of those that follow one another along an axis of this extent and stride; none if there are not such. A
  // dimension of just this extent comes first, so that axes that are one dimension each all find theirs. Which of
  // several is taken does not matter: values are the same either way.
  std::size_t take(std::int64_t extent, std::int64_t stride) {
    const std::size_t one = take_from(extent, stride, 1);
    return one != none ? one : take_from(extent, stride, all_.size());
  }

  static constexpr std::size_t none = ~std::size_t{0};

 private:
  struct position {
    std::int64_t extent, stride;
    std::size_t number;
    bool is_taken;
  };
  // At most so many that follow one another.
  std::size_t take_from(std::int64_t extent, std::int64_t stride, std::size_t most) {
    for (std::size_t last = all_.size(); last-- > 0;) {
      if (all_[last].is_taken || all_[last].stride != stride) continue;
      std::size_t first = last;
      std::int64_t covered = all_[last].extent;
      while (covered < extent && first > 0 && last - first + 1 < most && goes_on(first - 1))
        covered *= all_[--first].extent;
      if (covered != extent) continue;
      for (std::size_t n = first; n <= last; ++n) all_[n].is_taken = true;
      return all_[last].number;
    }
    return none;
  }
  [[nodiscard]] bool goes_on(std::size_t n) const {
    return !all_[n].is_taken && static_cast<int128>(all_[n].stride) == times(all_[n + 1].stride, all_[n + 1].extent);
  }

  small_vector<position> all_;
};

// Axes get the strides of the copy; false if some axis has none.
bool read_positions(problem& p, indexed_side& of, std::int64_t axis::*stride, const destinations& copy) {
  distinct_positions all(of.space);
  for (axis& a : p.axes) {
    if (a.extent <= 1 || a.*stride == 0) continue;
    const std::size_t last = all.take(a.extent, a.*stride);
    if (last == distinct_positions::none) return false;
    a.*stride = copy.positions[last].index_stride;
  }
  for (std::size_t n = 0; n < copy.positions.size(); ++n)
    of.space.positions[n].index_stride = copy.positions[n].index_stride;
  return true;
}

// A coordinate is a member of the tuple; members that are equal have equal values.
void read_members(indexed_side& of, const destinations& copy) {
  for (coordinate& c : of.coordinates) {
    std::size_t k = 0;
    while (of.space.members[k].index_offset != c.index_offset || of.space.members[k].extent != c.extent ||
           of.space.members[k].window != c.window)
      ++k;
    c.index_offset = copy.members[k].index_offset;
  }
  for (std::size_t k = 0; k < copy.members.size(); ++k) of.space.members[k].index_offset = copy.members[k].index_offset;
}

// With whole windows the policy has no effect. Otherwise skip, fill and wrap keep their effect, and so does a violated
// guarantee: what error and assume let through is skipped by a scatter, clamped by a gather.
index_policy policy_of(const index_policy& spec, bool is_whole) {
  const bool decides_nothing = is_whole || spec.outside == out_of_bounds::error;
  return {decides_nothing ? out_of_bounds::assume : spec.outside, negative::invalid, spec.cut};
}

indexed_side& mutable_side(problem& p, operand where) {
  return where == operand::from ? *p.from : static_cast<indexed_side&>(p);
}

std::int64_t axis::*stride_of(operand where) {
  return where == operand::from ? &axis::from_stride : &axis::index_stride;
}

}  // namespace

index_map map_of(const operation& spec, operand where) {
  return where == operand::from ? map_of_from(*spec.main.from) : spec.map;
}

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

const indexed_side& side_of(const problem& p, operand where) {
  return where == operand::from ? *p.from : p;
}

bool can_read_copies(const operation& spec, operand where) {
  problem raw = spec.raw;
  indexed_side& of = mutable_side(raw, where);
  return read_positions(raw, of, stride_of(where), packed(destinations_of(of, map_of(spec, where))));
}

void read_copy(operation& of, operand where, const destinations& copy, bool is_whole) {
  problem& raw = of.raw;
  indexed_side& side = mutable_side(raw, where);
  const bool can_read = read_positions(raw, side, stride_of(where), copy);
  STREW_ASSERT(can_read);
  read_members(side, copy);
  side.index_type = copy.index_type;
  side.policy = policy_of(side.policy, is_whole);
  if (where == operand::from) return;
  raw.refuses_duplicates = false;
  if (raw.policy.outside != out_of_bounds::fill) raw.fill.clear();
}

}  // namespace strew::engine
