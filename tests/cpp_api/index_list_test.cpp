// Indices in braces, and what else an index argument is made of.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "strew/strew.hpp"

namespace {

const std::vector<float> tens{0, 10, 20, 30, 40, 50};

TEST(cpp_api_index_list, is_accepted_by_every_operator) {
  std::vector<float> three(3), table = tens;
  strew::gather(tens, {0, 3, 1}, three, 0);
  EXPECT_EQ(three, (std::vector<float>{0, 30, 10}));
  strew::gather_elements(tens, {5, -1, 2}, three, 0);
  EXPECT_EQ(three, (std::vector<float>{50, 50, 20}));
  float cell = 0;
  strew::gather_nd({tens, {2, 3}}, {1, 2}, {&cell, {}});
  EXPECT_EQ(cell, 50);
  strew::scatter(table, {1, 1, 0}, strew::filled(1.0F, {3}), 0, {.reduction = strew::reduction::add});
  strew::scatter_elements(table, {5}, strew::filled(7.0F, {1}), 0);
  strew::scatter_nd({table, {2, 3}}, {0, 2}, strew::filled(9.0F, {}));
  EXPECT_EQ(table, (std::vector<float>{1, 12, 9, 30, 40, 7}));
  strew::tensor_scatter({table, {2, 3, 1}}, strew::filled(-1.0F, {2, 1, 1}), {2, 0});
  EXPECT_EQ(table, (std::vector<float>{1, 12, -1, -1, 40, 7}));
  namespace hlo = strew::stablehlo;
  std::vector<float> window(2);
  hlo::gather(tens, {3}, window, {.offset_dims = {0}, .start_index_map = {0}, .slice_sizes = {2}});
  EXPECT_EQ(window, (std::vector<float>{30, 40}));
}

TEST(cpp_api_index_list, has_the_type_of_its_integers) {
  std::vector<float> two(2);
  const strew::plan ints = strew::plan_gather(tens, {0, 0}, two, 0),
                    bytes = strew::plan_gather(tens, {std::uint8_t{0}, std::uint8_t{0}}, two, 0);
  const std::vector<int> of_int{1, 2};
  const std::vector<std::uint8_t> of_byte{3, 4};
  ints.execute({.data = tens, .indices = of_int, .output = two});
  EXPECT_EQ(two, (std::vector<float>{10, 20}));
  bytes.execute({.data = tens, .indices = of_byte, .output = two});
  EXPECT_EQ(two, (std::vector<float>{30, 40}));
  EXPECT_FALSE(ints.try_execute({.data = tens, .indices = of_byte, .output = two}));
  const auto refused = strew::try_gather(tens, {UINT64_MAX, std::uint64_t{0}}, two, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule(), "IX1");
}

TEST(cpp_api_index_list, is_copied_by_prepare) {
  std::vector<float> two(2);
  const strew::plan plan = strew::plan_gather(tens, {0, 0}, two, 0);
  const strew::plan bound = plan.bind(plan.prepare({5, 4})), zeros = plan.bind(*plan.try_prepare({0, 0}));
  bound.execute({.data = tens, .output = two});
  EXPECT_EQ(two, (std::vector<float>{50, 40}));
  zeros.execute({.data = tens, .output = two});
  EXPECT_EQ(two, (std::vector<float>{0, 0}));
  EXPECT_EQ(strew::shape_along_axis({tens, {2, 3}}, {0}, 0), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(strew::shape_nd({tens, {2, 3}}, {0}), (std::vector<std::int64_t>{3}));
}

// A type of one's own that is a view by its conversion.
struct own_indices {
  std::array<int, 2> at{2, 1};
  operator strew::const_view() const { return at; }
};

TEST(cpp_api_index_list, views_are_accepted_as_before) {
  std::vector<float> two(2);
  const std::array<int, 2> at{1, 2};
  const strew::const_view view = at;
  const std::vector<float> expected{10, 20};
  strew::gather(tens, at, two, 0);
  EXPECT_EQ(two, expected);
  strew::gather(tens, view, two, 0);
  EXPECT_EQ(two, expected);
  strew::gather(tens, std::span(at), two, 0);
  EXPECT_EQ(two, expected);
  strew::gather(tens, {at.data(), {2}, strew::element_strides{1}}, two, 0);
  EXPECT_EQ(two, expected);
  strew::gather(tens, view.permute({0}), two, 0);
  EXPECT_EQ(two, expected);
  strew::gather(tens, strew::filled(3, {2}), two, 0);
  EXPECT_EQ(two, (std::vector<float>{30, 30}));
  strew::gather(tens, own_indices(), two, 0);
  EXPECT_EQ(two, (std::vector<float>{20, 10}));
  std::vector<int> cells{1, 2};
  strew::gather(tens, strew::view(cells), two, 0);
  EXPECT_EQ(two, expected);
  std::vector<float> cache(2);
  strew::tensor_scatter({cache, {2, 1, 1}}, {tens.data() + 1, {2, 1, 1}}, std::optional<strew::const_view>());
  EXPECT_EQ(cache, expected);
}

// More than the eight dimensions that a view has room for by itself: an argument borrows them.
TEST(cpp_api_index_list, borrows_many_dimensions) {
  const std::vector<int> at{4, 2};
  const std::vector<std::int64_t> nine{1, 1, 1, 1, 1, 1, 1, 1, 2};
  const strew::const_view of_nine(at, nine);
  std::vector<float> two(2);
  strew::gather(tens, of_nine, {two, nine}, 0);
  EXPECT_EQ(two, (std::vector<float>{40, 20}));
  strew::gather(tens, of_nine.transpose().transpose(), {two, nine}, 0);
  EXPECT_EQ(two, (std::vector<float>{40, 20}));
}

template <class T>
concept can_be_listed_as_data = requires(const T& data, std::vector<float>& out) {
  strew::gather({1, 2, 3}, data, out, 0);
};
static_assert(!can_be_listed_as_data<std::vector<int>>);
static_assert(!std::is_constructible_v<strew::const_view, std::initializer_list<int>>);
static_assert(!std::is_copy_constructible_v<strew::detail::index_argument>);

}  // namespace
