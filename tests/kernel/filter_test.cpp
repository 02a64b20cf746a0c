// filter: the positions of a block whose offsets are in a cyclic range.
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "indices.hpp"
#include "kernels.hpp"
#include "memory.hpp"

namespace strew::testing {
namespace {

constexpr std::size_t slack = kernel::filter_slack;

struct filter_case {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> skip_mask;
  kernel::offset_range mine;
};

filter_case drawn(std::size_t count, random_engine& draw) {
  filter_case made{std::vector<std::int64_t>(count), std::vector<std::uint8_t>(count), {}};
  for (auto& one : made.offsets) one = between(draw, -20, 20);
  for (auto& one : made.skip_mask) one = draw() % 8 == 0 ? 1 : 0;
  made.mine.low = between(draw, -20, 20);
  made.mine.last = static_cast<std::uint64_t>(between(draw, -15, 25));  // negative: all but a few
  return made;
}

void check_filter_of(kernel::filter_kernel filter, const filter_case& given, bool has_mask) {
  const std::size_t count = given.offsets.size();
  std::vector<std::uint32_t> places(count + slack);
  std::vector<std::int64_t> listed(count + slack);
  const std::size_t found = filter(given.offsets.data(), has_mask ? given.skip_mask.data() : nullptr, count, given.mine,
                                   places.data(), listed.data());
  std::size_t expected = 0;
  for (std::size_t p = 0; p < count; ++p) {
    const auto distance = static_cast<std::uint64_t>(given.offsets[p]) - static_cast<std::uint64_t>(given.mine.low);
    if (distance > given.mine.last || (has_mask && given.skip_mask[p] != 0)) continue;
    ASSERT_LT(expected, found);
    ASSERT_EQ(places[expected], p);
    ASSERT_EQ(listed[expected], given.offsets[p]);
    ++expected;
  }
  ASSERT_EQ(found, expected);
}

}  // namespace

void check_filter(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.filter, [&](kernel::filter_kernel filter) {
    random_engine draw(7);
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{64}, std::size_t{509}}) {
      for (int n = 0; n < 20 && is_good_so_far(); ++n) {
        const filter_case given = drawn(count, draw);
        check_filter_of(calls.called(filter), given, n % 2 == 0);
      }
    }
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
    check_filter_of(filter, {{far, -far, 0, 5}, {}, {far - 2, 10}}, false);
    check_filter_of(filter, {{far, -far, 0, 5}, {}, {5, std::numeric_limits<std::uint64_t>::max()}}, false);
  });
}

}  // namespace strew::testing
