// Exchanges by hand: what crosses, in which order functions are called, and what every rank reports.
#include <cstring>
#include <string>

#include "exchange/ranks.hpp"

namespace strew::testing {
namespace {

// table[at[p]] += p + 1 over 6 rows of one i32 at 3 ranks, which have 2 rows and 2, 1 and 3 positions.
struct small_sum {
  strew_layout layout = STREW_LAYOUT_INIT;
  std::vector<strew_exchange_call> calls;
  strew_options options = STREW_OPTIONS_INIT;
  std::int64_t at[6] = {5, 0, 0, 2, 5, 1};
  std::int64_t sizes[3] = {2, 1, 3};
  std::int64_t step = 8;
  strew_error error = STREW_ERROR_INIT;

  small_sum() {
    layout.rows = 6;
    layout.ranks = 3;
    strew_exchange_call call = STREW_EXCHANGE_CALL_INIT;
    call.kind = STREW_EXCHANGE_SCATTER;
    call.dtype = STREW_DTYPE_I32;
    call.columns = 1;
    call.index_dtype = STREW_DTYPE_I64;
    calls.assign(3, call);
    options.reduction = STREW_REDUCTION_ADD;
  }
  [[nodiscard]] std::vector<strew_tensor> indices() {
    std::vector<strew_tensor> made;
    std::int64_t first = 0;
    for (std::int64_t& size : sizes) {
      strew_tensor one = STREW_TENSOR_INIT;
      one.dtype = STREW_DTYPE_I64;
      one.rank = 1;
      one.extents = &size;
      one.strides = &step;
      one.data = at + first;
      first += size;
      made.push_back(one);
    }
    return made;
  }
  static std::vector<rank_rows> rows() {
    const std::vector<std::vector<std::int32_t>> updates = {{1, 2}, {3}, {4, 5, 6}};
    std::vector<rank_rows> all;
    for (const auto& some : updates) {
      rank_rows one;
      one.table.assign(8, 0);
      one.rows.resize(some.size() * 4);
      std::memcpy(one.rows.data(), some.data(), one.rows.size());
      all.push_back(one);
    }
    return all;
  }
  static std::vector<std::int32_t> table_of(const std::vector<rank_rows>& all) {
    std::vector<std::int32_t> made(6);
    for (std::size_t r = 0; r < 3; ++r) std::memcpy(made.data() + 2 * r, all[r].table.data(), 8);
    return made;
  }
};

TEST(exchange_calls, send_places_and_rows_in_one_round) {
  small_sum one;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::uint64_t sent[3], received[3];
  ASSERT_EQ(strew_exchange_counts(some.at(2), sent, received, &one.error), STREW_STATUS_OK);
  EXPECT_EQ(sent[0], 8U);  // of row 1
  EXPECT_EQ(sent[1], 8U);  // of row 2
  EXPECT_EQ(sent[2], 0U);
  EXPECT_EQ(received[0], 8U);  // of row 5
  EXPECT_EQ(received[1], 0U);
  char text[200];
  strew_exchange_explain(some.at(2), text, sizeof text);
  EXPECT_STREQ(text,
               "scatter of rows of 4 bytes, rank 2 of 3: 3 positions, 2 entries go to other ranks, 1 rounds left");
  std::vector<rank_rows> all = small_sum::rows();
  EXPECT_EQ(some.run(all).rounds, 1U);
  EXPECT_EQ(small_sum::table_of(all), (std::vector<std::int32_t>{5, 6, 4, 0, 0, 6}));
}

TEST(exchange_calls, cut_what_does_not_fit) {
  small_sum one;
  for (strew_exchange_call& call : one.calls) call.budget = 8;  // one entry
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::vector<rank_rows> all = small_sum::rows();
  EXPECT_EQ(some.run(all).rounds, 3U + 2U);  // rank 0 gets two entries from others
  EXPECT_EQ(small_sum::table_of(all), (std::vector<std::int32_t>{5, 6, 4, 0, 0, 6}));
}

TEST(exchange_calls, send_rows_only_when_they_are_repeated) {
  small_sum one;
  for (strew_exchange_call& call : one.calls) call.keeps_routes = 1;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::vector<rank_rows> all = small_sum::rows();
  EXPECT_EQ(some.run(all).bytes, 4U * 8U);
  some.repeat();
  EXPECT_EQ(some.run(all).bytes, 4U * 4U);
  EXPECT_EQ(small_sum::table_of(all), (std::vector<std::int32_t>{10, 12, 8, 0, 0, 12}));
}

TEST(exchange_calls, IX1_at_every_rank) {
  small_sum one;
  one.at[1] = 6;
  one.at[4] = -7;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_INDEX);
  EXPECT_STREQ(one.error.message,
               "IX1: indices: position 1 (1): component 0 of (6) is 6, outside [-6, 5] (axis 0 of extent 6); 2 of 6 "
               "positions are bad");
}

TEST(exchange_calls, XC3_where_a_rank_cannot_take_part) {
  small_sum one;
  one.calls[1].columns = -1;
  one.at[0] = 99;  // what failed comes first
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message,
               "XC3: call: rank 1 has failed: XC1, an exchange has a known call, and a layout that gives each row a "
               "place at one of its ranks");
}

