// dots: sums of products of elements of two rows, one pair after the other, at any distances.
#include <algorithm>

#include "accumulators.hpp"

namespace strew::testing {
namespace {

template <class A, class T, class W>
A sum_of_products(A sum, const std::vector<T>& left, std::size_t at, const std::vector<W>& right, std::size_t to,
                  std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    A made;
    if constexpr (is_small<T>) {
      made = to_element<A>(
          combine_unit<combination::mul>(to_accumulator<float>(left[at + k]), to_accumulator<float>(right[to + k])));
    } else {
      made = combine_unit<combination::mul>(to_accumulator<A>(left[at + k]), to_accumulator<A>(right[to + k]));
    }
    sum = combine_unit<combination::add>(sum, made);
  }
  return sum;
}

// Every second element of a row is used, or each one; rows may be each other's.
template <class A, class T, class W>
void check_dots_of(kernel::dot_kernel dots, std::size_t pairs, random_engine& draw, record& calls) {
  const std::size_t count = 1 + draw() % 19;
  const std::size_t left_gap = draw() % 4 == 0 ? 2 : 1, right_gap = draw() % 4 == 0 ? 2 : 1;
  const std::size_t rows = std::max<std::size_t>(pairs, 1);
  const std::vector<T> left = any_values<T>(rows * count * left_gap, draw);
  const std::vector<W> right = any_values<W>(rows * count * right_gap, draw);
  std::vector<T> used_left;
  std::vector<W> used_right;
  for (std::size_t i = 0; i < left.size(); i += left_gap) used_left.push_back(left[i]);
  for (std::size_t i = 0; i < right.size(); i += right_gap) used_right.push_back(right[i]);
  std::vector<std::int64_t> left_of, right_of;
  std::vector<T> starts = any_values<T>(pairs, draw);
  std::vector<A> sums;
  for (std::size_t p = 0; p < pairs; ++p) {
    left_of.push_back(static_cast<std::int64_t>(draw() % rows));
    right_of.push_back(static_cast<std::int64_t>(draw() % rows));
    sums.push_back(to_accumulator<A>(starts[p]));
  }
  std::vector<A> expected = sums;
  for (std::size_t p = 0; p < pairs; ++p) {
    const auto at = static_cast<std::size_t>(left_of[p]) * count, to = static_cast<std::size_t>(right_of[p]) * count;
    expected[p] = sum_of_products(expected[p], used_left, at, used_right, to, count);
    left_of[p] *= static_cast<std::int64_t>(count * left_gap * sizeof(T));
    right_of[p] *= static_cast<std::int64_t>(count * right_gap * sizeof(W));
  }
  kernel::row_pairs work;
  work.left = reinterpret_cast<const std::byte*>(left.data());
  work.right = reinterpret_cast<const std::byte*>(right.data());
  work.left_of = left_of.data();
  work.right_of = right_of.data();
  work.sums = reinterpret_cast<std::byte*>(sums.data());
  work.pairs = pairs;
  work.listed = pairs;
  work.count = count;
  work.left_step = static_cast<std::ptrdiff_t>(left_gap * sizeof(T));
  work.right_step = static_cast<std::ptrdiff_t>(right_gap * sizeof(W));
  calls.called(dots)(work);
  for (std::size_t p = 0; p < pairs; ++p) {
    const T made = to_element<T>(sums[p]), right_one = to_element<T>(expected[p]);
    ASSERT_EQ(std::memcmp(&made, &right_one, sizeof made), 0) << p << " of " << pairs << ", " << count;
  }
}

template <class A, class T, class W>
void check_pairs(kernel::dot_kernel dots, record& calls) {
  random_engine draw(15);
  for (std::size_t pairs = 0; pairs <= most && is_good_so_far(); ++pairs)
    check_dots_of<A, T, W>(dots, pairs, draw, calls);
}

}  // namespace

void check_dots(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.dots, [&](kernel::dot_kernel dots, kernel::scalar type, kernel::accumulator kept,
                                kernel::accumulator weights) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(kept) + " " + name_of(weights));
    const bool is_wide = kept == kernel::accumulator::wide, has_wide = weights == kernel::accumulator::wide;
    with_scalar(type, [&]<class Scalar>() {
      using value = typename Scalar::value;
      if constexpr (std::is_same_v<value, truth>) {
        ADD_FAILURE() << "truths have no products";
      } else if constexpr (is_small<value>) {
        if (is_wide)
          has_wide ? check_pairs<float, value, float>(dots, calls) : check_pairs<float, value, value>(dots, calls);
        else
          has_wide ? check_pairs<value, value, float>(dots, calls) : check_pairs<value, value, value>(dots, calls);
      } else {
        check_pairs<value, value, value>(dots, calls);
      }
    });
  });
}

}  // namespace strew::testing
