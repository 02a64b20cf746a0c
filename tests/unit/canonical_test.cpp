// Properties of the canonical form over random problems.
#include "problem/canonical.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace strew::engine::testing {
namespace {

class generator {
 public:
  explicit generator(std::uint64_t seed) : engine_(seed) {}
  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool chance(int percent) { return pick(1, 100) <= percent; }

  // Axes as lowering makes them: ordered, batch, slice and window axes, over nested tables.
  problem make() {
    problem p;
    p.way = chance(60) ? direction::write : direction::read;
    p.width = std::int64_t{1} << pick(0, 3);
    p.index_type = dtype::i32;
    if (p.is_write() && chance(40)) {
      p.reduce = reduction::add;
      p.type = dtype::f32;
    }
    p.policy.outside = static_cast<out_of_bounds>(pick(0, 5));
    p.policy.cut = chance(50) ? partial_window::element : partial_window::whole;
    const bool has_index = chance(85);
    std::int64_t table = p.width;
    std::int64_t direct = p.width;
    std::int64_t index = 4;
    const std::int64_t rank = pick(0, 5);
    for (std::int64_t n = 0; n < rank; ++n) add_axis(p, has_index, table, direct, index);
    if (has_index && p.coordinates.empty()) p.coordinates.push_back({pick(1, 4), 1, table, 0});
    for (const coordinate& c : p.coordinates) p.space.members.push_back({c.extent, c.window, c.index_offset});
    shuffle(p);
    return p;
  }

 private:
  void add_axis(problem& p, bool has_index, std::int64_t& table, std::int64_t& direct, std::int64_t& index) {
    axis a;
    a.extent = chance(4) ? 0 : pick(1, 6);
    const bool ordered = has_index && chance(40);
    a.table_stride = ordered ? 0 : table * (chance(20) ? 2 : 1);
    a.direct_stride = chance(15) && p.is_write() ? 0 : direct * (chance(15) ? -1 : 1);
    a.index_stride = has_index && (ordered ? chance(85) : chance(30)) ? index : 0;
    const bool window =
        has_index && !ordered && a.index_stride == 0 && a.extent > 1 && p.coordinates.empty() && chance(40);
    if (window) {
      a.window_of = 0;
      p.coordinates.push_back({a.extent + pick(0, 2), a.extent, a.table_stride, 0});
    }
    table = std::max<std::int64_t>(
        table, a.table_stride * std::max<std::int64_t>(window ? p.coordinates[0].extent : a.extent, 1));
    direct = std::max<std::int64_t>(direct, direct * std::max<std::int64_t>(a.extent, 1));
    index = a.index_stride != 0 ? index * std::max<std::int64_t>(a.extent, 1) : index;
    if (a.index_stride != 0 || ordered) p.space.positions.push_back({a.extent, a.index_stride});
    p.axes.push_back(a);
  }

  // Only the order of the ordered axes is significant; any order of the others is valid input.
  void shuffle(problem& p) { std::shuffle(p.axes.begin(), p.axes.end(), engine_); }

  std::mt19937_64 engine_;
};

TEST(canonical, twice_changes_nothing) {
  generator make(1);
  int changed = 0;
  for (int n = 0; n < 50'000; ++n) {
    const problem raw = make.make();
    const problem once = canonical(raw);
    ASSERT_EQ(canonical(once), once) << to_text(raw) << '\n' << to_text(once);
    changed += once == raw ? 0 : 1;
  }
  EXPECT_GT(changed, 30'000);
}

TEST(canonical, a_split_axis_comes_back) {
  generator make(2);
  int split = 0;
  for (int n = 0; n < 50'000; ++n) {
    const problem raw = make.make();
    if (raw.axes.empty()) continue;
    const auto at = static_cast<std::size_t>(make.pick(0, static_cast<std::int64_t>(raw.axes.size()) - 1));
    const axis a = raw.axes[at];
    const bool can_be_cut = a.window_of != no_window && can_cut_windows(raw.policy);
    if (a.extent < 4 || a.extent % 2 != 0 || can_be_cut) continue;
    problem cut = raw;
    cut.axes.clear();
    for (std::size_t i = 0; i < raw.axes.size(); ++i) {
      if (i != at) {
        cut.axes.push_back(raw.axes[i]);
        continue;
      }
      cut.axes.push_back({2, a.table_stride * (a.extent / 2), a.direct_stride * (a.extent / 2),
                          a.index_stride * (a.extent / 2), a.window_of});
      cut.axes.push_back({a.extent / 2, a.table_stride, a.direct_stride, a.index_stride, a.window_of});
    }
    ASSERT_EQ(canonical(cut), canonical(raw)) << to_text(raw) << '\n' << to_text(cut);
    ++split;
  }
  EXPECT_GT(split, 10'000);
}

TEST(canonical, equal_problems_print_and_hash_alike) {
  generator make(3);
  problem last = canonical(make.make());
  for (int n = 0; n < 20'000; ++n) {
    const problem p = canonical(make.make());
    ASSERT_EQ(p == last, to_text(p) == to_text(last)) << to_text(p);
    ASSERT_EQ(p == last, hash(p) == hash(last)) << to_text(p);
    ASSERT_EQ(hash(p), hash(problem(p)));
    last = p;
  }
}

TEST(canonical, empty_positions_move_nothing_and_empty_slices_keep_their_indices) {
  problem p;
  p.width = 4;
  p.axes = {{2, 0, 0, 8}, {0, 4, 4, 0}};
  p.coordinates = {{3, 1, 4, 0}};
  p.space.positions = {{2, 8}};
  p.space.members = {{3, 1, 0}};
  const problem made = canonical(p);
  EXPECT_TRUE(made.moves_nothing());
  EXPECT_FALSE(made.space.has_no_position());
  EXPECT_EQ(made.space, p.space);
}

TEST(canonical, a_dense_row_becomes_one_unit) {
  problem p;
  p.width = 4;
  p.axes = {{5, 0, 24, 8}, {2, 12, 12, 0}, {3, 4, 4, 0}};
  p.coordinates = {{7, 1, 24, 0}};
  p.space.positions = {{5, 8}};
  p.space.members = {{7, 1, 0}};
  const problem made = canonical(p);
  EXPECT_EQ(made.width, 24);
  EXPECT_EQ(made.axes, (small_vector<axis>{{5, 0, 24, 8}}));
  EXPECT_EQ(to_text(made),
            "read w24 opaque none index=i64 error/from_end/element axes 5(t0 d24 i8) coordinates 7/1(t24 +0) positions "
            "5(i8) members 7/1(+0)");
}

}  // namespace
}  // namespace strew::engine::testing
