// Which pair of many duplicates is named: the same by a bit for each cell, and by sorting where cells are many more
// than positions.
#include <algorithm>
#include <random>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

constexpr int64_t few_cells = 16;
constexpr int64_t many_cells = 4096;  // bits of so many take more memory than records of 12 places

strew_options refusing(int32_t outside = STREW_OOB_ERROR) {
  strew_options options = options_of(STREW_REDUCTION_NONE, outside);
  options.duplicates = STREW_DUPLICATES_ERROR;
  return options;
}

using named_pair = std::pair<int64_t, int64_t>;
constexpr named_pair no_pair = {-1, -1};

named_pair pair_in(const strew_error& error) {
  EXPECT_STREQ(error.rule, error.status == STREW_STATUS_OK ? "" : "IX2") << error.message;
  if (error.status == STREW_STATUS_OK) return no_pair;
  return {static_cast<int64_t>(error.position), static_cast<int64_t>(error.other_position)};
}

class duplicates_found : public testing::TestWithParam<int64_t> {};
INSTANTIATE_TEST_SUITE_P(cells, duplicates_found, testing::Values(few_cells, many_cells));

// Records between two places with two counters, or a bit for each cell; and a bit for each position with a window.
uint64_t search_bytes(int64_t cells, uint64_t positions, uint64_t window = 1) {
  return cells == few_cells ? 2 : 16 * positions * window + 16 + 8 + (window > 1 ? (positions + 7) / 8 : 0);
}

TEST_P(duplicates_found, among_several) {
  const int64_t cells = GetParam();
  const struct {
    std::vector<int64_t> indices;
    int32_t outside;
    named_pair expected;
  } rows[] = {
      {{7, 3, 5, 3, 7, 5}, STREW_OOB_ERROR, {3, 1}},
      {{7, 3, 5, 0, 5, 3, 7, 5, 7}, STREW_OOB_ERROR, {4, 2}},
      {{9, 9, 9, 9}, STREW_OOB_ERROR, {1, 0}},
      {{0, 1, 2, 3, 4, 5, 6, 6}, STREW_OOB_ERROR, {7, 6}},
      {{15, 14, 13, 12, 11, 15}, STREW_OOB_ERROR, {5, 0}},
      {{8, -1, 3, cells - 1}, STREW_OOB_ERROR, {3, 1}},  // counted from the end, they meet
      {{-cells, 4, 0, -1}, STREW_OOB_ERROR, {2, 0}},
      {{-3, -1, -2, cells - 4}, STREW_OOB_ERROR, no_pair},
      {{cells, 4, cells, 5, -cells - 1, cells + 4}, STREW_OOB_SKIP, no_pair},  // skipped ones do not count
      {{cells, 4, cells, 0, 4}, STREW_OOB_SKIP, {4, 1}},
      {{cells + 4, 4, 5}, STREW_OOB_WRAP, {1, 0}},
      {{cells - 1, 0, cells, cells + 7}, STREW_OOB_CLAMP, {2, 0}},
      {{4, cells, 5, 4}, STREW_OOB_ASSUME, {3, 0}},  // a violated guarantee skips
  };
  for (const auto& row : rows) {
    line<int32_t> l{operator_kind::scatter, std::vector<int32_t>(static_cast<size_t>(cells)), row.indices,
                    counting<int32_t>(static_cast<int64_t>(row.indices.size()), 1), refusing(row.outside)};
    const auto before = l.data;
    EXPECT_EQ(strew_plan_workspace(plan_of(l.view()).get()), search_bytes(cells, row.indices.size()));
    EXPECT_EQ(pair_in(l.run()), row.expected) << testing::PrintToString(row.indices);
    EXPECT_EQ(l.data == before, row.expected != no_pair);
  }
}

