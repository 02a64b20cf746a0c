// Positions are held by the segments that the definition of offsets says, from wherever they are read; where offsets do
// not ascend, by segments in range.
#include "walk/segments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "kernel/kernel_set.hpp"
#include "unit/walk_draw.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::int64_t place_of_segment = 1000;

// Entries of `positions` positions each, whose offsets are in one list.
struct entries {
  indexed_side side;
  std::vector<std::byte> memory;
  std::vector<std::vector<std::int64_t>> offsets;
  std::int64_t segments = 0;
  std::int64_t positions = 1;
  bool ascends = true;

  [[nodiscard]] index_place at(std::int64_t n) const { return {memory.data(), n}; }
  [[nodiscard]] std::int64_t count() const { return positions * static_cast<std::int64_t>(offsets.size()); }
  // The segment of position n of all entries.
  [[nodiscard]] std::optional<std::int64_t> holder(std::int64_t n) const {
    const std::vector<std::int64_t>& entry = offsets[static_cast<std::size_t>(n / positions)];
    const std::int64_t number = n % positions;
    const auto begun = std::count_if(entry.begin(), entry.end(), [&](std::int64_t begin) { return begin <= number; });
    return begun == 0 || begun > segments ? std::nullopt : std::optional(begun - 1);
  }
};

template <class T>
entries draw_entries(axis_source& draw) {
  entries made;
  made.segments = draw.between(1, 80);
  made.positions = draw.between(1, 30);
  made.ascends = draw.between(0, 3) != 0;
  const auto count = static_cast<std::size_t>(made.segments + draw.between(0, 1));
  const auto batch = static_cast<std::size_t>(draw.between(1, 3));
  for (std::size_t entry = 0; entry < batch; ++entry) {
    std::vector<std::int64_t> list(count);
    for (std::int64_t& offset : list) {
      const bool is_far = !made.ascends && draw.between(0, 9) == 0;
      offset = is_far ? static_cast<std::int64_t>(std::numeric_limits<T>::max()) : draw.between(0, made.positions);
    }
    if (made.ascends) std::sort(list.begin(), list.end());
    for (const std::int64_t offset : list) {
      const auto value = static_cast<T>(offset);
      const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
      made.memory.insert(made.memory.end(), bytes, bytes + sizeof value);
    }
    made.offsets.push_back(list);
  }
  constexpr auto width = static_cast<std::int64_t>(sizeof(T));
  made.side.coordinates.push_back({.extent = made.segments});
  made.side.segments.emplace() = {static_cast<std::int64_t>(count), width, 1, made.positions};
  made.side.space.positions.push_back(
      {.extent = static_cast<std::int64_t>(batch), .index_stride = static_cast<std::int64_t>(count) * width});
  return made;
}

void check(const entries& of, kernel::load_kernel load, axis_source& draw) {
  const std::int64_t first = draw.between(0, of.count() - 1);
  const std::int64_t step = draw.between(0, 3);
  const std::int64_t most = step == 0 ? 5 : (of.count() - 1 - first) / step + 1;
  const auto count = static_cast<std::size_t>(draw.between(0, most));
  std::vector<std::int64_t> starts(count, 7);
  std::vector<std::uint8_t> skip_mask(count, 0);
  const bool skips =
      add_segments(load, of.side, place_of_segment, of.at(first), step, count, starts.data(), skip_mask.data());
  ASSERT_EQ(skips, std::count(skip_mask.begin(), skip_mask.end(), 1) > 0);
  for (std::size_t p = 0; p < count; ++p) {
    const bool is_held = skip_mask[p] == 0;
    const std::int64_t segment = (starts[p] - 7) / place_of_segment;
    ASSERT_EQ(starts[p], is_held ? segment * place_of_segment + 7 : 7);
    ASSERT_TRUE(segment >= 0 && segment < of.segments);
    if (!of.ascends) continue;
    const std::optional<std::int64_t> right = of.holder(first + static_cast<std::int64_t>(p) * step);
    ASSERT_EQ(is_held, right.has_value()) << "position " << p << " from " << first << " by " << step;
    ASSERT_EQ(segment, right.value_or(0)) << "position " << p << " from " << first << " by " << step;
  }
}

template <class T>
void check_type(kernel::index_type type) {
  const kernel::load_kernel load = kernel::portable().load(type);
  axis_source draw(static_cast<unsigned>(sizeof(T)));
  for (int n = 0; n < 2000 && !::testing::Test::HasFatalFailure(); ++n) {
    const entries of = draw_entries<T>(draw);
    for (int k = 0; k < 4; ++k) check(of, load, draw);
  }
}

TEST(segments, hold_the_positions_that_offsets_say) {
#define STREW_INDEX_TYPE(name, type) check_type<type>(kernel::index_type::name);
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
}

template <class T>
void check_next(kernel::index_type type) {
  const kernel::load_kernel load = kernel::portable().load(type);
  const kernel::resolve_kernel clamp = kernel::portable().resolve(type, kernel::mode::clamp);
  axis_source draw(static_cast<unsigned>(sizeof(T)));
  for (int n = 0; n < 500 && !::testing::Test::HasFatalFailure(); ++n) {
    const entries of = draw_entries<T>(draw);
    segment_walk walk(load, of.side, clamp);
    for (std::int64_t at = 0, end = 0; at < of.count(); at = end) {
      if (draw.between(0, 4) == 0) at = draw.between(0, of.count() - 1);
      end = at + draw.between(1, of.count() - at);
      std::int64_t next = at;
      walk.for_each_next(of.at(at), end - at, [&](const segment_walk::stretch& some) {
        ASSERT_TRUE(some.count >= 1 && some.count <= end - next);
        for (const std::int64_t last = next + some.count; next < last; ++next) {
          if (!of.ascends) continue;
          ASSERT_EQ(some.is_held, of.holder(next).has_value()) << next;
          ASSERT_EQ(some.is_held ? some.segment : 0, of.holder(next).value_or(0)) << next;
        }
      });
      ASSERT_EQ(next, end);
    }
  }
}

TEST(segments, are_visited_one_after_the_other) {
#define STREW_INDEX_TYPE(name, type) check_next<type>(kernel::index_type::name);
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
}

TEST(segments, are_followed_as_they_are_searched) {
  axis_source draw(3);
  const kernel::load_kernel load = kernel::portable().load(kernel::index_type::i32);
  for (int n = 0; n < 2000; ++n) {
    const entries of = draw_entries<std::int32_t>(draw);
    if (!of.ascends) continue;
    segment_walk walk(load, of.side);
    for (std::int64_t at = 0; at < of.count();) {
      if (draw.between(0, 4) == 0) at = draw.between(0, of.count() - 1);
      const std::int64_t most = draw.between(1, of.count() - at);
      const segment_walk::stretch next = walk.take(of.at(at), 1, most);
      ASSERT_TRUE(next.count >= 1 && next.count <= most);
      for (std::int64_t i = at; i < at + next.count; ++i) {
        ASSERT_EQ(next.is_held, of.holder(i).has_value()) << i;
        ASSERT_EQ(next.is_held ? next.segment : 0, of.holder(i).value_or(0)) << i;
      }
      at += next.count;
      const bool is_longest = next.count == most || at % of.positions == 0 || !next.is_held;
      ASSERT_TRUE(is_longest || of.holder(at) != of.holder(at - 1)) << at;
    }
  }
}

}  // namespace
}  // namespace strew::engine::testing
