// strew_prepared_view: prepared indices sorted by cell, segment by segment, compared with a map of cells.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/lists.hpp"

namespace strew::support {
namespace {

__extension__ typedef __int128 wide_index;
using numbers = std::vector<uint64_t>;

// The cell of each position; nothing: it has none.
using cells_of_positions = std::vector<std::optional<uint64_t>>;

cell_lists listed(const cells_of_positions& cells) {
  std::map<uint64_t, numbers> positions_of;
  numbers skipped;
  for (size_t n = 0; n < cells.size(); ++n) (cells[n] ? positions_of[*cells[n]] : skipped).push_back(n);
  cell_lists made;
  for (const auto& [cell, positions] : positions_of) {
    made.cells.push_back(cell);
    made.starts.push_back(made.order.size());
    made.order.insert(made.order.end(), positions.begin(), positions.end());
  }
  made.starts.push_back(made.order.size());
  made.order.insert(made.order.end(), skipped.begin(), skipped.end());
  return made;
}

struct policy {
  int32_t outside;
  int32_t negative;
};

std::optional<uint64_t> cell_of(wide_index value, int64_t extent, const policy& rules) {
  if (rules.negative == STREW_NEGATIVE_FROM_END && value < 0 && value >= -wide_index{extent}) value += extent;
  if (rules.outside == STREW_OOB_CLAMP) value = std::clamp<wide_index>(value, 0, extent - 1);
  if (rules.outside == STREW_OOB_WRAP) value = (value % extent + extent) % extent;
  if (value < 0 || value >= extent) return std::nullopt;
  return static_cast<uint64_t>(value);
}

template <class I>
I drawn(std::mt19937_64& draw, int64_t extent, const policy& rules) {
  const bool must_be_good = rules.outside == STREW_OOB_ERROR || rules.outside == STREW_OOB_ASSUME;
  if (!must_be_good && draw() % 3 == 0) return static_cast<I>(draw());
  const auto value = static_cast<int64_t>(draw() % static_cast<uint64_t>(extent));
  const bool is_from_end = std::is_signed_v<I> && rules.negative == STREW_NEGATIVE_FROM_END && draw() % 2 == 0;
  return static_cast<I>(is_from_end ? value - extent : value);
}

template <class I>
void expect_lists_of_lines(operator_kind kind, const policy& rules, std::mt19937_64& draw) {
  const auto extent = static_cast<int64_t>(1 + draw() % 120);
  line<int32_t, I> l{kind, counting<int32_t>(extent), std::vector<I>(draw() % 400), {}};
  l.options = options_of(STREW_REDUCTION_NONE, rules.outside, rules.negative);
  cells_of_positions cells;
  for (I& index : l.indices) {
    index = drawn<I>(draw, extent, rules);
    cells.push_back(cell_of(index, extent, rules));
  }
  l.direct.resize(l.indices.size());
  const prepared_handle prepared = prepared_of(plan_of(l.view()), l.indices.data());
  const strew_prepared_lists found = view_of(prepared);
  EXPECT_EQ(lists_of(found), listed(cells));
  EXPECT_EQ(found.skipped, static_cast<uint64_t>(std::count(cells.begin(), cells.end(), std::nullopt)));
  EXPECT_EQ((numbers{found.position_bytes, found.cell_bytes}), (numbers{4, 4}));
  EXPECT_EQ(lists_of(found).order, order_of(prepared));
  EXPECT_EQ(found.segments, info_of(prepared).distinct);
}

TEST(prepared_lists, of_every_index_type_and_policy) {
  std::mt19937_64 draw(11);
  for (const int32_t outside :
       {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_FILL, STREW_OOB_ASSUME}) {
    for (const int32_t negative : {STREW_NEGATIVE_FROM_END, STREW_NEGATIVE_INVALID}) {
      for (const operator_kind kind : line_ops) {
        if (outside == STREW_OOB_FILL && is_scatter(kind)) continue;
        SCOPED_TRACE(std::to_string(outside) + " " + std::to_string(negative) + " " + std::string(name_of(kind)));
        const policy rules{outside, negative};
        expect_lists_of_lines<int8_t>(kind, rules, draw);
        expect_lists_of_lines<int16_t>(kind, rules, draw);
        expect_lists_of_lines<int32_t>(kind, rules, draw);
        expect_lists_of_lines<int64_t>(kind, rules, draw);
        expect_lists_of_lines<uint8_t>(kind, rules, draw);
        expect_lists_of_lines<uint16_t>(kind, rules, draw);
        expect_lists_of_lines<uint32_t>(kind, rules, draw);
        expect_lists_of_lines<uint64_t>(kind, rules, draw);
      }
    }
  }
}

// So many that their cells are read in tasks; of a table with more cells than 32 bits count, or few.
TEST(prepared_lists, of_many_positions) {
  std::mt19937_64 draw(5);
  for (const int64_t extent : {int64_t{1} << 40, int64_t{1} << 32, int64_t{3000}}) {
    const int64_t count = 300'000;
    std::vector<int64_t> indices(count);
    cells_of_positions cells;
    const policy rules{STREW_OOB_SKIP, STREW_NEGATIVE_INVALID};
    for (int64_t& index : indices) {
      index = static_cast<int64_t>(draw() % static_cast<uint64_t>(extent)) - extent / 8;
      cells.push_back(cell_of(index, extent, rules));
    }
    float value = 7;
    std::vector<float> output(count);
    const shape data{extent}, positions{count}, still{0}, packed{8}, floats{4};
    const strew_options options = options_of(STREW_REDUCTION_NONE, rules.outside, rules.negative);
    arguments a = along(operator_kind::gather, 0);
    a.options = &options;
    a.data = describe(&value, STREW_DTYPE_F32, data, still);
    a.indices = describe(indices.data(), STREW_DTYPE_I64, positions, packed);
    a.output = describe(output.data(), STREW_DTYPE_F32, positions, floats);
    const prepared_handle prepared = prepared_of(plan_of(a), indices.data());
    EXPECT_EQ(view_of(prepared).cell_bytes, extent > 3000 ? 8U : 4U);
    EXPECT_TRUE(lists_of(prepared) == listed(cells)) << extent;
  }
}

strew_problem_view problem_of(const plan_handle& plan) {
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  EXPECT_EQ(strew_plan_view(plan.get(), &view, nullptr), STREW_STATUS_OK);
  return view;
}

using steps = std::pair<shape, shape>;

// Of positions and members, which are those of the plan.
steps steps_of(const plan_handle& plan, const strew_prepared_lists& lists) {
  const strew_problem_view problem = problem_of(plan);
  EXPECT_EQ(lists.position_rank, problem.position_rank);
  EXPECT_EQ(lists.member_count, problem.member_count);
  return {{lists.position_steps, lists.position_steps + lists.position_rank},
          {lists.member_steps, lists.member_steps + lists.member_count}};
}

// Columns are a dimension of the table and of the positions, which have three of its four.
TEST(prepared_lists, of_elements) {
  array<int32_t> table{{2, 4}, counting<int32_t>(8)};
  const array<int64_t> indices{{2, 3}, {1, 1, 0, 0, 1, 0}};
  array<int32_t> output{{2, 3}, std::vector<int32_t>(6)};
  arguments a = along(operator_kind::gather_elements, 0);
  a.data = table.view();
  a.indices = indices.view();
  a.output = output.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, indices.values.data());
  EXPECT_EQ(steps_of(plan, view_of(prepared)), (steps{{0, 1}, {3}}));
  EXPECT_EQ(lists_of(prepared), (cell_lists{{3, 2, 5, 0, 1, 4}, {0, 2, 3, 4}, {0, 1, 3, 4, 6}}));
}

TEST(prepared_lists, of_batches) {
  array<int32_t> table{{2, 3, 5}, counting<int32_t>(30)};
  const array<int64_t> indices{{2, 4}, {2, 0, 2, 2, 1, 1, 0, 1}};
  array<int32_t> output{{2, 4, 5}, std::vector<int32_t>(40)};
  arguments a = along(operator_kind::gather, 1, 1);
  a.data = table.view();
  a.indices = indices.view();
  a.output = output.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, indices.values.data());
  EXPECT_EQ(steps_of(plan, view_of(prepared)), (steps{{3, 0}, {1}}));
  EXPECT_EQ(lists_of(prepared), (cell_lists{{1, 0, 2, 3, 6, 4, 5, 7}, {0, 2, 3, 4}, {0, 1, 4, 5, 8}}));
}