// Of two places each; the first position that addresses a cell of the named one may share either of its cells.
TEST_P(duplicates_found, among_windows) {
  const int64_t cells = GetParam();
  const struct {
    std::vector<int64_t> starts;
    int32_t outside, partial;
    named_pair expected;
  } rows[] = {
      {{0, 4, 2}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT, no_pair},
      {{4, 2, 3, 2, 4}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT, {2, 0}},
      {{2, 4, 3}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT, {2, 0}},
      {{6, 1, 4, 2, 4}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT, {3, 1}},
      {{4, cells - 1, 0}, STREW_OOB_WRAP, STREW_PARTIAL_ELEMENT, {2, 1}},
      {{0, 4, cells - 1}, STREW_OOB_WRAP, STREW_PARTIAL_ELEMENT, {2, 0}},
      {{cells - 1, 0}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT, no_pair},
      {{cells - 1, 0, cells - 2}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT, {2, 0}},
      {{cells - 1, 0, cells - 2}, STREW_OOB_SKIP, STREW_PARTIAL_WHOLE, no_pair},
      {{-1, 0}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT, {1, 0}},
      {{cells, 0, cells + 1}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT, no_pair},
  };
  arguments a = stablehlo(operator_kind::stablehlo_scatter, {{1}, {}, {}, {}, {0}, 1, {}});
  for (const auto& row : rows) {
    const auto count = static_cast<int64_t>(row.starts.size());
    const array<int8_t> table{{cells}, std::vector<int8_t>(static_cast<size_t>(cells), 1)};
    const array<int64_t> indices{{count, 1}, row.starts};
    const array<int8_t> updates{{count, 2}, counting<int8_t>(2 * count, 2)};
    strew_options options = refusing(row.outside);
    options.negative_indices = STREW_NEGATIVE_INVALID;
    options.partial_window = row.partial;
    a.data = a.output = table.view();
    a.indices = indices.view();
    a.updates = updates.view();
    a.options = &options;
    EXPECT_EQ(strew_plan_workspace(plan_of(a).get()), search_bytes(cells, row.starts.size(), 2));
    EXPECT_EQ(pair_in(run(a)), row.expected) << testing::PrintToString(row.starts);
  }
}

