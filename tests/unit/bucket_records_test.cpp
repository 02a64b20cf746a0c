// Records of positions by buckets: each has its place, also if indices change after they were counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "solve/bucket_records.hpp"
#include "solve/traits.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::uint64_t untouched = 0x5555555555555555;

// Elements of f16 added to a table through one index each, by `chunks` tasks.
struct added_elements {
  std::vector<std::int32_t> indices;
  problem of;
  rule_list rules;
  bucket_program shape{};
  part work;
  std::vector<std::uint64_t> memory;
  bucket_records records;

  added_elements(std::size_t amount, std::int64_t cells, std::uint64_t chunks)
      : indices(any_indices(amount, cells)),
        of(problem_of(amount, cells)),
        rules(rules_of(of)),
        shape(make_bucket_program({of, kernel::portable()})),
        work{of,       rules,   of.axes.data(),
             of.width, no_axis, 0,
             nullptr,  nullptr, reinterpret_cast<const std::byte*>(indices.data()),
             nullptr,  nullptr},
        memory(2 * chunks * shape.buckets + amount + 1, untouched),
        records(work, shape, amount, chunks, memory.data(), memory.data() + 2 * chunks * shape.buckets) {}

  static std::vector<std::int32_t> any_indices(std::size_t amount, std::int64_t cells) {
    std::mt19937 draw(7);
    std::vector<std::int32_t> made(amount);
    for (std::int32_t& one : made) one = static_cast<std::int32_t>(draw() % static_cast<std::uint64_t>(cells));
    return made;
  }
  static problem problem_of(std::size_t amount, std::int64_t cells) {
    problem made;
    made.way = direction::write;
    made.width = 2;
    made.type = dtype::f16;
    made.index_type = dtype::i32;
    made.reduce = reduction::add;
    made.pass = accumulator_pass::all;
    made.axes.push_back({static_cast<std::int64_t>(amount), 0, 2, 4, no_window});
    made.coordinates.push_back({cells, 1, 2, 0});
    return made;
  }

  // The last task first.
  std::uint32_t count_and_begin(std::uint64_t chunks) {
    for (std::uint64_t n = chunks; n-- > 0;) EXPECT_TRUE(records.count(n, {}));
    return records.begin(0);
  }
  void write(std::uint64_t chunks) {
    for (std::uint64_t n = chunks; n-- > 0;) EXPECT_TRUE(records.write(n, {}));
  }
  [[nodiscard]] std::uint64_t record_of(std::size_t position) const {
    return static_cast<std::uint64_t>(indices[position]) << shape.place_bits | position;
  }
};

TEST(bucket_records, each_bucket_has_its_positions_in_order) {
  constexpr std::size_t amount = 30'000;
  added_elements call(amount, 1'000'000, 3);
  ASSERT_GT(call.shape.buckets, 10U);
  ASSERT_EQ(call.count_and_begin(3), call.shape.buckets);
  call.write(3);
  for (std::uint32_t bucket = 0; bucket < call.shape.buckets; ++bucket) {
    std::vector<std::uint64_t> expected;
    for (std::size_t n = 0; n < amount; ++n)
      if (static_cast<std::uint64_t>(call.indices[n]) >> call.shape.shift == bucket)
        expected.push_back(call.record_of(n));
    ASSERT_EQ(std::vector(call.records.first(bucket), call.records.last(bucket)), expected) << bucket;
  }
  EXPECT_EQ(call.memory.back(), untouched);
}

TEST(bucket_records, indices_that_change_after_they_were_counted_stay_in_their_places) {
  constexpr std::size_t amount = 30'000;
  added_elements call(amount, 1'000'000, 3);
  ASSERT_EQ(call.count_and_begin(3), call.shape.buckets);
  std::fill(call.indices.begin(), call.indices.begin() + amount / 2, call.indices[0]);
  call.indices[amount - 1] = 1'000'000;  // no start
  call.write(3);
  std::uint64_t marked = 0;
  for (std::uint32_t bucket = 0; bucket < call.shape.buckets; ++bucket) {
    for (const std::uint64_t* one = call.records.first(bucket); one != call.records.last(bucket); ++one) {
      if (*one == no_record) {
        ++marked;
        continue;
      }
      ASSERT_EQ(*one >> call.shape.place_bits >> call.shape.shift, bucket);
      const std::uint64_t position = *one & ((std::uint64_t{1} << call.shape.place_bits) - 1);
      ASSERT_LT(position, amount);
      ASSERT_EQ(*one, call.record_of(static_cast<std::size_t>(position)));
    }
  }
  EXPECT_GT(marked, amount / 3);
  EXPECT_EQ(call.memory.back(), untouched);
}

}  // namespace
}  // namespace strew::engine::testing
