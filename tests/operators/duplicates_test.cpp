// duplicates = error: the first pair is named, before any write.
#include "operators/expect.hpp"
#include "operators/line.hpp"

namespace strew::support {
namespace {

struct duplicate_case {
  std::vector<int64_t> indices;
  int32_t outside;
  int64_t position, other;  // -1: none
};

strew_options refusing(int32_t reduction, int32_t outside) {
  strew_options options = options_of(reduction, outside);
  options.duplicates = STREW_DUPLICATES_ERROR;
  return options;
}

class duplicates : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(line, duplicates, testing::ValuesIn(line_scatters),
                         [](const auto& test) { return std::string(name_of(test.param)); });

void expect_duplicate(operator_kind kind, int32_t reduction, const duplicate_case& m) {
  line<int32_t> l{kind,
                  {10, 20, 30, 40, 50},
                  m.indices,
                  counting<int32_t>(static_cast<int64_t>(m.indices.size()), 1),
                  refusing(reduction, m.outside)};
  const strew_error error = l.run();
  if (m.position < 0) {
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    return;
  }
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << error.message;
  EXPECT_STREQ(error.rule, "IX2");
  EXPECT_EQ(error.operand, STREW_OPERAND_INDICES);
  EXPECT_EQ(error.position, static_cast<uint64_t>(m.position));
  EXPECT_EQ(error.other_position, static_cast<uint64_t>(m.other));
  EXPECT_EQ(error.coordinate_rank, 1U);
  EXPECT_EQ(error.coordinates[0], m.position);
  EXPECT_EQ(error.tuple_depth, 1U);
  EXPECT_EQ(static_cast<int64_t>(error.tuple[0]), m.indices[static_cast<size_t>(m.position)]);
  EXPECT_EQ(l.data, (std::vector<int32_t>{10, 20, 30, 40, 50}));
  const std::string message = error.message;
  EXPECT_NE(message.find(std::to_string(m.position)), std::string::npos) << message;
  EXPECT_NE(message.find(std::to_string(m.other)), std::string::npos) << message;
}

TEST_P(duplicates, the_first_pair) {
  const duplicate_case rows[] = {
      {{1, 3, 1, 3}, STREW_OOB_ERROR, 2, 0},     {{0, 1, 1, 0}, STREW_OOB_ERROR, 2, 1},
      {{2, 2, 2, 2}, STREW_OOB_ERROR, 1, 0},     {{4, 0, 3, -1}, STREW_OOB_ERROR, 3, 0},  // from the end
      {{4, 5, 9}, STREW_OOB_CLAMP, 1, 0},                                                 // clamped together
      {{0, 2, 5}, STREW_OOB_WRAP, 2, 0},                                                  // wrapped together
      {{5, 5, 9, -6}, STREW_OOB_SKIP, -1, 0},                                             // skipped ones write nothing
      {{5, 1, 9, 1}, STREW_OOB_SKIP, 3, 1},      {{3, 3}, STREW_OOB_ASSUME, 1, 0},
      {{4, 3, 2, 1, 0}, STREW_OOB_ERROR, -1, 0}, {{}, STREW_OOB_ERROR, -1, 0},
  };
  for (const duplicate_case& m : rows) {
    for (const int32_t reduction : {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_MEAN})
      expect_duplicate(GetParam(), reduction, m);
  }
}

// Equal updates are duplicates too.
TEST_P(duplicates, equal_updates_are_not_excused) {
  line<int32_t> l{GetParam(), {1, 2}, {1, 1}, {5, 5}, refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR)};
  EXPECT_STREQ(l.run().rule, "IX2");
  EXPECT_EQ(l.data, (std::vector<int32_t>{1, 2}));
  l.options.duplicates = STREW_DUPLICATES_ALLOW;
  EXPECT_EQ(l.run().status, STREW_STATUS_OK);
}

// An index outside comes before a duplicate, wherever they stand.
TEST_P(duplicates, IX1_comes_before_IX2) {
  line<int32_t> l{GetParam(), {1, 2, 3}, {0, 0, 7}, {5, 6, 7}, refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR)};
  const strew_error error = l.run();
  EXPECT_STREQ(error.rule, "IX1");
  EXPECT_EQ(error.position, 2U);
}

TEST(duplicates_of_gathers, a_gather_reads_a_cell_as_often_as_it_likes) {
  for (const operator_kind kind : line_gathers) {
    line<int32_t> l{kind, {1, 2, 3}, {2, 2}, {7, 7}, refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR)};
    EXPECT_EQ(l.run().status, STREW_STATUS_OK) << name_of(kind);
    EXPECT_EQ(l.direct, (std::vector<int32_t>{3, 3}));
  }
}

strew_error scattered(arguments a, array<int32_t>& table, const array<int64_t>& indices, const array<int32_t>& updates,
                      const strew_options& options) {
  a.data = a.output = table.view();
  a.indices = indices.view();
  a.updates = updates.view();
  a.options = &options;
  return run(a);
}

