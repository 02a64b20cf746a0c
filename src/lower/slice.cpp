#include "lower/slice.hpp"

#include <algorithm>
#include <utility>

namespace strew::engine {
namespace lower {
namespace {

class cutter {
 public:
  explicit cutter(const operation& whole) : whole_(whole), made_{whole.raw, {}, 0} {}

  // PB5, as all below.
  status cut_dimension(const tensor& table, const problem_part& part) {
    if (part.dimension == problem_part::whole) return {};
    for (std::size_t k = 0; k < made_.raw.space.members.size(); ++k) {
      if (whole_.map.of_members[k] == part.dimension) return cut_member(k, part);
    }
    if (whole_.of_axes.empty())
      return fail(rule::PB5, operand::none, "the problem was given, which does not tell the dimensions of its axes");
    const auto rank = static_cast<std::int64_t>(table.rank());
    if (part.dimension < 0 || part.dimension >= rank)
      return fail(rule::PB5, operand::none, "dimension {} is outside [0, {}]", part.dimension, rank - 1);
    if (auto bad = check_range(part, table.extents[static_cast<std::size_t>(part.dimension)])) return bad;
    for (std::size_t a = 0; a < whole_.of_axes.size(); ++a) {
      if (whole_.of_axes[a] != part.dimension) continue;
      const std::int64_t covered = whole_.raw.axes[a].extent;  // the first places of the dimension
      return cut(a, std::min(part.low, covered), std::min(part.high, covered));
    }
    return fail(rule::PB5, operand::none, "no axis of the problem traverses dimension {}", part.dimension);
  }

  // By their numbers in the index space that is left of a part along a dimension.
  status cut_positions(const problem_part& part) {
    const auto& positions = made_.raw.space.positions;
    const std::uint64_t count = made_.raw.space.has_no_position() ? 0 : made_.raw.space.position_count();
    const std::uint64_t last = std::min(part.last, count);
    made_.last = last;
    if (part.first == 0 && last == count) return {};
    if (part.first > last) return fail(rule::PB5, operand::none, "positions [{}, {}) are none", part.first, last);
    if (whole_.positions.size() != positions.size())
      return fail(rule::PB5, operand::none, "positions are merged with others, so no part of them can be taken");
    if (part.first == last && positions.empty())
      return fail(rule::PB5, operand::none, "its one position has no dimension along which there could be none");
    if (part.first == last) return cut(whole_.positions[0], 0, 0);
    // The dimension along which the box ends, and the positions that one step of it has.
    std::size_t along = positions.size();
    std::uint64_t inner = 1;
    std::uint64_t step = 1;
    for (std::size_t n = positions.size(); n-- > 0;) {
      if (part.first % inner != 0 || last - part.first < inner) break;
      along = n;
      step = inner;
      inner *= static_cast<std::uint64_t>(positions[n].extent);
    }
    return cut_box(part.first, last, along, step);
  }

  problem_slice take() { return std::move(made_); }

 private:
  static status check_range(const problem_part& part, std::int64_t extent) {
    if (part.low >= 0 && part.low <= part.high && part.high <= extent) return {};
    return fail(rule::PB5, operand::none, "the part [{}, {}) is not in the extent {} of dimension {}", part.low,
                part.high, extent, part.dimension);
  }

  // Positions stay, and those whose starts are other places move nothing.
  status cut_member(std::size_t k, const problem_part& part) {
    problem& raw = made_.raw;
    if (raw.coordinates.size() != raw.space.members.size())
      return fail(rule::PB5, operand::none, "a place in the tuple has no coordinate of the problem");
    if (auto bad = check_range(part, raw.places(k))) return bad;
    made_.bases.table += part.low * raw.coordinates[k].table_stride;
    if (raw.segments) return cut_segments(part);
    if (part.low == 0 && part.high == raw.places(k)) return {};
    if (raw.policy.outside == out_of_bounds::fill)
      return fail(rule::PB5, operand::none,
                  "indices out of bounds are filled, which belongs to no place of dimension {}", part.dimension);
    const auto& members = raw.space.members;
    const bool has_windows = std::any_of(members.begin(), members.end(), [](const auto& m) { return m.window != 1; });
    if (members[k].window != 1 || (has_windows && can_cut_windows(raw.policy)))
      return fail(rule::PB5, operand::none, "tuples address windows, which a part of dimension {} would cut",
                  part.dimension);
    if (!raw.kept) {
      auto& all = raw.kept.emplace();
      for (const coordinate& c : raw.coordinates) all.push_back({0, c.extent});
    }
    kept_places& kept = (*raw.kept)[k];
    kept = {kept.low + part.low, kept.low + part.high};
    return {};
  }

