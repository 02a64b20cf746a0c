// Calls at a site: the plan of the last one is found, that of another one is not; outputs that are made; threads.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "call.hpp"

namespace strew::testing {
namespace {

using ints = std::vector<std::int32_t>;
using sizes = std::vector<std::int64_t>;

// Rows of a table of 4 x 3 cells, into an output that is given or made.
struct site_gather {
  strew_site site = STREW_SITE_INIT;
  ints table = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  sizes rows = {2, 0};
  ints result = ints(6, -1), made;
  sizes table_extents = {4, 3}, rows_extents = {2}, result_extents = {2, 3}, made_extents;
  strew_operator op = STREW_OPERATOR_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;
  bool has_memory = true;
  int makes = 0;

  site_gather() { op.kind = STREW_OPERATOR_GATHER; }
  site_gather(const site_gather&) = delete;
  site_gather& operator=(const site_gather&) = delete;
  ~site_gather() { strew_site_clear(&site); }

  template <class T>
  static strew_tensor view(std::vector<T>& of, strew_dtype type, const sizes& extents) {
    strew_tensor t = STREW_TENSOR_INIT;
    t.data = of.data(), t.dtype = type, t.rank = extents.size(), t.extents = extents.data();
    return t;
  }
  static void* make(void* self, const std::int64_t* extents, std::uint64_t rank) {
    auto& of = *static_cast<site_gather*>(self);
    ++of.makes;
    of.made_extents.assign(extents, extents + rank);
    std::size_t count = of.has_memory ? 1 : 0;
    for (const std::int64_t extent : of.made_extents) count *= static_cast<std::size_t>(extent);
    of.made.assign(count, -1);
    return of.has_memory ? of.made.data() : nullptr;
  }
  strew_status run(bool is_made = false) {
    const strew_tensor d = view(table, STREW_DTYPE_I32, table_extents), i = view(rows, STREW_DTYPE_I64, rows_extents),
                       o = view(result, STREW_DTYPE_I32, result_extents);
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.indices = &i;
    if (is_made)
      all.context = this, all.make_output = &make;
    else
      all.output = &o;
    return strew_run_at(&site, &op, &all, &options, nullptr, &error);
  }
};

constexpr int times = 4;  // the site has a plan from the second one on

TEST(site, calls_that_come_again_give_the_same) {
  for (const std::uint64_t is_private : {0U, 1U}) {
    site_gather call;
    call.site.is_private = is_private;
    for (int n = 0; n < times; ++n) {
      call.result.assign(6, -1);
      ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
      ASSERT_EQ(call.result, (ints{6, 7, 8, 0, 1, 2})) << n;
    }
    EXPECT_NE(call.site.remembered, nullptr);
  }
}

TEST(site, two_calls_in_turns_are_both_right) {
  site_gather call;
  for (int n = 0; n < 4 * times; ++n) {
    const bool is_column = n % 2 == 1 || n > 2 * times;
    call.op.axis = is_column ? 1 : 0;
    call.result_extents = is_column ? sizes{4, 2} : sizes{2, 3};
    call.result.assign(is_column ? 8 : 6, -1);
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    ASSERT_EQ(call.result, is_column ? (ints{2, 0, 5, 3, 8, 6, 11, 9}) : (ints{6, 7, 8, 0, 1, 2})) << n;
  }
}

TEST(site, makes_the_output_with_its_extents) {
  site_gather call;
  for (int n = 0; n < times; ++n) {
    ASSERT_EQ(call.run(true), STREW_STATUS_OK) << call.error.message;
    EXPECT_EQ(call.made, (ints{6, 7, 8, 0, 1, 2}));
    EXPECT_EQ(call.made_extents, (sizes{2, 3}));
    EXPECT_EQ(call.makes, n + 1);
  }
  call.rows_extents = {1, 1};
  ASSERT_EQ(call.run(true), STREW_STATUS_OK);
  EXPECT_EQ(call.made_extents, (sizes{1, 1, 3}));
}

TEST(site, makes_the_output_of_every_operator) {
  const struct {
    std::int32_t kind;
    sizes rows, rows_extents, extents;
    ints updates, expected;
    sizes updates_extents;
  } all[] = {
      {STREW_OPERATOR_GATHER_ELEMENTS, {1, 0, 3}, {1, 3}, {1, 3}, {}, {3, 1, 11}, {}},
      {STREW_OPERATOR_GATHER_ND, {1, 2}, {1, 2}, {1}, {}, {5}, {}},
      {STREW_OPERATOR_SCATTER, {3}, {1}, {4, 3}, {-1, -2, -3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3}, {1, 3}},
      {STREW_OPERATOR_SCATTER_ELEMENTS, {0}, {1, 1}, {4, 3}, {-1}, {-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {1, 1}},
      {STREW_OPERATOR_SCATTER_ND, {0, 1}, {1, 2}, {4, 3}, {-1}, {0, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {1}},
  };
  for (const auto& one : all) {
    site_gather call;
    call.op.kind = one.kind;
    call.rows = one.rows;
    const strew_tensor d = site_gather::view(call.table, STREW_DTYPE_I32, call.table_extents),
                       i = site_gather::view(call.rows, STREW_DTYPE_I64, one.rows_extents);
    ints updates = one.updates;
    const strew_tensor u = site_gather::view(updates, STREW_DTYPE_I32, one.updates_extents);
    strew_operands given = STREW_OPERANDS_INIT;
    given.data = &d, given.indices = &i, given.updates = updates.empty() ? nullptr : &u;
    given.context = &call, given.make_output = &site_gather::make;
    for (int n = 0; n < times; ++n) {
      ASSERT_EQ(strew_run_at(&call.site, &call.op, &given, nullptr, nullptr, &call.error), STREW_STATUS_OK)
          << call.error.message;
      EXPECT_EQ(call.made, one.expected) << one.kind;
      EXPECT_EQ(call.made_extents, one.extents) << one.kind;
    }
  }
}

TEST(site, no_memory_for_the_output_is_an_error) {
  site_gather call;
  call.has_memory = false;
  for (int n = 0; n < times; ++n) {
    EXPECT_EQ(call.run(true), STREW_STATUS_MEMORY);
    EXPECT_STREQ(call.error.message, "MM1: output: make_output returned no memory for it");
  }
  call.rows_extents = {0};
  EXPECT_EQ(call.run(true), STREW_STATUS_OK) << call.error.message;  // it has no elements
}

TEST(site, no_output_is_made_of_a_wrong_call) {
  site_gather call;
  const auto expect = [&](strew_status status, const char* rule) {
    EXPECT_EQ(call.run(true), status) << rule;
    EXPECT_STREQ(call.error.rule, rule) << call.error.message;
    EXPECT_EQ(call.makes, 0) << rule;
  };
  call.op.axis = 2;
  expect(STREW_STATUS_SHAPE, "AX2");
  call.options.reduction = 99;  // an earlier rule than that of the axis
  expect(STREW_STATUS_ATTRIBUTE, "AT1");
  call.options.reduction = 0;
  call.op.axis = 0;
  call.op.kind = STREW_OPERATOR_GATHER_ELEMENTS;
  expect(STREW_STATUS_SHAPE, "EL1");
  call.op.kind = STREW_OPERATOR_SCATTER;
  expect(STREW_STATUS_POINTER, "PT1");
}

TEST(site, wrong_structs_are_found_after_right_ones) {
  site_gather call;
  for (int n = 0; n < times; ++n) ASSERT_EQ(call.run(), STREW_STATUS_OK);
  const auto expect = [&](auto& field, auto value, const char* rule) {
    const auto before = field;
    field = value;
    EXPECT_EQ(call.run(), STREW_STATUS_POINTER) << rule;
    EXPECT_STREQ(call.error.rule, rule) << call.error.message;
    field = before;
    EXPECT_EQ(call.run(), STREW_STATUS_OK);
  };
  expect(call.options.version, 2U, "PT2");
  expect(call.op.struct_size, 1U, "PT2");
  expect(call.op.mode, 1, "PT5");
  expect(call.site.version, 0U, "PT2");
}

TEST(site, an_index_outside_is_found_each_time) {
  site_gather call;
  for (int n = 0; n < times; ++n) ASSERT_EQ(call.run(), STREW_STATUS_OK);
  call.rows[1] = 4;
  call.result.assign(6, -1);
  EXPECT_EQ(call.run(), STREW_STATUS_INDEX);
  EXPECT_EQ(call.error.position, 1U);
  EXPECT_EQ(call.result, ints(6, -1));
}

TEST(site, other_fill_values_are_other_calls) {
  site_gather call;
  call.rows = {9, 0};
  call.options.out_of_bounds = STREW_OOB_FILL;
  call.options.fill_bytes = sizeof(std::int32_t);
  for (std::int32_t n = 0; n < 2 * times; ++n) {
    const std::int32_t fill = n / times;
    call.options.fill_value = &fill;
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    EXPECT_EQ(call.result, (ints{fill, fill, fill, 0, 1, 2}));
  }
}

TEST(site, forgets_what_is_cleared) {
  site_gather call;
  strew_site_clear(&call.site);
  strew_site_clear(nullptr);
  for (int n = 0; n < times; ++n) ASSERT_EQ(call.run(), STREW_STATUS_OK);
  EXPECT_NE(call.site.remembered, nullptr);
  strew_site_clear(&call.site);
  EXPECT_EQ(call.site.remembered, nullptr);
  EXPECT_EQ(call.run(), STREW_STATUS_OK);
}

TEST(site, an_output_is_given_or_made) {
  site_gather call;
  const strew_tensor d = site_gather::view(call.table, STREW_DTYPE_I32, call.table_extents);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = all.indices = all.output = &d;
  all.make_output = &site_gather::make;
  EXPECT_EQ(strew_run_at(&call.site, &call.op, &all, nullptr, nullptr, &call.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(call.error.message, "PT1: output: it is given, and make_output too");
  EXPECT_EQ(strew_run_at(nullptr, &call.op, &all, nullptr, nullptr, &call.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(call.error.rule, "PT1");
  EXPECT_EQ(strew_run_at(&call.site, &call.op, nullptr, nullptr, nullptr, &call.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(call.error.rule, "PT1");
}

TEST(site, threads_that_call_at_one_are_right) {
  strew_site here = STREW_SITE_INIT;
  std::array<bool, 4> was_right = {};
  std::vector<std::thread> all;
  for (std::size_t t = 0; t < was_right.size(); ++t) {
    all.emplace_back([&, t] {
      std::vector<float> table(12), result(6);
      for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<float>(i);
      std::vector<std::int64_t> rows = {1};
      bool right = true;
      for (std::int64_t n = 0; n < 3000; ++n) {
        const bool is_wide = n % (3 + static_cast<std::int64_t>(t)) == 0;
        const sizes extents = is_wide ? sizes{2, 6} : sizes{4, 3}, one = {1}, row = {1, extents[1]};
        const strew_tensor d = site_gather::view(table, STREW_DTYPE_F32, extents),
                           i = site_gather::view(rows, STREW_DTYPE_I64, one),
                           o = site_gather::view(result, STREW_DTYPE_F32, row);
        strew_operator op = STREW_OPERATOR_INIT;
        op.kind = STREW_OPERATOR_GATHER;
        strew_operands given = STREW_OPERANDS_INIT;
        given.data = &d, given.indices = &i, given.output = &o;
        right = right && strew_run_at(&here, &op, &given, nullptr, nullptr, nullptr) == STREW_STATUS_OK &&
                result[0] == static_cast<float>(extents[1]);
      }
      was_right[t] = right;
    });
  }
  for (std::thread& one : all) one.join();
  strew_site_clear(&here);
  for (const bool right : was_right) EXPECT_TRUE(right);
}

}  // namespace
}  // namespace strew::testing
