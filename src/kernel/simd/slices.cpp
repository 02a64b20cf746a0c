// Accumulators of slices with real elements that lie side by side.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/slices.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/slice_units.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

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

template <class T, std::size_t Lanes>
HWY_INLINE auto updates_at(const slice_block& work, std::size_t s, std::size_t i) {
  return units_at<T, Lanes>(work.units + work.from[s] + i * sizeof(T));
}

template <class T>
HWY_INLINE void fetch_slice(const slice_block& work, std::size_t s, std::size_t ahead) {
  if (s + ahead < work.slices) prefetch(work.units + work.from[s + ahead], work.count * sizeof(T));
}

// Of the slices [s, end), which have the same accumulators, `Vectors` vectors from unit i on: they stay in registers.
template <class T, combination How, std::size_t Lanes, std::size_t Vectors, bool Fetches>
HWY_INLINE void accumulate_units(const slice_block& work, std::size_t s, std::size_t end, std::size_t i,
                                 std::size_t ahead) {
  const kept_tag<T, Lanes> d;
  constexpr std::size_t kept = sizeof(hn::TFromD<kept_tag<T, Lanes>>);
  std::byte* const accumulators = work.accumulators + work.to[s] + i * kept;
  hn::VFromD<kept_tag<T, Lanes>> sums[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) sums[v] = load(d, accumulators + v * Lanes * kept);
  for (; s < end; ++s) {
    if constexpr (Fetches) fetch_slice<T>(work, s, ahead);
    for (std::size_t v = 0; v < Vectors; ++v)
      sums[v] = accumulated<How>(d, sums[v], updates_at<T, Lanes>(work, s, i + v * Lanes));
  }
  for (std::size_t v = 0; v < Vectors; ++v) store(d, sums[v], accumulators + v * Lanes * kept);
}

// The last vector, which may overlap the one before it, is computed first, from accumulators that have their old
// values.
template <class T, combination How, std::size_t Lanes>
HWY_INLINE void accumulate_run(const slice_block& work, std::size_t s, std::size_t end, std::size_t ahead) {
  constexpr std::size_t many = 4;
  const kept_tag<T, Lanes> d;
  constexpr std::size_t kept = sizeof(hn::TFromD<kept_tag<T, Lanes>>);
  const std::size_t whole = work.count / Lanes * Lanes, last = work.count - Lanes;
  std::byte* const accumulators = work.accumulators + work.to[s] + last * kept;
  auto rest = load(d, accumulators);
  if (whole != work.count) {
    for (std::size_t n = s; n < end; ++n) rest = accumulated<How>(d, rest, updates_at<T, Lanes>(work, n, last));
  }
  std::size_t i = 0;
  if (whole >= many * Lanes) {
    accumulate_units<T, How, Lanes, many, true>(work, s, end, i, ahead);
    for (i = many * Lanes; i + many * Lanes <= whole; i += many * Lanes)
      accumulate_units<T, How, Lanes, many, false>(work, s, end, i, ahead);
  }
  if (i == 0 && i < whole) {
    accumulate_units<T, How, Lanes, 1, true>(work, s, end, i, ahead);
    i += Lanes;
  }
  for (; i < whole; i += Lanes) accumulate_units<T, How, Lanes, 1, false>(work, s, end, i, ahead);
  if (whole != work.count) store(d, rest, accumulators);
}

template <combination How>
struct accumulate_with {
  template <class T, std::size_t Lanes>
  struct rows {
    static void run(const slice_block& work) {
      const std::size_t bytes = work.count * sizeof(T);
      const std::size_t ahead = bytes <= max_prefetch_row ? positions_ahead(bytes) : work.slices;
      for (std::size_t s = 0, end = 0; s < work.slices; s = end) {
        for (end = s + 1; end < work.slices && work.to[end] == work.to[s];) ++end;
        accumulate_run<T, How, Lanes>(work, s, end, ahead);
      }
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

template <class T, combination How, outcome Stored>
slice_kernels portable_slices() {
  return portable_kernels::find_slices(scalar_of<T>(), How, Stored, accumulator::wide);
}
// Rows shorter than a vector use the longest one that fits; those with gaps, and short ones whose elements the portable
// kernel need not convert, are left to it.
template <class T, template <class, std::size_t> class Rows, auto Portable,
          std::size_t Lanes = lanes_of<hn::ScalableTag<std::conditional_t<is_small_real<T>, float, T>>>>
void slices(const slice_block& work) {
  constexpr std::size_t least = is_small_real<T> ? 1 : 16 / sizeof(hn::TFromD<kept_tag<T, Lanes>>);
  const bool is_side_by_side = work.count == 1 || work.step == static_cast<std::ptrdiff_t>(sizeof(T));
  if (work.count >= Lanes && is_side_by_side) return Rows<T, Lanes>::run(work);
  if constexpr (Lanes > least) {
    if (work.count >= least) return slices<T, Rows, Portable, Lanes / 2>(work);
  }
  Portable()(work);
}

// What reduces whole runs is of another family.
template <class T, combination How, outcome Stored>
void set_kernels(kernel_set& kernels, accumulator kept) {
  slice_kernels& made = kernels.slices(scalar_of<T>(), How, Stored, kept);
  made.load = &slices<T, load_rows, [] { return portable_slices<T, How, Stored>().load; }>;
  made.accumulate =
      &slices<T, accumulate_with<How>::template rows, [] { return portable_slices<T, How, Stored>().accumulate; }>;
  made.store = &slices<T, store_as<Stored == outcome::mean>::template rows,
                       [] { return portable_slices<T, How, Stored>().store; }>;
}

template <class T>
void set_slices_of(kernel_set& kernels) {
  for (const accumulator kept : {accumulator::wide, accumulator::native}) {
    if (is_small_real<T> && kept == accumulator::native) continue;  // rounded at each update
    set_kernels<T, combination::add, outcome::value>(kernels, kept);
    set_kernels<T, combination::sub, outcome::value>(kernels, kept);
    set_kernels<T, combination::mul, outcome::value>(kernels, kept);
    set_kernels<T, combination::min, outcome::value>(kernels, kept);
    set_kernels<T, combination::max, outcome::value>(kernels, kept);
    set_kernels<T, combination::add, outcome::mean>(kernels, kept);
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
