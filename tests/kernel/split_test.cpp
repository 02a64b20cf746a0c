// split: the updates of a line, listed for the owners of their cells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "indices.hpp"
#include "kernels.hpp"
#include "memory.hpp"

namespace strew::testing {
namespace {

// Memory for a list, which has something before it.
struct owned_list {
  owned_list(std::size_t before, std::size_t count, std::size_t width)
      : starts(before + count + kernel::list_slack, -7), units((before + count + kernel::list_slack) * width) {
    list.starts = starts.data();
    list.units = units.data();
    list.count = before;
  }
  std::vector<std::int32_t> starts;
  std::vector<std::byte> units;
  kernel::owner_list list;
};

bool is_owned(const kernel::owner_list& one, std::int64_t start) {
  return static_cast<std::uint32_t>(start) - one.low <= one.last;
}

// What one owner has to have: the numbers of positions, in order.
template <class Index>
std::vector<std::size_t> positions_of(const kernel::owner_list& one, const std::vector<Index>& values,
                                      const kernel::coordinate_rule& rule) {
  std::vector<std::size_t> made;
  for (std::size_t p = 0; p < values.size(); ++p) {
    const auto start = start_of(wide{values[p]}, kernel::mode::skip, rule);
    if (start && is_owned(one, *start)) made.push_back(p);
  }
  return made;
}

// Any ranges of few owners; those of many follow one another in a circle, from any of them on.
void draw_ranges(std::vector<kernel::owner_list>& owners, std::int64_t extent, random_engine& draw) {
  if (owners.size() <= kernel::few_owners) {
    for (kernel::owner_list& one : owners) {
      one.low = static_cast<std::uint32_t>(between(draw, -20, 120));
      one.last = pick<std::uint32_t>(draw, {0, 5, 40, std::numeric_limits<std::uint32_t>::max()});
    }
    return;
  }
  std::set<std::uint32_t> lows;
  while (lows.size() < owners.size())
    lows.insert(static_cast<std::uint32_t>(between(draw, -2, std::max<std::int64_t>(extent, 20))));
  std::vector<std::uint32_t> turned(lows.begin(), lows.end());
  std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(draw() % turned.size()), turned.end());
  for (std::size_t n = 0; n < owners.size(); ++n) {
    owners[n].low = turned[n];
    owners[n].last = turned[(n + 1) % turned.size()] - turned[n] - 1;
  }
}

template <class Index>
void check_split_of(kernel::split_kernel split, std::size_t count, std::size_t width, random_engine& draw) {
  kernel::coordinate_rule rule = any_rule(draw, 1);
  if (draw() % 8 == 0) rule.extent = std::numeric_limits<std::int32_t>::max();
  const std::vector<Index> values = any_indices<Index>(count, sizeof(Index), rule, draw);
  const column given(values, sizeof(Index), draw() % 16);
  std::vector<std::byte> units(count * width + 1);
  for (auto& one : units) one = static_cast<std::byte>(draw());
  const std::size_t before = draw() % 3;
  std::vector<owned_list> memories(1 + draw() % kernel::max_split_owners, owned_list(before, count, width));
  std::vector<kernel::owner_list> owners;
  for (owned_list& one : memories) {
    kernel::owner_list made = owned_list(one).list;
    made.starts = one.starts.data();
    made.units = one.units.data();
    owners.push_back(made);
  }
  draw_ranges(owners, rule.extent, draw);
  bool skips = false;
  for (const Index value : values) skips = skips || !start_of(wide{value}, kernel::mode::skip, rule);
  ASSERT_EQ(split(given.as_given, rule, units.data() + 1, owners.data(), owners.size()), skips);
  for (std::size_t n = 0; n < owners.size(); ++n) {
    const std::vector<std::size_t> mine = positions_of(owners[n], values, rule);
    ASSERT_EQ(owners[n].count, before + mine.size()) << "of " << count;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      ASSERT_EQ(owners[n].starts[before + i], *start_of(wide{values[mine[i]]}, kernel::mode::skip, rule));
      ASSERT_EQ(std::memcmp(owners[n].units + (before + i) * width, units.data() + 1 + mine[i] * width, width), 0);
    }
    for (std::size_t i = 0; i < before; ++i) ASSERT_EQ(owners[n].starts[i], -7);
  }
}

}  // namespace

void check_split(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.split, [&](kernel::split_kernel split, kernel::index_type type, kernel::width_class width) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(width));
    random_engine draw(8);
    with_type(type, [&]<class T>() {
      if constexpr (sizeof(T) >= 4) {
        const std::size_t bytes = width == kernel::width_class::bytes_4 ? 4 : 8;
        for (std::size_t count = 0; count <= most; ++count)
          for (int n = 0; n < 10 && is_good_so_far(); ++n) check_split_of<T>(calls.called(split), count, bytes, draw);
        for (const std::size_t count : {1023U, 1024U, 1025U, 3000U})
          check_split_of<T>(calls.called(split), count, bytes, draw);
      }
    });
  });
}

}  // namespace strew::testing
