// Who keeps the order of positions, and who uses it.
#include "partition/kept_order.hpp"

#include <gtest/gtest.h>

#include <array>

namespace strew::engine::testing {
namespace {

constexpr sorted_tuples five_tuples{5, 4};

struct room_for_five {
  std::array<std::uint32_t, 5> positions{};
  kept_order kept;

  room_for_five() { kept.set(positions.data(), positions.size()); }

  // How many positions are found; 0: none are kept.
  [[nodiscard]] std::uint64_t found(const sorted_tuples& wanted) const {
    std::uint64_t size = 0;
    return kept.find(wanted, size) == positions.data() ? size : 0;
  }
};

TEST(kept_order, is_found_once_it_is_whole) {
  const room_for_five room;
  EXPECT_EQ(room.found(five_tuples), 0U);
  EXPECT_EQ(room.kept.begin(five_tuples), room.positions.data());
  EXPECT_EQ(room.found(five_tuples), 0U);
  room.kept.end(true, 3);
  EXPECT_EQ(room.found(five_tuples), 3U);
}

TEST(kept_order, of_other_positions_is_not_used) {
  const room_for_five room;
  room.kept.begin(five_tuples);
  room.kept.end(true, 5);
  EXPECT_EQ(room.found({4, 4}), 0U);
  EXPECT_EQ(room.found({5, 8}), 0U);
}

TEST(kept_order, needs_a_place_for_each_position) {
  const room_for_five room;
  EXPECT_TRUE(room.kept.has_room());
  EXPECT_EQ(room.kept.begin({6, 4}), nullptr);
  EXPECT_NE(room.kept.begin(five_tuples), nullptr);
  const kept_order none;
  EXPECT_FALSE(none.has_room());
  EXPECT_EQ(none.begin(five_tuples), nullptr);
}

TEST(kept_order, whoever_is_cancelled_leaves_it_to_the_next) {
  const room_for_five room;
  room.kept.begin(five_tuples);
  room.kept.end(false, 2);
  EXPECT_EQ(room.found(five_tuples), 0U);
  EXPECT_NE(room.kept.begin({3, 4}), nullptr);
}

TEST(kept_order, nobody_waits_for_it) {
  const room_for_five room;
  EXPECT_NE(room.kept.begin(five_tuples), nullptr);
  EXPECT_EQ(room.kept.begin(five_tuples), nullptr);
  room.kept.end(true, 5);
  EXPECT_EQ(room.kept.begin(five_tuples), nullptr);
}

}  // namespace
}  // namespace strew::engine::testing
