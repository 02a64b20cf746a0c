// Updates multiplied by weights before they are combined: the product is rounded in the type of the accumulator, the
// combination is a second rounding.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/product.hpp"

namespace strew::kernel {
namespace {

// Products may take the place of updates, each of its own at the earliest.
template <class P, class T, class W>
void weigh_alike(const std::byte* updates, std::size_t count, W weight, std::byte* products) {
  for (std::size_t i = 0; i < count; ++i) {
    const P made = product<P>(read<T>(updates + i * sizeof(T)), weight);
    std::memcpy(products + i * sizeof(P), &made, sizeof made);
  }
}

template <class P, class T, class W>
void weigh_each(const std::byte* updates, std::size_t count, const std::byte* weights, std::ptrdiff_t step,
                std::byte* products) {
  for (std::size_t i = 0; i < count; ++i, weights += step) {
    const P made = product<P>(read<T>(updates + i * sizeof(T)), read<W>(weights));
    std::memcpy(products + i * sizeof(P), &made, sizeof made);
  }
}

template <class P, class T, class W>
void weigh(const weighing& work) {
  const std::size_t count = work.count;
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    const std::size_t place = work.places == nullptr ? p : work.places[p];
    const std::byte* const weights =
        work.weights +
        (work.weight_of != nullptr ? work.weight_of[place] : static_cast<std::ptrdiff_t>(place) * work.weight_stride);
    const std::byte* const updates = work.updates + p * count * sizeof(T);
    std::byte* const products = work.products + p * count * sizeof(P);
    work.weight_step == 0 ? weigh_alike<P, T, W>(updates, count, read<W>(weights), products)
                          : weigh_each<P, T, W>(updates, count, weights, work.weight_step, products);
  }
}

// Records of values and positions; without weights of the updates as they are.
template <class A, class T, class W>
void place(const weighing& work) {
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    const auto number = static_cast<std::int64_t>(work.places == nullptr ? p : work.places[p]);
    placed_value<A> made;
    made.position = work.position + number * work.position_stride;
    for (std::size_t i = 0; i < work.count; ++i) {
      const std::size_t unit = p * work.count + i;
      const T update = read<T>(work.updates + unit * sizeof(T));
      if constexpr (std::is_same_v<W, void>) {
        made.value = to_accumulator<A>(update);
      } else {
        const std::ptrdiff_t weight = number * work.weight_stride + static_cast<std::ptrdiff_t>(i) * work.weight_step;
        made.value = product<A>(update, read<W>(work.weights + weight));
      }
      std::memcpy(work.products + unit * sizeof made, &made, sizeof made);
    }
  }
}

template <class A, class T>
void place_any(const weighing& work) {
  if constexpr (!std::is_same_v<T, truth>) {
    if (work.weights != nullptr) return place<A, T, T>(work);
  }
  place<A, T, void>(work);
}

template <class A, class T>
void place_with_float(const weighing& work) {
  work.weights != nullptr ? place<A, T, float>(work) : place<A, T, void>(work);
}

template <class T, class Wide>
weigh_kernel place_of(accumulator kept, accumulator weights) {
  if constexpr (is_complex<T>) {
    return nullptr;
  } else if constexpr (is_small_real<T>) {
    if (weights == accumulator::wide)
      return kept == accumulator::wide ? &place_with_float<Wide, T> : &place_with_float<T, T>;
    return kept == accumulator::wide ? &place_any<Wide, T> : &place_any<T, T>;
  } else {
    return weights == accumulator::wide ? nullptr : &place_any<T, T>;
  }
}

template <class P, class T>
weigh_kernel weigh_with(bool has_wide_weights) {
  if constexpr (is_small_real<T>) return has_wide_weights ? &weigh<P, T, float> : &weigh<P, T, T>;
  return has_wide_weights ? nullptr : &weigh<P, T, T>;
}

// Without a mean integers have products of their own type.
template <class T, class Wide>
weigh_kernel weigh_of(outcome made, accumulator kept, accumulator weights) {
  const bool has_wide_weights = weights == accumulator::wide;
  if (made == outcome::position) return place_of<T, Wide>(kept, weights);
  if constexpr (std::is_same_v<T, truth>) {
    return nullptr;
  } else {
    const bool is_wide = kept == accumulator::wide && (made == outcome::mean || is_small_real<T>);
    return is_wide ? weigh_with<Wide, T>(has_wide_weights) : weigh_with<T, T>(has_wide_weights);
  }
}

}  // namespace

namespace portable_kernels {

weigh_kernel find_weigh(scalar type, outcome made, accumulator kept, accumulator weights) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide) \
  case scalar::name:                      \
    return weigh_of<storage, wide>(made, kept, weights);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