// Entries of a batch have cells of their own.
TEST_P(duplicates_found, in_a_batch) {
  const int64_t cells = GetParam() / 2;
  array<int8_t> table{{2, cells}, std::vector<int8_t>(static_cast<size_t>(2 * cells))};
  const array<int8_t> updates{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const strew_options options = refusing();
  arguments a = along(operator_kind::scatter_nd, 0, 1);
  a.data = a.output = table.view();
  a.updates = updates.view();
  a.options = &options;
  const auto with = [&](const std::vector<int64_t>& values) {
    const array<int64_t> indices{{2, 3, 1}, values};
    a.indices = indices.view();
    return pair_in(run(a));
  };
  EXPECT_EQ(with({1, 2, 3, 3, 2, 1}), no_pair);
  EXPECT_EQ(with({1, 2, 3, 3, 2, -cells + 3}), named_pair(5, 3));
  EXPECT_EQ(with({1, 2, 1, 3, 3, 3}), named_pair(2, 0));
}

// The workspace is as large as stated, wherever it is, and nothing beyond it is touched.
TEST_P(duplicates_found, in_the_stated_workspace) {
  const int64_t cells = GetParam();
  line<int32_t> l{
      operator_kind::scatter, std::vector<int32_t>(static_cast<size_t>(cells)), {5, 3, 0, 3}, {1, 2, 3, 4}, refusing()};
  const uint64_t bytes = strew_plan_workspace(plan_of(l.view()).get());
  EXPECT_EQ(bytes, search_bytes(cells, 4));
  for (size_t shift = 0; shift < 9; ++shift) {
    std::vector<unsigned char> memory(bytes + 18, 0xA5);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.workspace = memory.data() + shift;
    execution.workspace_bytes = bytes;
    l.execution = &execution;
    EXPECT_EQ(pair_in(l.run()), named_pair(3, 1));
    const auto is_untouched = [](unsigned char byte) { return byte == 0xA5; };
    EXPECT_TRUE(std::all_of(memory.begin(), memory.begin() + static_cast<ptrdiff_t>(shift), is_untouched));
    EXPECT_TRUE(std::all_of(memory.begin() + static_cast<ptrdiff_t>(shift + bytes), memory.end(), is_untouched));
    --execution.workspace_bytes;
    EXPECT_STREQ(l.run().rule, "MM2");
  }
}

// The pair is found once, when indices are prepared for a plan that refuses it.
TEST_P(duplicates_found, by_preparing) {
  line<int32_t> l{operator_kind::scatter,
                  std::vector<int32_t>(static_cast<size_t>(GetParam())),
                  {5, 3, 0, -1, 3, 5},
                  {1, 2, 3, 4, 5, 6},
                  refusing()};
  const plan_handle plan = plan_of(l.view());
  EXPECT_EQ(strew_plan_prepare_workspace(plan.get()), search_bytes(GetParam(), 6));
  prepared_handle prepared = prepared_of(plan, l.indices.data());
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(bound_of(plan, prepared, &error), nullptr);
  EXPECT_EQ(pair_in(error), named_pair(4, 1));
  EXPECT_EQ(info_of(prepared).duplicates, 2U);
  l.indices = {5, 3, 0, -1, 4, 6};
  prepared = prepared_of(plan, l.indices.data());
  EXPECT_NE(bound_of(plan, prepared), nullptr);
  EXPECT_EQ(info_of(prepared).duplicates, 0U);
}

// Tasks on the calling thread, one after the other, the last one first.
strew_executor backwards() {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.min_bytes = 1;
  made.concurrency = [](void*) { return uint64_t{5}; };
  made.is_inside = [](void*) { return 0; };
  made.run = [](void*, uint64_t count, void (*task)(void*, uint64_t), void* argument) {
    for (uint64_t n = count; n-- > 0;) task(argument, n);
  };
  return made;
}

// By tasks that share the positions, and then the cells; by bits and by sorting, which takes no more than is stated.
TEST(duplicates_of_many, are_found_by_tasks) {
  constexpr int64_t count = 20'000;
  const strew_executor executor = backwards();
  for (const int64_t distance : {1, 300}) {
    std::vector<int64_t> indices = counting<int64_t>(count);
    std::shuffle(indices.begin(), indices.end(), std::mt19937(5));
    for (int64_t& index : indices) index *= distance;
    line<int8_t> l{operator_kind::scatter, std::vector<int8_t>(static_cast<size_t>(count * distance)), indices,
                   std::vector<int8_t>(count), refusing()};
    const plan_handle plan = plan_of(l.view());
    std::vector<unsigned char> memory(strew_plan_workspace(plan.get()) + 1, 0xA5);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor;
    execution.workspace = memory.data();
    execution.workspace_bytes = memory.size() - 1;
    l.execution = &execution;
    EXPECT_EQ(pair_in(l.run()), no_pair);
    std::reverse(l.indices.begin(), l.indices.end());
    for (const named_pair& repeated :
         {named_pair{count - 1, 7}, named_pair{count - 3, 12'000}, named_pair{12'000, 11'999}}) {
      l.indices[static_cast<size_t>(repeated.first)] = l.indices[static_cast<size_t>(repeated.second)];
      EXPECT_EQ(pair_in(l.run()), repeated) << distance;
    }
    std::sort(l.indices.begin(), l.indices.end());
    const auto again = std::adjacent_find(l.indices.begin(), l.indices.end()) - l.indices.begin();
    EXPECT_EQ(pair_in(l.run()), named_pair(again + 1, again)) << distance;
    EXPECT_EQ(memory.back(), 0xA5);
  }
}

// More positions than a table of 4 cells could tell apart, whose indices are one value: found without a walk to the
// end.
TEST(duplicates_of_copies, are_found_at_once) {
  array<int32_t> table{{4}, {1, 2, 3, 4}};
  const int64_t index = 2;
  const int32_t update = 9;
  const shape positions{int64_t{1} << 60, 1}, updates{int64_t{1} << 60}, zeros{0, 0}, zero{0};
  const strew_options options = refusing();
  arguments a = along(operator_kind::scatter_nd, 0);
  a.data = a.output = table.view();
  a.indices = describe(const_cast<int64_t*>(&index), STREW_DTYPE_I64, positions, zeros);
  a.updates = describe(const_cast<int32_t*>(&update), STREW_DTYPE_I32, updates, zero);
  a.options = &options;
  EXPECT_EQ(pair_in(run(a)), named_pair(1, 0));
  EXPECT_EQ(table.values, (std::vector<int32_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace strew::support
