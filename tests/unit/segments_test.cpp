// The lists of segments where numbers are wider than those of any test of calls.
#include "execute/segments.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace strew::engine::testing {
namespace {

TEST(number_list, is_narrow_up_to_32_bits) {
  constexpr std::uint64_t most = 0xffff'ffffU;
  EXPECT_EQ(number_list::width_of(0), 4U);
  EXPECT_EQ(number_list::width_of(most), 4U);
  EXPECT_EQ(number_list::width_of(most + 1), 8U);
  for (const std::uint64_t largest : {most, most + 1, ~std::uint64_t{0}}) {
    std::vector<std::uint64_t> room(3, 0x5555'5555'5555'5555U);
    number_list numbers(reinterpret_cast<std::byte*>(room.data()), largest);
    numbers.set(1, largest);
    numbers.set(0, 7);
    EXPECT_EQ(numbers[0], 7U);
    EXPECT_EQ(numbers[1], largest);
    EXPECT_EQ(numbers.first(), reinterpret_cast<std::byte*>(room.data()));
    EXPECT_EQ(room[2], 0x5555'5555'5555'5555U);
    EXPECT_EQ(room[1], largest == most ? 0x5555'5555'5555'5555U : largest);
  }
}

TEST(segments, of_no_positions) {
  const auto made = make_segments({}, {}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->count, 0U);
  EXPECT_EQ((*made)->starts[0], 0U);
}

TEST(segments, are_kept_once_they_are_set) {
  kept_segments kept;
  EXPECT_EQ(kept.find(), nullptr);
  auto made = std::make_unique<const cell_segments>();
  const cell_segments* const first = made.get();
  kept.set(std::move(made));
  EXPECT_EQ(kept.find(), first);
}

}  // namespace
}  // namespace strew::engine::testing
