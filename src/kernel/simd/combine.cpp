// Combines rows of updates with rows of the table: arithmetic and ordering of integers and reals.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/combine.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// Vectors of `Lanes` elements, as they are stored.
template <class T, std::size_t Lanes>
using stored_tag = hn::CappedTag<std::conditional_t<is_small_real<T>, std::uint16_t, T>, Lanes>;

template <class T, combination How, std::size_t Lanes>
HWY_INLINE auto combined(hn::VFromD<stored_tag<T, Lanes>> old, const std::byte* direct) {
  const stored_tag<T, Lanes> d;
  const auto update = load(d, direct);
  if constexpr (is_small_real<T>) {
    const hn::Rebind<float, stored_tag<T, Lanes>> wide;
    return narrowed(wide, T{}, combined_real<How>(wide, widened(wide, T{}, old), widened(wide, T{}, update)));
  } else {
    return combined_lanes<How>(d, old, update);
  }
}

// At least one vector of bytes. The last vector may overlap the one before it, so it is computed first, from elements
// that have their old values.
template <class T, combination How, std::size_t Lanes>
HWY_INLINE void combine_row(std::byte* HWY_RESTRICT table, const std::byte* HWY_RESTRICT direct, std::size_t bytes) {
  const stored_tag<T, Lanes> d;
  constexpr std::size_t step = Lanes * sizeof(T);
  const std::size_t last = bytes - step;
  const auto end = combined<T, How, Lanes>(load(d, table + last), direct + last);
  for (std::size_t at = 0; at < last; at += step)
    store(d, combined<T, How, Lanes>(load(d, table + at), direct + at), table + at);
  store(d, end, table + last);
}

// Rows of at most so many vectors are kept in registers while updates of the same row follow.
constexpr std::size_t max_kept = 4;

// Whether three of four updates are of the row of the update before them: for fewer the end of a run, which a processor
// cannot foresee, costs more than it saves.
HWY_INLINE bool are_in_runs(const block& work) {
  if (work.skip_mask != nullptr || work.places != nullptr || work.positions < 8) return false;
  std::size_t same = 0;
  for (std::size_t p = 1; p < work.positions; ++p) same += work.offsets[p] == work.offsets[p - 1] ? 1 : 0;
  return same >= work.positions / 4 * 3;
}

template <class T, combination How, std::size_t Lanes, std::size_t Vectors>
void combine_runs(const block& work) {
  const stored_tag<T, Lanes> d;
  constexpr std::size_t step = Lanes * sizeof(T);
  const std::size_t last = work.count * sizeof(T) - step;
  const auto place = [last](std::size_t v) HWY_ATTR { return v + 1 < Vectors ? v * step : last; };
  for (std::size_t p = 0; p < work.positions;) {
    const std::int64_t offset = work.offsets[p];
    std::byte* const row = work.table + offset;
    hn::VFromD<stored_tag<T, Lanes>> kept[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) kept[v] = load(d, row + place(v));
    for (; p < work.positions && work.offsets[p] == offset; ++p) {
      const std::byte* const update = work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride;
      for (std::size_t v = 0; v < Vectors; ++v) kept[v] = combined<T, How, Lanes>(kept[v], update + place(v));
    }
    for (std::size_t v = 0; v < Vectors; ++v) store(d, kept[v], row + place(v));
  }
}

// False: they are not, or rows are longer.
template <class T, combination How, std::size_t Lanes, std::size_t Vectors = 1>
HWY_INLINE bool combine_in_runs(const block& work) {
  if constexpr (Vectors > max_kept) {
    return false;
  } else {
    if (work.count > Vectors * Lanes) return combine_in_runs<T, How, Lanes, Vectors + 1>(work);
    if (!are_in_runs(work)) return false;
    combine_runs<T, How, Lanes, Vectors>(work);
    return true;
  }
}

template <class T, combination How, std::size_t Lanes>
void combine_long_rows(const block& work) {
  // Each combination has code of its own: those that are frequent.
  constexpr bool is_frequent = How == combination::add || How == combination::min || How == combination::max;
  if constexpr (is_frequent && !is_small_real<T> && Lanes == lanes_of<hn::ScalableTag<T>>) {
    if (combine_in_runs<T, How, Lanes>(work)) return;
  }
  const std::size_t bytes = work.count * sizeof(T);
  for_each_row(work, bytes, [bytes](std::byte* table, const std::byte* direct) HWY_ATTR {
    combine_row<T, How, Lanes>(table, direct, bytes);
  });
}

// Rows shorter than a vector use the longest one that fits; the shortest rows are left to the portable kernel.
template <class T, combination How, std::size_t Lanes>
void combine_rows_of(const block& work) {
  constexpr std::size_t least = is_small_real<T> ? 4 : 16 / sizeof(T);
  if (work.count >= Lanes) return combine_long_rows<T, How, Lanes>(work);
  if constexpr (Lanes > least) {
    combine_rows_of<T, How, Lanes / 2>(work);
  } else {
    portable_kernels::find_combine(form::rows, scalar_of<T>(), How)(work);
  }
}

template <class T, combination How>
void combine_rows(const block& work) {
  using lane = std::conditional_t<is_small_real<T>, float, T>;
  combine_rows_of<T, How, lanes_of<hn::ScalableTag<lane>>>(work);
}

template <class T>
void set_arithmetic(kernel_set& kernels, scalar type) {
  kernels.combine(form::rows, type, combination::add) = &combine_rows<T, combination::add>;
  kernels.combine(form::rows, type, combination::sub) = &combine_rows<T, combination::sub>;
  kernels.combine(form::rows, type, combination::mul) = &combine_rows<T, combination::mul>;
}

template <class T>
void set_ordering(kernel_set& kernels, scalar type) {
  kernels.combine(form::rows, type, combination::min) = &combine_rows<T, combination::min>;
  kernels.combine(form::rows, type, combination::max) = &combine_rows<T, combination::max>;
}

template <class T>
void set_all(kernel_set& kernels, scalar type) {
  set_arithmetic<T>(kernels, type);
  set_ordering<T>(kernels, type);
}

}  // namespace

// Arithmetic does not depend on the sign of integers.
void set_combine(kernel_set& kernels) {
  set_all<half>(kernels, scalar::f16);
  set_all<brain>(kernels, scalar::bf16);
  set_all<float>(kernels, scalar::f32);
  set_all<double>(kernels, scalar::f64);
  set_arithmetic<std::uint32_t>(kernels, scalar::i32);
  set_arithmetic<std::uint32_t>(kernels, scalar::u32);
  set_arithmetic<std::uint64_t>(kernels, scalar::i64);
  set_arithmetic<std::uint64_t>(kernels, scalar::u64);
  set_ordering<std::int32_t>(kernels, scalar::i32);
  set_ordering<std::uint32_t>(kernels, scalar::u32);
  set_ordering<std::int64_t>(kernels, scalar::i64);
  set_ordering<std::uint64_t>(kernels, scalar::u64);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