TEST(exchange_calls, XC3_where_ranks_make_different_calls) {
  small_sum one;
  one.calls[2].columns = 2;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "XC3: call: ranks 0 and 2 make different calls, or have different layouts");
}

TEST(exchange_calls, XC2_in_another_order) {
  small_sum one;
  ranks some(one.layout, one.calls, one.options, 4);
  std::uint64_t sent[3], received[3];
  EXPECT_EQ(strew_exchange_counts(some.at(0), sent, received, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "XC2: call: the hellos of all ranks have not been settled");
  EXPECT_EQ(strew_exchange_repeat(some.at(0), &one.error), STREW_STATUS_ATTRIBUTE);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK);
  strew_exchange_rows rows = STREW_EXCHANGE_ROWS_INIT;
  EXPECT_EQ(strew_exchange_take(some.at(0), 1, &rows, nullptr, nullptr, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "XC2: call: what came from rank 1 is taken before that from rank 0");
  EXPECT_EQ(strew_exchange_pack(some.at(0), 3, &rows, nullptr, nullptr, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_EQ(strew_exchange_pack(some.at(0), 2, &rows, nullptr, nullptr, &one.error), STREW_STATUS_POINTER);
  std::vector<rank_rows> all = small_sum::rows();
  some.run(all);
  EXPECT_EQ(strew_exchange_counts(some.at(0), sent, received, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "XC2: call: all 1 rounds are done");
}

// Rank 1 gives up before it packs: who waits for its rows is told, all rounds end, and nobody waits.
TEST(exchange_calls, XC3_where_a_rank_gives_up) {
  small_sum one;
  for (strew_exchange_call& call : one.calls) call.keeps_routes = 1;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::vector<rank_rows> all = small_sum::rows();
  some.run(all);
  some.repeat();
  strew_exchange_give_up(some.at(1));
  std::vector<std::string> told = some.run_to_the_end(all);
  EXPECT_EQ(told[0], "XC3: call: rank 1 has failed after the first rows were moved");
  EXPECT_EQ(told[1], "XC3: call: rank 1 has given up: it moves no rows");
  EXPECT_EQ(told[2], "");
  some.repeat();  // whoever gave up begins anew
  EXPECT_EQ(some.run(all).rounds, 1U);
}

TEST(exchange_calls, XC1_where_rows_are_fewer_than_positions) {
  small_sum one;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::vector<rank_rows> all = small_sum::rows();
  all[2].rows.resize(8);
  const std::vector<std::string> told = some.run_to_the_end(all);
  EXPECT_EQ(told[2], "XC1: updates: there are 2 rows for 3 positions");
  EXPECT_EQ(told[0], "XC3: call: rank 2 has failed after the first rows were moved");
}

// What another rank says is not believed: its places are judged as indices are.
TEST(exchange_calls, IX1_where_places_that_came_are_wrong) {
  small_sum one;
  ranks some(one.layout, one.calls, one.options, 4);
  ASSERT_EQ(some.begin(one.indices(), one.error), STREW_STATUS_OK) << one.error.message;
  std::int32_t table[2] = {5, 6}, updates[2] = {1, 2};
  strew_exchange_rows rows = STREW_EXCHANGE_ROWS_INIT;
  rows.table = table;
  rows.rows = updates;
  rows.table_stride = rows.row_stride = 4;
  rows.row_count = 2;
  ASSERT_EQ(strew_exchange_take(some.at(0), 0, &rows, nullptr, nullptr, &one.error), STREW_STATUS_OK);
  const std::uint32_t came[2] = {2, 7};  // a place behind the last one, and its update
  EXPECT_EQ(strew_exchange_take(some.at(0), 1, &rows, nullptr, came, &one.error), STREW_STATUS_INDEX);
  EXPECT_EQ(table[0], 5 + 2);
  EXPECT_EQ(table[1], 6);
}

TEST(layouts, say_how_many_rows_a_rank_has) {
  strew_layout layout = STREW_LAYOUT_INIT;
  layout.rows = 10;
  layout.ranks = 3;
  std::int64_t rows = 0;
  strew_error error = STREW_ERROR_INIT;
  ASSERT_EQ(strew_layout_rows(&layout, 2, &rows, &error), STREW_STATUS_OK);
  EXPECT_EQ(rows, 4);
  layout.kind = STREW_LAYOUT_CYCLES;
  layout.width = 2;
  ASSERT_EQ(strew_layout_rows(&layout, 1, &rows, &error), STREW_STATUS_OK);
  EXPECT_EQ(rows, 4);
  EXPECT_EQ(strew_layout_rows(&layout, 3, &rows, &error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(error.message, "XC1: call: rank 3 is outside [0, 2]");
}

std::string refused(const small_sum& one, std::uint64_t rank = 0) {
  strew_exchange* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_exchange_create(&one.layout, rank, &one.calls[0], &one.options, &made, &error);
  strew_exchange_destroy(made);
  return status == STREW_STATUS_OK ? "" : error.message;
}

TEST(exchange_calls, XC1_TY4) {
  small_sum one;
  EXPECT_EQ(refused(one), "");
  EXPECT_EQ(refused(one, 3), "XC1: call: rank 3 is outside [0, 2]");
  one.options.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(refused(one), "XC1: call: an exchange does not look for duplicates");
  one.options = STREW_OPTIONS_INIT;
  one.layout.ranks = 0;
  EXPECT_EQ(refused(one), "XC1: call: there are 0 ranks");
  one.layout.ranks = 3;
  const std::int64_t starts[4] = {0, 3, 2, 6};
  one.layout.starts = starts;
  EXPECT_EQ(refused(one), "XC1: call: blocks begin at 0 and end at 6, not ascending from 0 to the 6 rows");
  one.layout.kind = STREW_LAYOUT_CYCLES;
  one.layout.width = 0;
  EXPECT_EQ(refused(one), "XC1: call: the width of cycles is 0");
  one.layout.kind = STREW_LAYOUT_LOCATE;
  EXPECT_EQ(refused(one), "XC1: call: the function of the layout, or the numbers of rows, are null");
  one.layout = STREW_LAYOUT_INIT;
  one.layout.ranks = 1;
  one.calls[0].dtype = STREW_DTYPE_F32;
  one.options.reduction = STREW_REDUCTION_XOR;
  EXPECT_EQ(refused(one).substr(0, 3), "TY4");
}

}  // namespace
}  // namespace strew::testing
