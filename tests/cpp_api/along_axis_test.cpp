// gather and scatter of the C++ API.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

using integers = std::vector<std::int32_t>;
using extent_list = std::vector<std::int64_t>;

const integers six{1, 2, 3, 4, 5, 6};  // 2 by 3
const std::vector<std::int64_t> last_and_first{2, 0};

TEST(cpp_api_gather, takes_columns_rows_and_one) {
  integers output(4);
  strew::gather({six, {2, 3}}, last_and_first, {output, {2, 2}}, 1);
  EXPECT_EQ(output, (integers{3, 1, 6, 4}));
  const std::uint8_t last = 1;
  integers row(3);
  strew::gather({six, {2, 3}}, {&last, {1}}, {row, {1, 3}}, -2);
  EXPECT_EQ(row, (integers{4, 5, 6}));
  strew::gather({six, {2, 3}}, {&last, {}}, row, 0);
  EXPECT_EQ(row, (integers{4, 5, 6}));
}

TEST(cpp_api_gather, shares_batch_dims) {
  const std::vector<std::int32_t> at{0, 1, 2, -1};
  integers output(4);
  strew::gather({six, {2, 3}}, {at, {2, 2}}, {output, {2, 2}}, 1, {.batch_dims = 1});
  EXPECT_EQ(output, (integers{1, 2, 6, 6}));
}

TEST(cpp_api_gather, reports_as_exception_and_as_value) {
  const std::vector<std::int64_t> outside{0, 3};
  integers output(4, -1);
  EXPECT_THROW(strew::gather({six, {2, 3}}, outside, {output, {2, 2}}, 1), strew::index_error);
  EXPECT_EQ(strew::try_gather({six, {2, 3}}, outside, {output, {2, 2}}, 1).error().position(), 1U);
  EXPECT_EQ(output, integers(4, -1));
  EXPECT_EQ(strew::try_gather({six, {2, 3}}, last_and_first, {output, {2, 2}}, 2).error().rule(), "AX2");
  EXPECT_EQ(strew::try_gather({six, {2, 3}}, last_and_first, {output, {2, 2}}, 0, {.batch_dims = 1}).error().rule(),
            "AX3");
  EXPECT_EQ(strew::try_plan_gather({six, {2, 3}}, last_and_first, {output, {4}}, 1).error().rule(), "AX5");
}

TEST(cpp_api_scatter, writes_columns_beside_data_and_in_place) {
  const integers updates{10, 20, 30, 40};
  integers output(6, -1);
  strew::scatter({six, {2, 3}}, last_and_first, {updates, {2, 2}}, {output, {2, 3}}, 1);
  EXPECT_EQ(output, (integers{20, 2, 10, 40, 5, 30}));
  strew::scatter({output, {2, 3}}, last_and_first, {updates, {2, 2}}, -1, {.reduction = strew::reduction::add});
  EXPECT_EQ(output, (integers{40, 2, 20, 80, 5, 60}));
}

TEST(cpp_api_scatter, shares_batch_dims) {
  integers cells = six;
  const std::vector<std::int8_t> at{0, 2};
  const integers updates{10, 20};
  strew::scatter({cells, {2, 3}}, {at, {2, 1}}, {updates, {2, 1}}, 1, {.batch_dims = 1});
  EXPECT_EQ(cells, (integers{10, 2, 3, 4, 5, 20}));
}

TEST(cpp_api_scatter, reports_as_exception_and_as_value) {
  integers cells = six;
  const std::vector<std::int64_t> outside{0, -4};
  EXPECT_THROW(strew::scatter({cells, {2, 3}}, outside, {six, {2, 3}}, 1), strew::error);
  const strew::const_view updates(six.data(), {2, 2});
  EXPECT_EQ(strew::try_scatter({cells, {2, 3}}, outside, updates, 1).error().tuple(0).text(), "-4");
  EXPECT_EQ(strew::try_scatter({six, {2, 3}}, outside, updates, {cells, {2, 3}}, 1).code(), strew::status::index);
  EXPECT_EQ(cells, six);
}

TEST(cpp_api_scatter, plans_run_beside_data_and_in_place) {
  integers cells = six, output(6);
  const integers updates{10, 20, 30, 40};
  const strew::plan sum = strew::plan_scatter({cells, {2, 3}}, last_and_first, {updates, {2, 2}}, {cells, {2, 3}}, 1,
                                              {.reduction = strew::reduction::add});
  sum.execute(
      {.data = six.data(), .indices = last_and_first.data(), .updates = updates.data(), .output = output.data()});
  EXPECT_EQ(output, (integers{21, 2, 13, 44, 5, 36}));
  sum.execute(
      {.data = cells.data(), .indices = last_and_first.data(), .updates = updates.data(), .output = cells.data()});
  EXPECT_EQ(cells, output);
  integers back(4);
  const strew::plan take = strew::plan_gather({cells, {2, 3}}, last_and_first, {back, {2, 2}}, 1);
  take.execute({.data = cells.data(), .indices = last_and_first.data(), .output = back.data()});
  EXPECT_EQ(back, (integers{13, 21, 36, 44}));
}

TEST(cpp_api_scatter, shape_along_axis_says_what_updates_must_be) {
  const std::vector<float> whole(24);
  const std::vector<std::int64_t> at(30);
  EXPECT_EQ(strew::shape_along_axis({whole, {2, 3, 4}}, {at, {5, 6}}, 1), (extent_list{2, 5, 6, 4}));
  EXPECT_EQ(strew::shape_along_axis({whole, {2, 3, 4}}, {at, {2, 15}}, -1, 1), (extent_list{2, 3, 15}));
  EXPECT_EQ(strew::shape_along_axis({whole, {24}}, {at.data(), {}}, 0), extent_list{});
  EXPECT_THROW((void)strew::shape_along_axis({whole, {2, 3, 4}}, at, 3), strew::error);
}

}  // namespace
