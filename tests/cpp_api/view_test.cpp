// Every way to make a view.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <version>
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

#include "strew/strew.hpp"

namespace {

using list = std::vector<std::int64_t>;

list extents_of(const strew::const_view& made) {
  return {made.extents().begin(), made.extents().end()};
}

TEST(cpp_api_view, extents_are_integers_of_any_type) {
  std::vector<float> values(12);
  const std::size_t rows = 3, columns = values.size() / rows;
  const int three = 3;
  EXPECT_EQ(extents_of(strew::view(values, {rows, columns})), (list{3, 4}));
  EXPECT_EQ(extents_of(strew::view(values, {three, 2U, short{2}})), (list{3, 2, 2}));
  EXPECT_EQ(extents_of(strew::view(values.data(), {rows, columns})), (list{3, 4}));
  EXPECT_EQ(extents_of(strew::view(values, std::vector<std::size_t>{3, 4})), (list{3, 4}));
  EXPECT_EQ(extents_of(strew::view(values, std::array{3, 4})), (list{3, 4}));
  EXPECT_EQ(extents_of(strew::view(values, std::vector<std::uint16_t>{3, 4})), (list{3, 4}));
  const int fixed[] = {4, 3};
  EXPECT_EQ(extents_of(strew::const_view(values, fixed)), (list{4, 3}));
  EXPECT_EQ(extents_of(strew::const_view(values.data(), std::span<const long long>())), list());
  EXPECT_EQ(extents_of(strew::filled(1.0F, {rows, std::size_t{2}})), (list{3, 2}));
  EXPECT_THROW(strew::view(values, {rows, std::size_t{5}}), strew::error);
  EXPECT_THROW(strew::view(values, {SIZE_MAX}), strew::error);
}

TEST(cpp_api_view, strides_are_in_bytes_or_said_to_be_in_elements) {
  std::vector<double> values(12);
  const std::size_t rows = 3;
  EXPECT_EQ(strew::view(values.data(), {3, 4}, {8, 24}).strides(), (list{8, 24}));
  EXPECT_EQ(strew::view(values.data(), {3, 4}, std::vector<std::ptrdiff_t>{8, 24}).strides(), (list{8, 24}));
  EXPECT_EQ(strew::view(values.data(), {3, 4}, strew::element_strides{1, rows}).strides(), (list{8, 24}));
  const std::vector<int> stored{-1, 3};
  EXPECT_EQ(strew::const_view(values.data(), {3, 4}, strew::element_strides(stored)).strides(), (list{-8, 24}));
  EXPECT_THROW(strew::view(values.data(), {3, 4}, strew::element_strides{1}), strew::error);
  EXPECT_THROW(strew::view(values.data(), {2}, strew::element_strides{INT64_MAX}), strew::error);
}

TEST(cpp_api_view, copies_and_moves_keep_the_layout_at_any_rank) {
  std::vector<float> values(6);
  const std::vector<int> deep{1, 1, 1, 1, 1, 1, 1, 1, 2, 3};
  for (strew::const_view made :
       {strew::const_view(values, deep), strew::const_view(values, {2, 3}), strew::const_view(values, deep).transpose(),
        strew::const_view(values, {2, 3}).transpose()}) {
    const list extents = extents_of(made), strides = made.strides();
    strew::const_view copy = made, moved = std::move(made), assigned(values);
    assigned = copy;
    EXPECT_EQ(extents_of(copy), extents);
    EXPECT_EQ(extents_of(moved), extents);
    EXPECT_EQ(extents_of(assigned), extents);
    copy = std::move(assigned);
    EXPECT_EQ(copy.strides(), strides);
    EXPECT_EQ(moved.strides(), strides);
    EXPECT_EQ(moved.data(), values.data());
  }
}

TEST(cpp_api_view, a_view_of_nothing_is_no_operand) {
  EXPECT_TRUE(strew::const_view().is_none());
  std::vector<float> output(1);
  const std::vector<std::int64_t> at{0};
  EXPECT_EQ(strew::try_gather(strew::const_view(), at, output, 0).error().rule(), "PT1");
}

// The members of std::mdspan that a view uses.
template <class T>
struct strided_span {
  using index_type = int;
  using reference = T&;
  T* first;
  std::array<int, 2> counts, steps;
  T* data_handle() const { return first; }
  static constexpr std::size_t rank() { return 2; }
  int extent(std::size_t r) const { return counts[r]; }
  int stride(std::size_t r) const { return steps[r]; }
  static constexpr bool is_always_strided() { return true; }
};

TEST(cpp_api_view, what_has_the_members_of_an_mdspan_is_viewed) {
  std::vector<float> table{1, 2, 3, 4, 5, 6}, output(4);
  const std::vector<std::int64_t> at{2, 0};
  const strided_span<const float> columns{table.data(), {3, 2}, {1, 3}};
  EXPECT_EQ(strew::const_view(columns).strides(), (list{4, 12}));
  strew::gather(columns, at, strided_span<float>{output.data(), {2, 2}, {2, 1}}, 0);
  EXPECT_EQ(output, (std::vector<float>{3, 6, 1, 4}));
  static_assert(!std::constructible_from<strew::view, strided_span<const float>>);
}

// One element: no strides.
struct scalar_span {
  using reference = float&;
  float* first;
  float* data_handle() const { return first; }
  static constexpr std::size_t rank() { return 0; }
};

TEST(cpp_api_view, an_mdspan_of_rank_0_is_one_element) {
  float cell = 1;
  const strew::view one(scalar_span{&cell});
  EXPECT_EQ(one.rank(), 0U);
  EXPECT_EQ(one.data(), &cell);
  EXPECT_TRUE(one.strides().empty());
}

// What an accessor returns instead of an element.
struct negated_span : strided_span<float> {
  using reference = float;
};
static_assert(!std::constructible_from<strew::view, negated_span>);
static_assert(!std::constructible_from<strew::const_view, negated_span>);

TEST(cpp_api_view, an_assignment_to_itself_changes_nothing) {
  float cell = 1;
  for (const std::size_t rank : {2U, 9U}) {
    strew::view one(&cell, std::vector<int>(rank, 1));
    strew::view& same = one;
    one = std::move(same);
    EXPECT_EQ(one.data(), &cell);
    EXPECT_EQ(one.strides(), list(rank, 4));
    EXPECT_EQ(one.extents().size(), rank);
  }
}

#ifdef __cpp_lib_mdspan
TEST(cpp_api_view, an_mdspan_is_viewed_with_its_layout) {
  std::vector<float> table{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(strew::view(std::mdspan(table.data(), 3, 2)).strides(), (list{8, 4}));
  using plane = std::dextents<std::size_t, 2>;
  EXPECT_EQ(strew::view(std::mdspan<float, plane, std::layout_left>(table.data(), 3, 2)).strides(), (list{4, 12}));
  const std::layout_stride::mapping<plane> every_other(plane(3, 1), std::array<std::size_t, 2>{2, 1});
  EXPECT_EQ(strew::view(std::mdspan<float, plane, std::layout_stride>(table.data(), every_other)).strides(),
            (list{8, 4}));
}
#endif

}  // namespace
