// Who lists the positions of owners, and who uses the lists.
#include "partition/kept_lists.hpp"

#include <gtest/gtest.h>

#include <array>

namespace strew::engine::testing {
namespace {

constexpr listed_tuples five_tuples{5, 4};

// Lists one position.
bool list_one(owner_lists& made) {
  made.positions[0] = 3;
  made.size = 1;
  made.ends[0] = 1;
  return true;
}

bool list_none(owner_lists& /*made*/) {
  return false;
}

struct room_for_five {
  std::array<std::uint32_t, 5> positions{};
  kept_lists kept;

  room_for_five() { kept.set(positions.data(), positions.size()); }
};

TEST(kept_lists, are_made_once) {
  room_for_five room;
  const owner_lists* first = room.kept.find(five_tuples, list_one);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(*first->first(0), 3U);
  EXPECT_EQ(first->last(0) - first->first(0), 1);
  EXPECT_EQ(room.kept.find(five_tuples, list_none), first);
}

TEST(kept_lists, of_other_positions_are_not_used) {
  room_for_five room;
  EXPECT_NE(room.kept.find(five_tuples, list_one), nullptr);
  EXPECT_EQ(room.kept.find({4, 4}, list_one), nullptr);
  EXPECT_EQ(room.kept.find({5, 8}, list_one), nullptr);
}

TEST(kept_lists, need_a_place_for_each_position) {
  room_for_five room;
  EXPECT_EQ(room.kept.find({6, 4}, list_one), nullptr);
  EXPECT_NE(room.kept.find(five_tuples, list_one), nullptr);
  const kept_lists none;
  EXPECT_EQ(none.find(five_tuples, list_one), nullptr);
}

TEST(kept_lists, whoever_is_cancelled_leaves_them_to_the_next) {
  room_for_five room;
  EXPECT_EQ(room.kept.find(five_tuples, list_none), nullptr);
  EXPECT_NE(room.kept.find({3, 4}, list_one), nullptr);
}

TEST(kept_lists, nobody_waits_for_them) {
  room_for_five room;
  const owner_lists* made = room.kept.find(five_tuples, [&](owner_lists& mine) {
    EXPECT_EQ(room.kept.find(five_tuples, list_one), nullptr);
    return list_one(mine);
  });
  EXPECT_NE(made, nullptr);
}

}  // namespace
}  // namespace strew::engine::testing