// The example of StableHLO's specification: members in exchanged order, a batching dimension, windows of two places,
// starts that are clamped.
TEST(prepared_lists, of_members_in_another_order) {
  const oracle::dimensions numbers_of{{3, 4}, {1}, {0}, {1}, {2, 1}, 3, {1, 1, 2, 2}};
  array<int32_t> table{{2, 3, 4, 2}, counting<int32_t>(48)};
  const array<int64_t> indices{{2, 2, 3, 2}, {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0}};
  array<int32_t> output{{2, 2, 3, 2, 2}, std::vector<int32_t>(48)};
  arguments a = stablehlo(operator_kind::stablehlo_gather, numbers_of);
  a.data = table.view();
  a.indices = indices.view();
  a.output = output.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, indices.values.data());
  EXPECT_EQ(steps_of(plan, view_of(prepared)), (steps{{0, 12, 0}, {1, 4}}));
  cells_of_positions cells;
  for (size_t p = 0; p < 12; ++p) {
    const int64_t batch = static_cast<int64_t>(p / 3 % 2);
    const int64_t column = std::min<int64_t>(indices.values[2 * p], 2);
    const int64_t row = std::min<int64_t>(indices.values[2 * p + 1], 2);
    cells.emplace_back(static_cast<uint64_t>(12 * batch + 4 * row + column));
  }
  EXPECT_EQ(lists_of(prepared), listed(cells));
}