TEST(duplicates_of_windows, windows_that_overlap) {
  const arguments pairs = stablehlo(operator_kind::stablehlo_scatter, {{1}, {}, {}, {}, {0}, 1, {}});
  const auto with = [&](const std::vector<int64_t>& starts, int32_t outside, int32_t partial) {
    array<int32_t> table{{4}, {1, 2, 3, 4}};
    strew_options options = refusing(STREW_REDUCTION_NONE, outside);
    options.negative_indices = STREW_NEGATIVE_INVALID;
    options.partial_window = partial;
    const auto count = static_cast<int64_t>(starts.size());
    const strew_error error =
        scattered(pairs, table, {{count, 1}, starts}, {{count, 2}, counting<int32_t>(2 * count)}, options);
    EXPECT_EQ(table.values == (std::vector<int32_t>{1, 2, 3, 4}), error.status != STREW_STATUS_OK);
    return std::pair(std::string(error.rule), std::pair(error.position, error.other_position));
  };
  using pair = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(with({0, 1}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT), std::pair(std::string("IX2"), pair{1, 0}));
  EXPECT_EQ(with({2, 0, 1}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT), std::pair(std::string("IX2"), pair{2, 0}));
  EXPECT_EQ(with({0, 2}, STREW_OOB_ERROR, STREW_PARTIAL_ELEMENT).first, "");
  // Around the end cell 0 is written again.
  EXPECT_EQ(with({3, 0}, STREW_OOB_WRAP, STREW_PARTIAL_ELEMENT), std::pair(std::string("IX2"), pair{1, 0}));
  EXPECT_EQ(with({3, 1}, STREW_OOB_WRAP, STREW_PARTIAL_ELEMENT).first, "");
  // The cut part of a window collides with nothing; the rest does; a whole window that is left out does not.
  EXPECT_EQ(with({3, 1}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT).first, "");
  EXPECT_EQ(with({3, 2}, STREW_OOB_SKIP, STREW_PARTIAL_ELEMENT), std::pair(std::string("IX2"), pair{1, 0}));
  EXPECT_EQ(with({3, 2}, STREW_OOB_SKIP, STREW_PARTIAL_WHOLE).first, "");
  EXPECT_EQ(with({9, 2}, STREW_OOB_CLAMP, STREW_PARTIAL_ELEMENT), std::pair(std::string("IX2"), pair{1, 0}));
}

// Positions of two dimensions, tuples of two members, slices; batch entries never collide.
TEST(duplicates_of_tuples, positions_and_coordinates) {
  array<int32_t> table{{2, 3, 2}, counting<int32_t>(12)};
  const array<int32_t> before = table;
  const array<int64_t> indices{{2, 2, 2}, {0, 1, 1, 2, -2, -2, 0, 0}};
  const strew_error error =
      scattered(along(operator_kind::scatter_nd, 0), table, indices, {{2, 2, 2}, counting<int32_t>(8)},
                refusing(STREW_REDUCTION_ADD, STREW_OOB_ERROR));
  EXPECT_STREQ(error.rule, "IX2");
  EXPECT_EQ(error.position, 2U);
  EXPECT_EQ(error.other_position, 0U);
  EXPECT_EQ(error.coordinate_rank, 2U);
  EXPECT_EQ(error.coordinates[0], 1);
  EXPECT_EQ(error.coordinates[1], 0);
  EXPECT_EQ(error.tuple_depth, 2U);
  EXPECT_EQ(error.tuple_negative[1], 1);
  EXPECT_EQ(table.values, before.values);
  const array<int64_t> batched{{2, 1, 1}, {2, 2}};
  const strew_error apart = scattered(along(operator_kind::scatter_nd, 0, 1), table, batched, {{2, 1, 2}, {1, 2, 3, 4}},
                                      refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR));
  EXPECT_EQ(apart.status, STREW_STATUS_OK) << apart.message;
}

// Broadcast indices write their cell once for each copy; at depth 0 each position writes the whole table; slices of no
// elements write nothing.
TEST(duplicates_of_tuples, broadcast_depth_0_and_empty_slices) {
  array<int32_t> table{{3}, {1, 2, 3}};
  const array<int64_t> broadcast{{2, 2, 1}, {0, 1}, STREW_DTYPE_I64, {0, 8, 8}};
  const strew_options options = refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR);
  strew_error error = scattered(along(operator_kind::scatter_nd, 0), table, broadcast, {{2, 2}, {5, 6, 7, 8}}, options);
  EXPECT_STREQ(error.rule, "IX2");
  EXPECT_EQ(error.position, 2U);
  EXPECT_EQ(error.other_position, 0U);
  error = scattered(along(operator_kind::scatter_nd, 0), table, {{2, 0}, {}}, {{2, 3}, counting<int32_t>(6)}, options);
  EXPECT_STREQ(error.rule, "IX2");
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(table.values, (std::vector<int32_t>{1, 2, 3}));
  array<int32_t> empty{{2, 0}, {}};
  error = scattered(along(operator_kind::scatter_nd, 0), empty, {{2, 1}, {0, 0}}, {{2, 0}, {}}, options);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
}

// Elements off the axis are cells of their own: rows repeat, columns do not collide.
TEST(duplicates_of_elements, columns_do_not_collide) {
  array<int32_t> table{{3, 2}, std::vector<int32_t>(6)};
  const strew_options options = refusing(STREW_REDUCTION_NONE, STREW_OOB_ERROR);
  strew_error error = scattered(along(operator_kind::scatter_elements, 0), table, {{2, 2}, {1, 1, 0, 2}},
                                {{2, 2}, {1, 2, 3, 4}}, options);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  error = scattered(along(operator_kind::scatter_elements, 0), table, {{2, 2}, {1, 1, 0, 1}}, {{2, 2}, {1, 2, 3, 4}},
                    options);
  EXPECT_STREQ(error.rule, "IX2");
  EXPECT_EQ(error.position, 3U);
  EXPECT_EQ(error.other_position, 1U);
}

}  // namespace
}  // namespace strew::support
