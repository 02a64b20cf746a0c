// The canonical form of problems with indices on both sides: each cell meets the same elements, weights and positions
// in the same order. Every condition of it, disabled, is found to be needed by the same search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "problem/canonical.hpp"
#include "problem/random_move.hpp"

namespace strew::engine::testing {
namespace {

using strew::testing::random_move;
using strew::testing::random_operand;

void read_side(indexed_side& made, const strew::testing::random_side& from) {
  made.index_type = static_cast<dtype>(from.values.dtype);
  made.policy.outside = static_cast<out_of_bounds>(from.out_of_bounds);
  made.policy.below_zero = static_cast<negative>(from.negative_indices);
  made.padding = from.padding;
  for (const auto& c : from.coordinates)
    made.coordinates.push_back({c.extent, c.window, c.table_stride, c.index_offset});
  for (const auto& p : from.positions) made.space.positions.push_back({p.extent, p.index_stride});
  for (const auto& m : from.members) made.space.members.push_back({m.extent, m.window, m.index_offset, 0});
  if (from.kept.empty()) return;
  auto& kept = made.kept.emplace();
  for (const auto& places : from.kept) kept.push_back({places.low, places.high});
}

// The problem of a random move; half of them name positions, a third move units without a reduction.
problem raw_of(const random_move& move, unsigned seed) {
  const strew_problem_step& step = move.view().steps[0];
  problem made;
  made.way = direction::write;
  made.width = step.width;
  made.reduce = seed % 3 == 0 && !move.is_weighted ? reduction::none : reduction::add;
  made.type = made.reduce == reduction::none ? dtype::opaque : dtype::i32;
  made.weight_type = move.is_weighted ? dtype::i32 : dtype::opaque;
  made.names_positions = seed % 2 == 0;
  std::int64_t position = 1;
  for (std::uint64_t n = step.axis_count; n-- > 0;) {
    const strew_problem_axis& a = step.axes[n];
    const bool is_position = a.weight_stride != 0 || a.index_stride != 0 || a.from_stride != 0 || a.table_stride == 0;
    made.axes.push_back({a.extent, a.table_stride, a.direct_stride, a.index_stride, no_window, a.from_stride,
                         a.weight_stride, is_position && made.names_positions ? position : 0});
    if (is_position) position *= std::max<std::int64_t>(a.extent, 1);
  }
  std::reverse(made.axes.begin(), made.axes.end());
  read_side(made, move.to);
  read_side(made.from.emplace(), move.from);
  return made;
}

// What a cell meets: element, weight, position.
using meeting = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
using history = std::map<std::int64_t, std::vector<meeting>>;

// Any place of the coordinates' extents, given by the index word and its address; a constant one is 0 for every value.
std::int64_t start_offset(const indexed_side& of, const random_operand& values, std::int64_t tuple) {
  std::int64_t offset = 0;
  for (std::size_t k = 0; k < of.coordinates.size(); ++k) {
    const coordinate& c = of.coordinates[k];
    const std::int64_t at = values.first + tuple + c.index_offset;
    if (at < 0 || at >= static_cast<std::int64_t>(values.bytes.size())) return -1'000'000;
    const std::int64_t place = values.bytes[static_cast<std::size_t>(at)] % std::max<std::int64_t>(c.extent, 1);
    offset += (place - (of.kept ? (*of.kept)[k].low : 0)) * c.table_stride;
  }
  return offset;
}

history history_of(const problem& p, const problem& raw, const random_move& move) {
  history all;
  if (p.moves_nothing()) return all;
  std::vector<std::int64_t> x(p.axes.size(), 0);
  for (;;) {
    std::int64_t table = 0, direct = 0, to = 0, from = 0, weight = 0, position = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
      table += x[a] * p.axes[a].table_stride;
      direct += x[a] * p.axes[a].direct_stride;
      to += x[a] * p.axes[a].index_stride;
      from += x[a] * p.axes[a].from_stride;
      weight += x[a] * p.axes[a].weight_stride;
      position += x[a] * p.axes[a].position_stride;
    }
    table += start_offset(p, move.to.values, to);
    direct += start_offset(*p.from, move.from.values, from);
    for (std::int64_t unit = 0; unit < p.width; unit += raw.width)
      all[table + unit].emplace_back(direct + unit, weight, position);
    std::size_t a = x.size();
    while (a > 0 && ++x[a - 1] == p.axes[a - 1].extent) x[--a] = 0;
    if (a == 0) return all;
  }
}

constexpr unsigned searched = 1000;  // random problems

// Whether one of them has another history in its canonical form under these guards.
bool finds_wrong(const guards& guard) {
  for (unsigned seed = 0; seed < searched; ++seed) {
    const random_move move(seed);
    const problem raw = raw_of(move, seed);
    if (history_of(canonical(raw, guard), raw, move) != history_of(raw, raw, move)) return true;
  }
  return false;
}

TEST(two_sides, a_canonical_problem_meets_the_same_in_the_same_order) {
  EXPECT_FALSE(finds_wrong({}));
}

TEST(two_sides, each_condition_is_needed) {
  EXPECT_TRUE(finds_wrong({.keep_order_of_updates = false}));
  EXPECT_TRUE(finds_wrong({.order_by_table = false}));
  EXPECT_TRUE(finds_wrong({.merge_by_from = false}));
  EXPECT_TRUE(finds_wrong({.merge_by_weight = false}));
  EXPECT_TRUE(finds_wrong({.merge_by_position = false}));
}

TEST(two_sides, canonical_twice_changes_nothing) {
  int changed = 0;
  for (unsigned seed = 0; seed < searched; ++seed) {
    const random_move move(seed);
    const problem raw = raw_of(move, seed);
    const problem once = canonical(raw);
    ASSERT_EQ(canonical(once), once) << to_text(raw) << '\n' << to_text(once);
    // Positions of either side come first: a solver resolves a tuple for each point of these axes.
    const auto is_inner = [&](const axis& a) { return !is_outer(once, a); };
    ASSERT_TRUE(std::is_partitioned(once.axes.begin(), once.axes.end(), std::not_fn(is_inner))) << to_text(once);
    ASSERT_TRUE(std::all_of(once.axes.begin(), once.axes.end(), [&](const axis& a) {
      return (a.index_stride == 0 && a.from_stride == 0) || is_outer(once, a);
    }));
    changed += once == raw ? 0 : 1;
  }
  EXPECT_GT(changed, 100);
}

TEST(two_sides, equal_problems_print_and_hash_alike) {
  problem last = canonical(raw_of(random_move(0), 0));
  for (unsigned seed = 1; seed < searched; ++seed) {
    problem p = canonical(raw_of(random_move(seed), seed));
    ASSERT_EQ(p == last, to_text(p) == to_text(last)) << to_text(p);
    ASSERT_EQ(p == last, hash(p) == hash(last)) << to_text(p);
    const problem same = p;
    ASSERT_EQ(p, same);
    ASSERT_EQ(hash(p), hash(same));
    if (p.moves_nothing() || p.axes.empty()) continue;
    p.from->padding = p.from->padding == 0 ? 1 : 0;
    ASSERT_NE(to_text(p), to_text(same));
    ASSERT_NE(hash(p), hash(same));
    p = same;
    p.axes[0].from_stride += 8;
    ASSERT_FALSE(p == same);
    ASSERT_NE(to_text(p), to_text(same));
    ASSERT_NE(hash(p), hash(same));
    last = same;
  }
}

// Slices of both operands that would merge, were it not for the other side.
problem moved_rows() {
  problem raw;
  raw.way = direction::write;
  raw.width = 4;
  raw.axes = {{3, 0, 0, 8, no_window, 8}, {2, 8, 8, 0}, {2, 4, 4, 0}};
  raw.coordinates = {{5, 1, 16, 0}};
  raw.space.positions = {{3, 8}};
  raw.space.members = {{5, 1, 0}};
  indexed_side& from = raw.from.emplace();
  from.coordinates = {{7, 1, 16, 0}};
  from.space.positions = {{3, 8}};
  from.space.members = {{7, 1, 0}};
  return raw;
}

TEST(two_sides, rows_become_one_unit) {
  const problem made = canonical(moved_rows());
  EXPECT_EQ(made.width, 16);
  EXPECT_EQ(to_text(made),
            "write w16 opaque none index=i64 error/from_end/element axes 3(t0 d0 i8 f8) coordinates 5/1(t16 +0) "
            "positions 3(i8) members 5/1(+0) from=i64 error/from_end/element coordinates 7/1(t16 +0) positions 3(i8) "
            "members 7/1(+0)");
}

TEST(two_sides, padding_keeps_a_constant_coordinate) {
  problem raw = moved_rows();
  raw.from->policy.outside = out_of_bounds::wrap;
  raw.from->coordinates[0].extent = raw.from->space.members[0].extent = 1;
  EXPECT_TRUE(canonical(raw).from->coordinates.empty());
  EXPECT_EQ(canonical(raw).axes[0].from_stride, 0);
  raw.from->padding = 0;
  EXPECT_EQ(canonical(raw).from->coordinates.size(), 1U);
}

}  // namespace
}  // namespace strew::engine::testing
