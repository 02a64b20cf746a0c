// The windowed forms of the oracle against literal vectors: what verifies the library is verified too.
#include <gtest/gtest.h>

#include "oracle/cache.hpp"
#include "oracle/packed.hpp"
#include "oracle/stablehlo.hpp"

namespace strew::oracle {
namespace {

constexpr reduction_rule set = {};

// Windows of two cells at each start, `updates` held with the window last or first.
cells scattered(const policy& rules, const cells& data, const cells& starts, const cells& updates, bool window_first,
                const reduction_rule& rule = set) {
  const auto count = static_cast<int64_t>(starts.size());
  packed table(element::u8, {static_cast<int64_t>(data.size())}, data);
  const packed indices(element::i8, {count}, starts);
  const packed direct(element::u8, window_first ? shape{2, count} : shape{count, 2}, updates);
  const dimensions numbers = {{window_first ? 0 : 1}, {}, {}, {}, {0}, 1, {}};
  const shape& D = table.view.extents;
  EXPECT_EQ(stablehlo_scatter_rule(numbers, D, {count}, direct.view.extents), "");
  const indexing op = stablehlo_scatter_form(numbers, D, {count}, direct.view.extents);
  scatter(op, rules, rule, table.view, indices.view, direct.view, table.view);
  return table.values();
}

constexpr policy skip_elements = {out_of_bounds::skip, negative_indices::invalid, partial_window::element};
constexpr policy skip_windows = {out_of_bounds::skip, negative_indices::invalid, partial_window::whole};

TEST(windows, are_applied_whole_one_position_after_the_other) {
  EXPECT_EQ(scattered(skip_elements, {0, 0, 0}, {0, 1}, {1, 2, 3, 4}, false), (cells{1, 3, 4}));
  EXPECT_EQ(scattered(skip_elements, {0, 0, 0}, {0, 1}, {1, 2, 3, 4}, true), (cells{1, 2, 4}));
}

TEST(windows, skip_cuts_or_drops) {
  EXPECT_EQ(scattered(skip_elements, {0, 0, 0, 0}, {3}, {7, 8}, false), (cells{0, 0, 0, 7}));
  EXPECT_EQ(scattered(skip_windows, {0, 0, 0, 0}, {3}, {7, 8}, false), (cells{0, 0, 0, 0}));
}

TEST(windows, count_from_the_end_once) {
  const policy rules = {out_of_bounds::skip, negative_indices::from_end, partial_window::element};
  EXPECT_EQ(scattered(rules, {0, 0, 0}, {0xff}, {7, 8}, false), (cells{0, 0, 7}));  // -1
  EXPECT_EQ(scattered(rules, {0, 0, 0}, {0xfd}, {7, 8}, false), (cells{7, 8, 0}));  // -3
  EXPECT_EQ(scattered(rules, {0, 0, 0}, {0xfc}, {7, 8}, false), (cells{0, 0, 0}));  // -4
}

TEST(windows, wrap_around_and_clamp) {
  EXPECT_EQ(scattered({out_of_bounds::wrap}, {0, 0, 0, 0}, {3}, {7, 8}, false), (cells{8, 0, 0, 7}));
  EXPECT_EQ(scattered({out_of_bounds::clamp}, {0, 0, 0, 0}, {3}, {7, 8}, false), (cells{0, 0, 7, 8}));
}

TEST(windows, a_gather_moves_the_start) {
  const packed data(element::u8, {4}, {10, 11, 12, 13});
  const packed starts(element::u8, {1}, {9});
  packed out(element::u8, {1, 2}, {0, 0});
  const dimensions numbers = {{1}, {}, {}, {}, {0}, 1, {2}};
  ASSERT_EQ(stablehlo_gather_rule(numbers, {4}, {1}, {1, 2}), "");
  gather(stablehlo_gather_form(numbers, {4}, {1}), {out_of_bounds::clamp}, data.view, starts.view, out.view, {0});
  EXPECT_EQ(out.values(), (cells{12, 13}));
}

TEST(windows, batching_pairs_dimensions) {
  const packed data(element::u8, {2, 3}, {10, 11, 12, 20, 21, 22});
  const packed starts(element::u8, {1, 2}, {2, 0});  // tuple dimension first, batch last
  packed out(element::u8, {2}, {0, 0});
  const dimensions numbers = {{}, {1}, {0}, {1}, {1}, 0, {1, 1}};
  ASSERT_EQ(stablehlo_gather_rule(numbers, {2, 3}, {1, 2}, {2}), "");
  gather(stablehlo_gather_form(numbers, {2, 3}, {1, 2}), {}, data.view, starts.view, out.view, {0});
  EXPECT_EQ(out.values(), (cells{12, 20}));
}

TEST(windows, a_circular_append_splits) {
  packed cache(element::u8, {1, 2}, {1, 2});
  const packed at(element::u8, {1}, {1});
  const packed update(element::u8, {1, 2}, {8, 9});
  ASSERT_EQ(cache_rule({1, 2}, {1, 2}, -1, &at.view.extents), "");
  const indexing op = cache_form({1, 2}, {1, 2}, -1, true);
  scatter(op, cache_policy(append::circular), set, cache.view, at.view, update.view, cache.view);
  EXPECT_EQ(cache.values(), (cells{9, 8}));
}

TEST(windows, duplicates_name_the_first_pair) {
  packed table(element::u8, {4}, {0, 0, 0, 0});
  const packed starts(element::u8, {3}, {2, 0, 1});  // windows 2 3, 0 1, 1 2
  const packed updates(element::u8, {3, 2}, {1, 2, 3, 4, 5, 6});
  const dimensions numbers = {{1}, {}, {}, {}, {0}, 1, {}};
  const indexing op = stablehlo_scatter_form(numbers, {4}, {3}, {3, 2});
  const outcome done = scatter(op, {}, set, table.view, starts.view, updates.view, table.view, duplicates::error);
  ASSERT_TRUE(done.found_duplicate);
  EXPECT_EQ(done.found_duplicate->position, 2U);
  EXPECT_EQ(done.found_duplicate->other_position, 0U);
  EXPECT_EQ(done.found_duplicate->tuple, (std::vector<stored_index>{{1, false}}));
  EXPECT_EQ(table.values(), (cells{0, 0, 0, 0}));
}

}  // namespace
}  // namespace strew::oracle