  // Positions before the first one of these segments, and after the last one, have none.
  status cut_segments(const problem_part& part) {
    problem& raw = made_.raw;
    segmentation& by = *raw.segments;
    const std::int64_t count = part.high - part.low;
    const bool ends_with_positions = by.offset_count == raw.coordinates[0].extent && part.high == by.offset_count;
    made_.bases.indices += part.low * by.offset_stride;
    by.offset_count = ends_with_positions ? count : count + 1;
    raw.coordinates[0].extent = raw.space.members[0].extent = count;
    return {};
  }

  status cut_box(std::uint64_t first, std::uint64_t last, std::size_t along, std::uint64_t step) {
    const auto positions = made_.raw.space.positions;  // as they are before they are cut
    const auto extent = static_cast<std::uint64_t>(positions[along].extent);
    const std::uint64_t low = first / step % extent;
    const std::uint64_t high = std::min(extent, low + (last - first) / step);
    made_.last = first + (high - low) * step;
    if (auto bad = cut_position(along, low, high)) return bad;
    std::uint64_t outer = first / step / extent;
    for (std::size_t n = along; n-- > 0;) {
      const std::uint64_t here = outer % static_cast<std::uint64_t>(positions[n].extent);
      outer /= static_cast<std::uint64_t>(positions[n].extent);
      if (auto bad = cut_position(n, here, here + 1)) return bad;
    }
    return {};
  }

  status cut_position(std::size_t n, std::uint64_t low, std::uint64_t high) {
    return cut(whole_.positions[n], static_cast<std::int64_t>(low), static_cast<std::int64_t>(high));
  }

  // Places [low, high) of an axis, which is a position too, or not.
  status cut(std::size_t number, std::int64_t low, std::int64_t high) {
    axis& a = made_.raw.axes[number];
    if (low == 0 && high == a.extent) return {};
    const auto at = std::find(whole_.positions.begin(), whole_.positions.end(), number);
    if (at != whole_.positions.end()) {
      const auto n = static_cast<std::size_t>(at - whole_.positions.begin());
      if (has_order_outside(number))
        return fail(rule::PB5, operand::none,
                    "positions inside of an axis whose points collide are not taken by parts");
      if (auto bad = cut_space(made_.raw, operand::indices, n, high - low)) return bad;
      if (made_.raw.from) {
        if (auto bad = cut_space(*made_.raw.from, operand::from, n, high - low)) return bad;
      }
    }
    a.extent = high - low;
    const auto add = [&](std::int64_t& base, std::int64_t stride) { base += low * stride; };
    add(made_.bases.table, a.table_stride);
    add(made_.bases.direct, a.direct_stride);
    add(made_.bases.indices, step_of(made_.raw, number, a.index_stride));
    if (made_.raw.from) add(made_.bases.from, step_of(*made_.raw.from, number, a.from_stride));
    add(made_.bases.weights, a.weight_stride);
    return {};
  }

  // Points along an axis that is no position come in the order of the axes too.
  [[nodiscard]] bool has_order_outside(std::size_t number) const {
    for (std::size_t a = 0; a < number; ++a) {
      const axis& outer = whole_.raw.axes[a];
      const bool is_position = std::count(whole_.positions.begin(), whole_.positions.end(), a) != 0;
      if (!is_position && outer.extent > 1 && is_ordered(whole_.raw, outer)) return true;
    }
    return false;
  }

  // Offsets number the positions of a whole entry of the batch.
  static status cut_space(indexed_side& of, operand where, std::size_t n, std::int64_t extent) {
    if (n >= of.space.positions.size() || (of.segments && n >= static_cast<std::size_t>(of.segments->batch_rank)))
      return fail(rule::PB5, where, "positions along dimension {} cannot be taken by parts", n);
    of.space.positions[n].extent = extent;
    return {};
  }

  // Bytes in the operand of indices from one place along an axis to the next.
  [[nodiscard]] std::int64_t step_of(const indexed_side& of, std::size_t number, std::int64_t stride) const {
    if (!of.segments) return stride;
    const auto at = std::find(whole_.positions.begin(), whole_.positions.end(), number);
    return at == whole_.positions.end()
               ? 0
               : of.space.positions[static_cast<std::size_t>(at - whole_.positions.begin())].index_stride;
  }

  const operation& whole_;
  problem_slice made_;
};

}  // namespace

result<problem_slice> slice_of(const operation& whole, const tensor& table, const problem_part& part) {
  if (whole.raw.decoding)
    return fail(rule::PB5, operand::none, "units are codes, which are decoded: no part of them is taken");
  cutter made(whole);
  if (auto bad = made.cut_dimension(table, part)) return *std::move(bad);
  if (auto bad = made.cut_positions(part)) return *std::move(bad);
  return made.take();
}

}  // namespace lower
}  // namespace strew::engine
