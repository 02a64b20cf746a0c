// Sums of products of the elements of two rows that lie side by side, a lane for each pair of rows: products are
// transposed, so that each lane adds those of its pair one after the other.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/portable/product.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/dots.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

template <class T>
using sum_of = std::conditional_t<is_small_real<T>, float, T>;
// Pairs at once: vectors of at most two blocks of 16 bytes.
template <class A>
using sum_tag = hn::CappedTag<A, 32 / sizeof(A)>;
// Elements of a row in one block.
template <class A>
using block_tag = hn::CappedTag<A, 16 / sizeof(A)>;
template <class A>
constexpr std::size_t block_lanes = 16 / sizeof(A);

// Elements of a block, in the type of the sum.
template <class T, class A>
HWY_INLINE hn::VFromD<block_tag<A>> elements_at(const std::byte* at) {
  const block_tag<A> d;
  if constexpr (is_small_real<T>) {
    return widened(d, T{}, load(hn::Rebind<std::uint16_t, block_tag<A>>(), at));
  } else {
    return load(d, at);
  }
}

// A block of products of pair `p`, and where vectors have two blocks, of the pair that is so many lanes further.
template <class T, class W, class A>
HWY_INLINE hn::VFromD<sum_tag<A>> products_at(const std::byte* const* left, const std::byte* const* right,
                                              std::size_t p, std::size_t k) {
  const sum_tag<A> d;
  const auto low = hn::Mul(elements_at<T, A>(left[p] + k * sizeof(T)), elements_at<W, A>(right[p] + k * sizeof(W)));
  if constexpr (lanes_of<sum_tag<A>> == block_lanes<A>) {
    return low;
  } else {
    const std::size_t q = p + block_lanes<A>;
    const auto high = hn::Mul(elements_at<T, A>(left[q] + k * sizeof(T)), elements_at<W, A>(right[q] + k * sizeof(W)));
    return hn::Combine(d, high, low);
  }
}

// Adds products k, k + 1, ... of a block to the sums, in this order.
template <class T, class W, class A>
HWY_INLINE hn::VFromD<sum_tag<A>> added_block(const std::byte* const* left, const std::byte* const* right,
                                              std::size_t k, hn::VFromD<sum_tag<A>> sums) {
  const sum_tag<A> d;
  const auto first = products_at<T, W, A>(left, right, 0, k), second = products_at<T, W, A>(left, right, 1, k);
  if constexpr (sizeof(A) == sizeof(double)) {
    sums = hn::Add(sums, hn::InterleaveLower(d, first, second));
    return hn::Add(sums, hn::InterleaveUpper(d, first, second));
  } else {
    const hn::Repartition<std::uint64_t, sum_tag<A>> both;
    const auto third = products_at<T, W, A>(left, right, 2, k), fourth = products_at<T, W, A>(left, right, 3, k);
    const auto low = hn::BitCast(both, hn::InterleaveLower(d, first, second));
    const auto low_after = hn::BitCast(both, hn::InterleaveLower(d, third, fourth));
    const auto high = hn::BitCast(both, hn::InterleaveUpper(d, first, second));
    const auto high_after = hn::BitCast(both, hn::InterleaveUpper(d, third, fourth));
    sums = hn::Add(sums, hn::BitCast(d, hn::InterleaveLower(both, low, low_after)));
    sums = hn::Add(sums, hn::BitCast(d, hn::InterleaveUpper(both, low, low_after)));
    sums = hn::Add(sums, hn::BitCast(d, hn::InterleaveLower(both, high, high_after)));
    return hn::Add(sums, hn::BitCast(d, hn::InterleaveUpper(both, high, high_after)));
  }
}

// One element of each pair.
template <class T, class A, std::size_t Pairs>
HWY_INLINE hn::VFromD<sum_tag<A>> column_at(const std::byte* const* rows, std::size_t k) {
  A values[Pairs];
  for (std::size_t p = 0; p < Pairs; ++p) {
    T one;
    std::memcpy(&one, rows[p] + k * sizeof(T), sizeof one);
    values[p] = to_accumulator<A>(one);
  }
  return hn::LoadU(sum_tag<A>(), values);
}

template <class T, class W, class A>
HWY_INLINE void add_pairs(const row_pairs& work, std::size_t first) {
  const sum_tag<A> d;
  constexpr std::size_t pairs = lanes_of<sum_tag<A>>;
  const std::byte* left[pairs];
  const std::byte* right[pairs];
  for (std::size_t p = 0; p < pairs; ++p) {
    left[p] = work.left + work.left_of[first + p];
    right[p] = work.right + work.right_of[first + p];
  }
  auto sums = load(d, work.sums + first * sizeof(A));
  std::size_t k = 0;
  for (; k + block_lanes<A> <= work.count; k += block_lanes<A>) sums = added_block<T, W, A>(left, right, k, sums);
  for (; k < work.count; ++k)
    sums = hn::Add(sums, hn::Mul(column_at<T, A, pairs>(left, k), column_at<W, A, pairs>(right, k)));
  store(d, sums, work.sums + first * sizeof(A));
}

template <class T, class W>
constexpr accumulator weights_of = std::is_same_v<T, W> ? accumulator::native : accumulator::wide;

// Pairs that fill no vector, and rows with gaps, are left to the portable kernel.
template <class T, class W>
void dots(const row_pairs& work) {
  using A = sum_of<T>;
  constexpr std::size_t at_once = lanes_of<sum_tag<A>>;
  row_pairs rest = work;
  const bool is_side_by_side = work.left_step == static_cast<std::ptrdiff_t>(sizeof(T)) &&
                               work.right_step == static_cast<std::ptrdiff_t>(sizeof(W));
  std::size_t p = 0;
  if (is_side_by_side) {
    const std::size_t bytes = work.count * sizeof(T);
    const std::size_t ahead = pairs_ahead(bytes);
    for (; p + at_once <= work.pairs; p += at_once) {
      for (std::size_t i = p + ahead; ahead != 0 && i < work.listed && i < p + ahead + at_once; ++i) {
        prefetch(work.left + work.left_of[i], bytes);
        prefetch(work.right + work.right_of[i], work.count * sizeof(W));
      }
      add_pairs<T, W, A>(work, p);
    }
  }
  if (p == work.pairs) return;
  rest.left_of += p;
  rest.right_of += p;
  rest.sums += p * sizeof(A);
  rest.pairs -= p;
  portable_kernels::find_dots(scalar_of<T>(), accumulator::wide, weights_of<T, W>)(rest);
}

template <class T>
void set_dots_of(kernel_set& kernels) {
  constexpr scalar type = scalar_of<T>();
  kernels.dots(type, accumulator::wide, accumulator::native) = &dots<T, T>;
  if constexpr (is_small_real<T>)
    kernels.dots(type, accumulator::wide, accumulator::wide) = &dots<T, float>;
  else
    kernels.dots(type, accumulator::native, accumulator::native) = &dots<T, T>;
}

}  // namespace

void set_dots(kernel_set& kernels) {
  set_dots_of<half>(kernels);
  set_dots_of<brain>(kernels);
  set_dots_of<float>(kernels);
  set_dots_of<double>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
