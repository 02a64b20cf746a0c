// Accumulators of slices with real elements that lie side by side.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/slices.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// `Lanes` accumulators, and as many elements as they are stored.
template <class T, std::size_t Lanes>
using kept_tag = hn::CappedTag<std::conditional_t<is_small_real<T>, float, T>, Lanes>;
template <class T, std::size_t Lanes>
using unit_tag = hn::Rebind<std::conditional_t<is_small_real<T>, std::uint16_t, T>, kept_tag<T, Lanes>>;

template <class T, std::size_t Lanes>
HWY_INLINE auto units_at(const std::byte* at) {
  const auto units = load(unit_tag<T, Lanes>(), at);
  if constexpr (is_small_real<T>) {
    return widened(kept_tag<T, Lanes>(), T{}, units);
  } else {
    return units;
  }
}

template <class T, std::size_t Lanes>
HWY_INLINE void store_units(hn::VFromD<kept_tag<T, Lanes>> value, std::byte* at) {
  const kept_tag<T, Lanes> d;
  const auto canonical = with_canonical_nan(d, value);
  if constexpr (is_small_real<T>) {
    store(unit_tag<T, Lanes>(), narrowed(d, T{}, canonical), at);
  } else {
    store(d, canonical, at);
  }
}

// Sums and products may keep any NaN until they are stored.
template <combination How, class D>
HWY_INLINE hn::VFromD<D> accumulated(D /*d*/, hn::VFromD<D> old, hn::VFromD<D> update) {
  if constexpr (How == combination::add) return hn::Add(old, update);
  if constexpr (How == combination::sub) return hn::Sub(old, update);
  if constexpr (How == combination::mul) return hn::Mul(old, update);
}

// Calls visit(unit) for every vector of a row of at least one; the last one may overlap the one before it.
template <std::size_t Lanes, class Visit>
HWY_INLINE void for_each_vector(std::size_t count, const Visit& visit) {
  const std::size_t last = count - Lanes;
  for (std::size_t i = 0; i < last; i += Lanes) visit(i);
  visit(last);
}

template <class T, std::size_t Lanes>
struct load_rows {
  static void run(const slice_block& work) {
    const kept_tag<T, Lanes> d;
    constexpr std::size_t kept = sizeof(hn::TFromD<kept_tag<T, Lanes>>);
    for_each_slice(work, sizeof(T), [&](std::byte* accumulators, const std::byte* units, std::size_t) HWY_ATTR {
      for_each_vector<Lanes>(work.count, [&](std::size_t i) HWY_ATTR {
        store(d, units_at<T, Lanes>(units + i * sizeof(T)), accumulators + i * kept);
      });
    });
  }
};

// The last vector is computed first, from accumulators that have their old values.
template <class T, combination How, std::size_t Lanes>
HWY_INLINE void accumulate_row(std::byte* HWY_RESTRICT accumulators, const std::byte* HWY_RESTRICT units,
                               std::size_t count) {
  const kept_tag<T, Lanes> d;
  constexpr std::size_t kept = sizeof(hn::TFromD<kept_tag<T, Lanes>>);
  const std::size_t last = count - Lanes;
  const auto end =
      accumulated<How>(d, load(d, accumulators + last * kept), units_at<T, Lanes>(units + last * sizeof(T)));
  for (std::size_t i = 0; i < last; i += Lanes)
    store(d, accumulated<How>(d, load(d, accumulators + i * kept), units_at<T, Lanes>(units + i * sizeof(T))),
          accumulators + i * kept);
  store(d, end, accumulators + last * kept);
}

template <combination How>
struct accumulate_with {
  template <class T, std::size_t Lanes>
  struct rows {
    static void run(const slice_block& work) {
      for_each_slice(work, sizeof(T), [&](std::byte* accumulators, const std::byte* units, std::size_t) HWY_ATTR {
        accumulate_row<T, How, Lanes>(accumulators, units, work.count);
      });
    }
  };
};

template <bool IsMean>
struct store_as {
  template <class T, std::size_t Lanes>
  struct rows {
    static void run(const slice_block& work) {
      const kept_tag<T, Lanes> d;
      using lane = hn::TFromD<kept_tag<T, Lanes>>;
      for_each_slice(work, sizeof(T), [&](const std::byte* accumulators, std::byte* units, std::size_t s) HWY_ATTR {
        const auto divisor = hn::Set(d, IsMean ? static_cast<lane>(work.divisors[s]) : lane{1});
        for_each_vector<Lanes>(work.count, [&](std::size_t i) HWY_ATTR {
          const auto sum = load(d, accumulators + i * sizeof(lane));
          store_units<T, Lanes>(IsMean ? hn::Div(sum, divisor) : sum, units + i * sizeof(T));
        });
      });
    }
  };
};

template <class T>
constexpr scalar scalar_of_slices() {
  if (std::is_same_v<T, half>) return scalar::f16;
  if (std::is_same_v<T, brain>) return scalar::bf16;
  return std::is_same_v<T, float> ? scalar::f32 : scalar::f64;
}

// Rows shorter than a vector use the longest one that fits; those with gaps, and short ones whose elements the portable
// kernel need not convert, are left to it.
template <class T, template <class, std::size_t> class Rows, slice_kernel slice_kernels::*Which, combination How,
          outcome Stored, std::size_t Lanes = lanes_of<hn::ScalableTag<std::conditional_t<is_small_real<T>, float, T>>>>
void slices(const slice_block& work) {
  constexpr std::size_t least = is_small_real<T> ? 1 : 16 / sizeof(hn::TFromD<kept_tag<T, Lanes>>);
  const bool is_side_by_side = work.count == 1 || work.step == static_cast<std::ptrdiff_t>(sizeof(T));
  if (work.count >= Lanes && is_side_by_side) return Rows<T, Lanes>::run(work);
  if constexpr (Lanes > least) {
    if (work.count >= least) return slices<T, Rows, Which, How, Stored, Lanes / 2>(work);
  }
  (portable_kernels::find_slices(scalar_of_slices<T>(), How, Stored, accumulator::wide).*Which)(work);
}

template <class T, combination How, outcome Stored>
slice_kernels kernels_of() {
  slice_kernels made = portable_kernels::find_slices(scalar_of_slices<T>(), How, Stored, accumulator::wide);
  made.load = &slices<T, load_rows, &slice_kernels::load, combination::add, outcome::value>;
  made.accumulate = &slices<T, accumulate_with<How>::template rows, &slice_kernels::accumulate, How, outcome::value>;
  made.store =
      &slices<T, store_as<Stored == outcome::mean>::template rows, &slice_kernels::store, combination::add, Stored>;
  return made;
}

template <class T>
void set_slices_of(kernel_set& kernels) {
  constexpr scalar type = scalar_of_slices<T>();
  for (const accumulator kept : {accumulator::wide, accumulator::native}) {
    if (is_small_real<T> && kept == accumulator::native) continue;  // rounded at each update
    kernels.slices(type, combination::add, outcome::value, kept) = kernels_of<T, combination::add, outcome::value>();
    kernels.slices(type, combination::sub, outcome::value, kept) = kernels_of<T, combination::sub, outcome::value>();
    kernels.slices(type, combination::mul, outcome::value, kept) = kernels_of<T, combination::mul, outcome::value>();
    kernels.slices(type, combination::add, outcome::mean, kept) = kernels_of<T, combination::add, outcome::mean>();
  }
}

}  // namespace

void set_slices(kernel_set& kernels) {
  set_slices_of<half>(kernels);
  set_slices_of<brain>(kernels);
  set_slices_of<float>(kernels);
  set_slices_of<double>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
