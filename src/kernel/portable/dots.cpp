// Sums of products of elements of two rows: each product is rounded in the type of the accumulator, then added.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/portable/product.hpp"

namespace strew::kernel {
namespace {

template <class Value>
Value value_at(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Sums may keep any NaN until they are stored.
template <class A>
A added(A sum, A made) {
  if constexpr (can_wait_for_nan<combination::add, A>) {
    return calculate<combination::add>(sum, made);
  } else {
    return combine<combination::add>(sum, made);
  }
}

// So many pairs side by side: each sum waits for its own addition only.
template <std::size_t Pairs, class T, class W, class A>
void add_products(const row_pairs& work, std::size_t p) {
  const std::byte* left[Pairs];
  const std::byte* right[Pairs];
  A sums[Pairs];
  for (std::size_t i = 0; i < Pairs; ++i) {
    left[i] = work.left + work.left_of[p + i];
    right[i] = work.right + work.right_of[p + i];
    sums[i] = value_at<A>(work.sums + (p + i) * sizeof(A));
  }
  for (std::size_t k = 0; k < work.count; ++k) {
    for (std::size_t i = 0; i < Pairs; ++i) {
      sums[i] = added(sums[i], product<A>(value_at<T>(left[i]), value_at<W>(right[i])));
      left[i] += work.left_step;
      right[i] += work.right_step;
    }
  }
  std::memcpy(work.sums + p * sizeof(A), sums, sizeof sums);
}

template <class T, class W, class A>
void dots(const row_pairs& work) {
  constexpr std::size_t at_once = 4;
  std::size_t p = 0;
  for (; p + at_once <= work.pairs; p += at_once) add_products<at_once, T, W, A>(work, p);
  for (; p < work.pairs; ++p) add_products<1, T, W, A>(work, p);
}

// Signed and unsigned integers share the kernels.
template <class T, class Wide>
dot_kernel dots_of(accumulator kept, accumulator weights) {
  const bool has_wide_weights = weights == accumulator::wide;
  if constexpr (std::is_same_v<T, truth>) {
    return nullptr;
  } else if constexpr (is_small_real<T>) {
    if (kept == accumulator::wide) return has_wide_weights ? &dots<T, float, Wide> : &dots<T, T, Wide>;
    return has_wide_weights ? &dots<T, float, T> : &dots<T, T, T>;
  } else if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return has_wide_weights ? nullptr : &dots<U, U, U>;
  } else {
    return has_wide_weights ? nullptr : &dots<T, T, T>;
  }
}

}  // namespace

namespace portable_kernels {

dot_kernel find_dots(scalar type, accumulator kept, accumulator weights) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide) \
  case scalar::name:                      \
    return dots_of<storage, wide>(kept, weights);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
