// Merging the results for ranges of positions gives the result for all of them.
#include "execute/bad_indices.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace strew::engine::testing {
namespace {

// Indices [4, 3, 5] of which the middle dimension is broadcast, two members each; an extent of 10.
struct broadcast_indices {
  std::vector<std::int64_t> values = std::vector<std::int64_t>(40, 1);
  problem p;

  broadcast_indices() {
    p.space.positions.push_back({4, 80});
    p.space.positions.push_back({3, 0});
    p.space.positions.push_back({5, 16});
    p.space.members.push_back({10, 1, 0});
    p.space.members.push_back({10, 1, 8});
  }
  [[nodiscard]] index_finder finder() const {
    return {p, kernel::portable(), reinterpret_cast<const std::byte*>(values.data())};
  }
};

bad_indices find(const index_finder& finder, std::uint64_t first, std::uint64_t last) {
  bad_indices found;
  EXPECT_TRUE(finder.find({first, last}, {}, found));
  return found;
}

TEST(bad_indices, of_all_positions_are_those_of_any_ranges_together) {
  broadcast_indices made;
  made.values[2 * 7 + 1] = 10;   // tuple (1, 2)
  made.values[2 * 13] = -11;     // tuple (2, 3)
  made.values[2 * 13 + 1] = 99;  // counted once
  const index_finder finder = made.finder();
  ASSERT_EQ(finder.tuple_count(), 20U);
  for (std::uint64_t cut = 0; cut <= 20; ++cut) {
    for (const bool is_reversed : {false, true}) {
      bad_indices all = find(finder, is_reversed ? cut : 0, is_reversed ? 20 : cut);
      all.merge(find(finder, is_reversed ? 0 : cut, is_reversed ? cut : 20));
      EXPECT_EQ(all.count, 6U);
      EXPECT_EQ(all.position, 1U * 15 + 2);
      EXPECT_EQ(all.component, 1U);
      EXPECT_EQ(all.value.bits, 10U);
    }
  }
}

TEST(bad_indices, are_none_where_all_are_good) {
  const broadcast_indices made;
  const index_finder finder = made.finder();
  bad_indices all = find(finder, 0, 20);
  all.merge(find(finder, 3, 5));
  EXPECT_EQ(all.count, 0U);
}

TEST(bad_indices, are_looked_for_until_a_cancel) {
  broadcast_indices made;
  made.p.space.positions[1].extent = 1;
  made.p.space.positions[0] = {100000, 0};
  made.p.space.positions[0].index_stride = 80;
  made.values.assign(100000 * 10, 1);
  bad_indices found;
  const cancellation stop{[](void*) { return 1; }, nullptr};
  EXPECT_FALSE(made.finder().find({0, 500000}, stop, found));
}

}  // namespace
}  // namespace strew::engine::testing
