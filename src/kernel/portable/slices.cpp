// Accumulators of whole slices, side by side and without counts: loaded from elements, combined with updates, stored.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"

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

template <class T, class A, combination How, bool IsMean>
slice_kernels slices_with() {
  if constexpr (!knows<A>(How) || (IsMean && (is_complex<T> || std::is_same_v<T, truth>))) {
    return {};
  } else {
    return {sizeof(A), &load_slices<T, A>, &accumulate_slices<T, A, How>, &store_slices<T, A, IsMean>};
  }
}

// Signed and unsigned integers share the kernels of every combination but min, max and the mean.
template <class T, class Wide, combination How>
slice_kernels slices_of(bool wide) {
  if constexpr (is_small_real<T>) {
    if (wide) return slices_with<T, Wide, How, false>();
  }
  if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    using U = std::make_unsigned_t<T>;
    return slices_with<U, U, How, false>();
  } else {
    return slices_with<T, T, How, false>();
  }
}

template <class T, class Wide>
slice_kernels slices_of(combination op, bool is_mean, bool wide) {
  if (is_mean)
    return wide ? slices_with<T, Wide, combination::add, true>() : slices_with<T, T, combination::add, true>();
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return slices_of<T, Wide, combination::name>(wide);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return {};
}

}  // namespace

namespace portable_kernels {

slice_kernels find_slices(scalar type, combination op, outcome stored, accumulator kept) {
  const bool is_mean = stored == outcome::mean;
  const bool wide = kept == accumulator::wide;
  switch (type) {
#define STREW_SCALAR(name, storage, wider) \
  case scalar::name:                       \
    return slices_of<storage, wider>(op, is_mean, wide);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return {};
}

}  // namespace portable_kernels
}  // namespace strew::kernel
