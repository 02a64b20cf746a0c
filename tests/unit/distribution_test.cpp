// Records of positions by ranges: each has its place, also if keys change after they were counted.
#include "partition/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace strew::engine::testing {
namespace {

constexpr std::uint64_t untouched = 0x5555555555555555;
constexpr std::uint64_t absent = ~std::uint64_t{0};

// Any number of tasks on one thread, the last one first.
void run_in_reverse(void*, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  while (count-- > 0) task(argument, count);
}
int is_never_inside(void*) {
  return 0;
}

// Positions with keys, of which those below `ranges` are ranges; a record is the position.
struct distributed_keys {
  std::vector<std::uint64_t> keys;
  std::uint64_t chunks, ranges, capacity;
  std::vector<std::uint64_t> counters, records;
  workers pool;
  team with{pool, 1, arithmetic::none};
  distribution<std::uint64_t> made;

  distributed_keys(std::size_t positions, std::uint64_t in_chunks, std::uint64_t in_ranges, std::uint64_t room)
      : keys(positions),
        chunks(in_chunks),
        ranges(in_ranges),
        capacity(room),
        counters(distribution<std::uint64_t>::counters_of(chunks, ranges) + 1, untouched),
        records(capacity + 1, untouched),
        made(positions, chunks, ranges, {counters.data(), records.data(), capacity}, absent) {
    pool.run = run_in_reverse;
    pool.is_inside = is_never_inside;
    std::mt19937 draw(7);
    for (std::uint64_t& one : keys) one = draw() % ranges;
  }

  [[nodiscard]] auto each() const {
    return [this](std::uint64_t first, std::uint64_t last, const auto& add) {
      for (std::uint64_t n = first; n < last; ++n)
        if (keys[n] < ranges) add(keys[n], n);
      return true;
    };
  }
  [[nodiscard]] std::vector<std::uint64_t> positions_of(std::uint64_t range) const {
    std::vector<std::uint64_t> found;
    for (std::uint64_t n = 0; n < keys.size(); ++n)
      if (keys[n] == range) found.push_back(n);
    return found;
  }
  void expect_nothing_beyond() const {
    EXPECT_EQ(counters.back(), untouched);
    EXPECT_EQ(records.back(), untouched);
  }
};

TEST(distribution, each_range_has_its_positions_in_order_whatever_the_number_of_tasks_and_rounds) {
  constexpr std::size_t positions = 3000;
  for (const std::uint64_t chunks : {1U, 3U, 8U}) {
    for (const std::uint64_t room : {positions, positions / 7}) {
      distributed_keys all(positions, chunks, 100, room);
      for (std::size_t n = 0; n < positions; n += 50) all.keys[n] = 100;  // in no range
      ASSERT_TRUE(all.made.count(all.with, all.each()));
      std::uint64_t rounds = 0;
      for (std::uint64_t first = 0; first < all.ranges; ++rounds) {
        const std::uint64_t last = all.made.begin(first);
        ASSERT_GT(last, first);
        ASSERT_TRUE(all.made.write(all.with, all.each()));
        for (; first < last; ++first)
          ASSERT_EQ(std::vector(all.made.begin_of(first), all.made.end_of(first)), all.positions_of(first)) << first;
      }
      EXPECT_EQ(rounds > 1, room < positions);
      all.expect_nothing_beyond();
    }
  }
}

TEST(distribution, a_range_with_more_positions_than_room_is_a_round_of_nothing) {
  distributed_keys all(1000, 2, 10, 350);
  std::fill_n(all.keys.begin() + 500, 400, 4U);
  ASSERT_TRUE(all.made.count(all.with, all.each()));
  EXPECT_EQ(all.made.begin(0), 4U);
  EXPECT_EQ(all.made.begin(4), 4U);
  EXPECT_EQ(all.made.begin(5), 10U);
  all.expect_nothing_beyond();
}

TEST(distribution, keys_that_change_after_they_were_counted_stay_in_their_places) {
  constexpr std::size_t positions = 30'000;
  distributed_keys all(positions, 3, 100, positions);
  ASSERT_TRUE(all.made.count(all.with, all.each()));
  ASSERT_EQ(all.made.begin(0), all.ranges);
  std::fill_n(all.keys.begin(), positions / 2, all.keys[0]);
  all.keys[positions - 1] = all.ranges;  // in none any more
  ASSERT_TRUE(all.made.write(all.with, all.each()));
  std::uint64_t marked = 0;
  for (std::uint64_t range = 0; range < all.ranges; ++range) {
    for (const std::uint64_t* one = all.made.begin_of(range); one != all.made.end_of(range); ++one) {
      marked += *one == absent ? 1 : 0;
      ASSERT_TRUE(*one == absent || all.keys.at(*one) == range) << range << " " << *one;
    }
  }
  EXPECT_GT(marked, positions / 3);
  all.expect_nothing_beyond();
}

TEST(distribution, a_pass_that_is_cancelled_says_so) {
  distributed_keys all(1000, 3, 10, 1000);
  std::uint64_t passes = 0;
  const auto stops = [&](std::uint64_t, std::uint64_t, const auto&) { return ++passes != 2; };
  EXPECT_FALSE(all.made.count(all.with, stops));
  ASSERT_TRUE(all.made.count(all.with, all.each()));
  ASSERT_EQ(all.made.begin(0), 10U);
  passes = 0;
  EXPECT_FALSE(all.made.write(all.with, stops));
}

// Whoever comes takes the next one, until none is left.
TEST(distribution, each_range_is_claimed_once) {
  distributed_keys all(1, 1, 1, 1);
  std::array<int, 20> taken{};
  std::uint64_t tasks = 0;
  EXPECT_TRUE(for_each_claim(all.with, 3, 5, 20, [&](std::uint64_t, claims& open) {
    ++tasks;
    std::uint64_t range = 0;
    for (int n = 0; n < 6 && open.take(range); ++n) ++taken.at(range);
    return true;
  }));
  EXPECT_EQ(tasks, 3U);
  EXPECT_EQ(std::count(taken.begin(), taken.begin() + 5, 0), 5);
  EXPECT_EQ(std::count(taken.begin() + 5, taken.end(), 1), 15);
  EXPECT_TRUE(for_each_claim(all.with, 3, 5, 5, [&](std::uint64_t, claims&) { return false; }));
}

}  // namespace
}  // namespace strew::engine::testing