// Windows begin at their first place on the table; what is cut off before it does not count.
TEST(prepared_lists, of_windows) {
  const auto found = [](const std::vector<int64_t>& starts, int32_t outside, int64_t window = 2) {
    array<int32_t> table{{5}, counting<int32_t>(5)};
    const auto count = static_cast<int64_t>(starts.size());
    const array<int64_t> indices{{count, 1}, starts};
    const array<int32_t> updates{{count, window}, counting<int32_t>(window * count)};
    const strew_options options = options_of(STREW_REDUCTION_NONE, outside, STREW_NEGATIVE_INVALID);
    arguments a = stablehlo(operator_kind::stablehlo_scatter, {{1}, {}, {}, {}, {0}, 1, {}});
    a.data = a.output = table.view();
    a.indices = indices.view();
    a.updates = updates.view();
    a.options = &options;
    const prepared_handle prepared = prepared_of(plan_of(a), starts.data());
    EXPECT_EQ(*view_of(prepared).member_steps, window == 0 ? 0 : 1);
    return lists_of(prepared);
  };
  EXPECT_EQ(found({3, 0, 2}, STREW_OOB_ERROR), (cell_lists{{1, 2, 0}, {0, 2, 3}, {0, 1, 2, 3}}));
  EXPECT_EQ(found({4, 0}, STREW_OOB_WRAP), (cell_lists{{1, 0}, {0, 4}, {0, 1, 2}}));
  EXPECT_EQ(found({5, -1, -2, 0}, STREW_OOB_SKIP), (cell_lists{{1, 3, 0, 2}, {0}, {0, 2}}));
  EXPECT_EQ(found({1, 3}, STREW_OOB_ERROR, 0), (cell_lists{{0, 1}, {0}, {0, 2}}));  // windows of nothing
}

TEST(prepared_lists, of_nothing) {
  line<int32_t> none{operator_kind::scatter, {1, 2, 3}, {}, {}};
  const prepared_handle empty = prepared_of(plan_of(none.view()), nullptr);
  const strew_prepared_lists lists = view_of(empty);
  EXPECT_EQ((numbers{lists.positions, lists.skipped, lists.segments, lists.position_bytes}), (numbers{0, 0, 0, 4}));
  EXPECT_EQ(lists_of(lists), (cell_lists{{}, {}, {0}}));
  const strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_SKIP);
  line<int32_t> outside{operator_kind::scatter, {1, 2, 3}, {7, -9}, {4, 5}, options};
  EXPECT_EQ(lists_of(prepared_of(plan_of(outside.view()), outside.indices.data())), (cell_lists{{0, 1}, {}, {0}}));
}

// Tuples of no member address the whole table.
TEST(prepared_lists, of_tuples_without_members) {
  array<int32_t> table{{2, 2}, counting<int32_t>(4)};
  const array<int64_t> whole{{3, 0}, {}};
  const array<int32_t> updates{{3, 2, 2}, counting<int32_t>(12)};
  arguments a = along(operator_kind::scatter_nd, 0);
  a.data = a.output = table.view();
  a.indices = whole.view();
  a.updates = updates.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, nullptr);
  EXPECT_EQ(steps_of(plan, view_of(prepared)), (steps{{0}, {}}));
  EXPECT_EQ(lists_of(prepared), (cell_lists{{0, 1, 2}, {0}, {0, 3}}));
}

TEST(prepared_lists, have_a_serial_of_their_own) {
  line<int32_t> l{operator_kind::scatter, {1, 2, 3}, {2, 1, 0}, {5, 6, 7}};
  const plan_handle plan = plan_of(l.view());
  const prepared_handle kept = prepared_of(plan, l.indices.data());
  const strew_prepared_lists first = view_of(kept);
  numbers seen{0, first.serial};
  for (int times = 0; times < 3; ++times) {  // each may have the memory of the one before it
    seen.push_back(view_of(prepared_of(plan, l.indices.data())).serial);
  }
  line<int32_t> none{operator_kind::scatter, {1, 2, 3}, {}, {}};
  seen.push_back(view_of(prepared_of(plan_of(none.view()), nullptr)).serial);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
  const strew_prepared_lists again = view_of(kept);
  EXPECT_EQ(again.serial, first.serial);
  EXPECT_EQ(again.order, first.order);
  EXPECT_EQ(again.cells, first.cells);
  EXPECT_EQ(again.segment_starts, first.segment_starts);
}

}  // namespace
}  // namespace strew::support
