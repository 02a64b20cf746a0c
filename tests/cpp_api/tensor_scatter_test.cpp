// tensor_scatter of the C++ API.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/strew.hpp"

namespace {

using integers = std::vector<std::int32_t>;
using indices = std::vector<std::int64_t>;

const integers rows_to_put{1, 2, 3, 4};  // two rows of one element for each of two batch entries

TEST(cpp_api_tensor_scatter, appends_at_a_place_for_each_batch_entry) {
  const indices at{2, 1};
  integers output(8, -1);
  strew::tensor_scatter(strew::filled(0, {2, 4, 1}), {rows_to_put, {2, 2, 1}}, at, {output, {2, 4, 1}});
  EXPECT_EQ(output, (integers{0, 0, 1, 2, 0, 3, 4, 0}));
}

TEST(cpp_api_tensor_scatter, goes_round_in_circular_mode) {
  const indices at{3, 0};
  integers cache(8, 0);
  strew::tensor_scatter({cache, {2, 4}}, {rows_to_put, {2, 2}}, at, {.axis = 1, .mode = strew::cache_mode::circular});
  EXPECT_EQ(cache, (integers{2, 0, 0, 1, 3, 4, 0, 0}));
}

TEST(cpp_api_tensor_scatter, begins_at_0_without_write_indices) {
  integers cache(8, 0), output(8, -1);
  strew::tensor_scatter({cache, {2, 4}}, {rows_to_put, {2, 2}}, std::nullopt, {output, {2, 4}}, {.axis = -1});
  EXPECT_EQ(output, (integers{1, 2, 0, 0, 3, 4, 0, 0}));
  strew::tensor_scatter({cache, {2, 4}}, {rows_to_put, {2, 2}}, std::nullopt, {.axis = -1});
  EXPECT_EQ(cache, output);
}

TEST(cpp_api_tensor_scatter, refuses_what_does_not_fit) {
  const indices late{3, 0}, negative{0, -1};
  integers cache(8, 7);
  const strew::view target(cache, {2, 4});
  const strew::const_view rows(rows_to_put, {2, 2});
  EXPECT_THROW(strew::tensor_scatter(target, rows, late, {.axis = 1}), strew::index_error);
  const auto outcome =
      strew::try_tensor_scatter(target, rows, negative, {.axis = 1, .mode = strew::cache_mode::circular});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.code(), strew::status::index);
  EXPECT_EQ(outcome.error().position(), 1U);
  EXPECT_EQ(strew::try_tensor_scatter(target, rows, late).error().rule(), "TS3");  // -2 is the batch here
  EXPECT_EQ(strew::try_tensor_scatter(target, rows, rows_to_put, target, {.axis = 1}).error().rule(), "TS6");
  EXPECT_EQ(strew::try_tensor_scatter(target, rows, late, {1, static_cast<strew::cache_mode>(2)}).error().rule(),
            "TS7");
  EXPECT_EQ(cache, integers(8, 7));
}

TEST(cpp_api_tensor_scatter, plans_run_with_and_without_write_indices) {
  const indices at{2, 1};
  integers cache(8, 0);
  const strew::plan append =
      strew::plan_tensor_scatter({cache, {2, 4}}, {rows_to_put, {2, 2}}, at, {cache, {2, 4}}, {.axis = 1});
  append.execute({.data = cache.data(), .indices = at.data(), .updates = rows_to_put.data(), .output = cache.data()});
  EXPECT_EQ(cache, (integers{0, 0, 1, 2, 0, 3, 4, 0}));
  const strew::plan begin =
      strew::plan_tensor_scatter({cache, {2, 4}}, {rows_to_put, {2, 2}}, std::nullopt, {cache, {2, 4}}, {.axis = 1});
  begin.execute({.data = cache.data(), .updates = rows_to_put.data(), .output = cache.data()});
  EXPECT_EQ(cache, (integers{1, 2, 1, 2, 3, 4, 4, 0}));
  EXPECT_FALSE(append == begin);
  EXPECT_EQ(strew::try_plan_tensor_scatter({cache, {8}}, rows_to_put, at, {cache, {8}}).error().rule(), "TS1");
}

}  // namespace
