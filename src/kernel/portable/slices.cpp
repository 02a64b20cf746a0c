// Accumulators of whole slices, side by side and without counts: loaded from elements, combined with updates, stored.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/portable/product.hpp"

namespace strew::kernel {
namespace {

template <class Value>
inline Value value_at(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Calls visit(accumulator, unit) for the units of one slice. No accumulator is a unit, so that the compiler can
// vectorise the loop.
template <class T, class A, class Visit>
inline void for_each_in_row(std::byte* __restrict accumulators, std::byte* __restrict units, std::size_t count,
                            std::ptrdiff_t step, const Visit& visit) {
  if (step == static_cast<std::ptrdiff_t>(sizeof(T))) {
    for (std::size_t i = 0; i < count; ++i) visit(accumulators + i * sizeof(A), units + i * sizeof(T));
    return;
  }
  for (std::size_t i = 0; i < count; ++i, units += step) visit(accumulators + i * sizeof(A), units);
}

// Calls visit(accumulator, unit, slice) for the units of all slices.
template <class T, class A, class Visit>
inline void for_each_slice_unit(const slice_block& work, const Visit& visit) {
  const std::size_t count = work.count;
  for_each_slice(work, sizeof(T), [&](std::byte* accumulators, std::byte* units, std::size_t s) {
    if (count == 1) return visit(accumulators, units, s);
    for_each_in_row<T, A>(accumulators, units, count, work.step,
                          [&](std::byte* accumulator, std::byte* unit) { visit(accumulator, unit, s); });
  });
}

template <class T, class A>
void load_slices(const slice_block& work) {
  for_each_slice_unit<T, A>(work, [](std::byte* accumulator, const std::byte* unit, std::size_t) {
    const A made = to_accumulator<A>(value_at<T>(unit));
    std::memcpy(accumulator, &made, sizeof made);
  });
}

// Sums and products may keep any NaN until they are stored.
template <class T, class A, combination How>
void accumulate_slices(const slice_block& work) {
  for_each_slice_unit<T, A>(work, [](std::byte* accumulator, const std::byte* unit, std::size_t) {
    const A old = value_at<A>(accumulator);
    const A update = to_accumulator<A>(value_at<T>(unit));
    A made;
    if constexpr (can_wait_for_nan<How, A>) {
      made = calculate<How>(old, update);
    } else {
      made = combine<How>(old, update);
    }
    std::memcpy(accumulator, &made, sizeof made);
  });
}

// A product that has a slice to itself begins an accumulator; others are combined with it.
template <class T, class A, class W, combination How, bool IsFirst>
void take_products(const slice_block& work) {
  for_each_slice(work, sizeof(T), [&](std::byte* accumulators, const std::byte* units, std::size_t s) {
    const std::byte* weights = work.weights + work.weight_of[s];
    for (std::size_t i = 0; i < work.count; ++i, units += work.step, weights += work.weight_step) {
      std::byte* const accumulator = accumulators + i * sizeof(A);
      A made = product<A>(value_at<T>(units), value_at<W>(weights));
      if constexpr (!IsFirst && can_wait_for_nan<How, A>) {
        made = calculate<How>(value_at<A>(accumulator), made);
      } else if constexpr (!IsFirst) {
        made = combine<How>(value_at<A>(accumulator), made);
      }
      std::memcpy(accumulator, &made, sizeof made);
    }
  });
}

template <class T, class A, bool IsMean>
void store_slices(const slice_block& work) {
  for_each_slice_unit<T, A>(work, [&](const std::byte* accumulator, std::byte* unit, std::size_t s) {
    const A made = value_at<A>(accumulator);
    T stored;
    if constexpr (IsMean) {
      stored = mean_of<T>(made, work.divisors[s]);
    } else if constexpr (std::is_same_v<T, truth>) {
      stored = truth_of(made.byte != 0);
    } else {
      stored = to_element<T>(made);
    }
    std::memcpy(unit, &stored, sizeof stored);
  });
}

template <class T, combination How>
constexpr bool takes_weights = !std::is_same_v<T, truth> && How != combination::bit_and && How != combination::bit_or &&
                               How != combination::bit_xor;

template <class T, class A, combination How, bool IsMean>
slice_kernels slices_with() {
  if constexpr (!knows<A>(How) || (IsMean && (is_complex<T> || std::is_same_v<T, truth>))) {
    return {};
  } else {
    return {sizeof(A), &load_slices<T, A>, &accumulate_slices<T, A, How>, &store_slices<T, A, IsMean>};
  }
}

template <class T, class A, combination How, bool IsMean>
struct slices_made {
  using made = slice_kernels;
  static made with(accumulator) { return slices_with<T, A, How, IsMean>(); }
};

template <class T, class A, combination How, bool IsMean>
struct products_made {
  using made = product_kernels;
  template <class W>
  static made of() {
    return {&take_products<T, A, W, How, true>, &take_products<T, A, W, How, false>};
  }
  static made with(accumulator weights) {
    if constexpr (!knows<A>(How) || !takes_weights<T, How> || (IsMean && is_complex<T>)) {
      return {};
    } else if constexpr (is_small_real<T>) {
      return weights == accumulator::wide ? of<float>() : of<T>();
    } else {
      return weights == accumulator::wide ? made() : of<T>();
    }
  }
};

// Signed and unsigned integers share the kernels of every combination but min, max and the mean.
template <template <class, class, combination, bool> class Made, class T, class Wide, combination How>
auto find_of(bool wide, accumulator weights) {
  if constexpr (is_small_real<T>) {
    if (wide) return Made<T, Wide, How, false>::with(weights);
  }
  if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    using U = std::make_unsigned_t<T>;
    return Made<U, U, How, false>::with(weights);
  } else {
    return Made<T, T, How, false>::with(weights);
  }
}

template <template <class, class, combination, bool> class Made, class T, class Wide>
auto find_of(combination op, bool is_mean, bool wide, accumulator weights) {
  using made = typename Made<T, T, combination::add, false>::made;
  if (is_mean) {
    return wide ? Made<T, Wide, combination::add, true>::with(weights)
                : Made<T, T, combination::add, true>::with(weights);
  }
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return find_of<Made, T, Wide, combination::name>(wide, weights);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return made();
}

template <template <class, class, combination, bool> class Made>
auto find(scalar type, combination op, outcome stored, accumulator kept, accumulator weights) {
  using made = typename Made<float, float, combination::add, false>::made;
  const bool is_mean = stored == outcome::mean;
  const bool wide = kept == accumulator::wide;
  if (stored == outcome::position) return made();
  switch (type) {
#define STREW_SCALAR(name, storage, wider) \
  case scalar::name:                       \
    return find_of<Made, storage, wider>(op, is_mean, wide, weights);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return made();
}

}  // namespace

namespace portable_kernels {

slice_kernels find_slices(scalar type, combination op, outcome stored, accumulator kept) {
  return find<slices_made>(type, op, stored, kept, accumulator::native);
}

product_kernels find_slice_products(scalar type, combination op, outcome stored, accumulator kept,
                                    accumulator weights) {
  return find<products_made>(type, op, stored, kept, weights);
}

}  // namespace portable_kernels
}  // namespace strew::kernel
