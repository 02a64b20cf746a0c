// Runs of slices with real elements, each reduced to its cell without accumulators in memory.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/slice_runs.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/update_rows.hpp"

// Loops over the vectors of a piece. Under AddressSanitizer, where each access has its checks, unrolled ones take half
// as long again to compile.
#undef STREW_UNROLL
#if HWY_HAS_FEATURE(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
#define STREW_UNROLL(most)
#else
#define STREW_UNROLL(most) HWY_UNROLL(most)
#endif

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

constexpr std::size_t most_vectors = 8;  // in registers at a time

// The slices [first, end) of run r.
struct run_part {
  std::size_t r;
  std::size_t first;
  std::size_t end;
};

// What becomes of the sums of runs.
struct storing {
  bool divides;
  bool streams;  // rows are whole lines: those that begin with one may go past the cache
};

// Rows are fetched some positions ahead; of long ones, piece by piece, what the same slices have two pieces later.
class fetching {
 public:
  fetching(const reduction_block& work, std::size_t row_bytes)
      : units_(work.units),
        from_(work.from),
        slices_(work.listed),
        row_bytes_(row_bytes),
        ahead_(slices_ahead(row_bytes, work.is_distant)),
        is_distant_(work.is_distant),
        are_lines_(reinterpret_cast<std::uintptr_t>(work.units) % line_bytes == 0 && row_bytes % line_bytes == 0) {}
  // For a piece of slice s, of so many bytes from `at` on.
  template <std::size_t Bytes, class Shared>
  HWY_INLINE void fetch(const Shared& all, std::size_t s, const run_part& part, std::size_t at) const {
    if (ahead_ != 0) {
      s += ahead_;
      if (s >= slices_) return;
      all.fetch(s);
      const std::byte* const first = units_ + at + from_[s];
      return is_distant_ ? fetch<fetch_distant_line, Bytes>(first) : fetch<fetch_line, Bytes>(first);
    }
    std::size_t soon = at + 2 * Bytes;
    if (soon >= row_bytes_) {
      s += part.end - part.first;
      soon -= row_bytes_;
      if (s >= slices_) return;
    }
    fetch<fetch_line, Bytes>(units_ + from_[s] + soon);
  }

 private:
  // Also the line in which they end, where rows do not begin with one.
  template <void (*FetchLine)(const void*), std::size_t Bytes>
  HWY_INLINE void fetch(const std::byte* first) const {
    STREW_UNROLL(8)
    for (std::size_t at = 0; at < Bytes; at += line_bytes) FetchLine(first + at);
    if (!are_lines_) FetchLine(first + Bytes - 1);
  }

  const std::byte* units_;
  const std::int64_t* from_;
  std::size_t slices_;
  std::size_t row_bytes_;
  std::size_t ahead_;
  bool is_distant_;
  bool are_lines_;
};

// `Rows`: what updates are read from (kernel/simd/update_rows.hpp).
template <class T, combination How, class Rows, std::size_t Lanes>
struct reducer {
  using D = kept_tag<T, Lanes>;
  using V = hn::VFromD<D>;
  using shared = typename Rows::shared;
  static constexpr std::size_t kept = sizeof(hn::TFromD<D>);

  // `Vectors` vectors from unit i on, of which the last one may overlap the one before it.
  template <std::size_t Vectors>
  static HWY_INLINE void units(const reduction_block& work, const shared& all, const run_part& part, std::size_t i,
                               const fetching& soon, const storing& as) {
    constexpr std::size_t bytes = Vectors * Lanes * Rows::width;
    const D d;
    const slice_run& run = work.runs[part.r];
    const std::size_t last = std::min((Vectors - 1) * Lanes, work.count - Lanes - i);
    const auto unit = [&](std::size_t v) { return v + 1 == Vectors ? last : v * Lanes; };
    std::byte* const cell = work.table + run.cell + i * sizeof(T);
    const auto accumulator = [&](std::size_t v) { return work.accumulators + (i + unit(v)) * kept; };
    const std::byte* const units = work.units + i * Rows::width;
    V sums[Vectors];
    std::size_t s = part.first;
    if (part.r == 0 && work.continues) {
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) sums[v] = load(d, accumulator(v));
    } else if (!work.first_replaces) {
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) sums[v] = units_at<T, Lanes>(cell + unit(v) * sizeof(T));
    } else {
      soon.template fetch<bytes>(all, s, part, i * Rows::width);
      const Rows row(all, work, s, units + work.from[s]);
      ++s;
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) sums[v] = row.at(unit(v));
    }
    for (; s < part.end; ++s) {
      soon.template fetch<bytes>(all, s, part, i * Rows::width);
      const Rows row(all, work, s, units + work.from[s]);
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) sums[v] = accumulated<How>(d, sums[v], row.at(unit(v)));
    }
    if (part.r + 1 == work.run_count && work.goes_on) {
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) store(d, sums[v], accumulator(v));
      return;
    }
    if (as.divides) {
      const V divisor = hn::Set(d, static_cast<hn::TFromD<D>>(run.divisor));
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) sums[v] = hn::Div(sums[v], divisor);
    }
    if (as.streams && reinterpret_cast<std::uintptr_t>(cell) % line_bytes == 0) {
      STREW_UNROLL(8)
      for (std::size_t v = 0; v < Vectors; ++v) stream_units<T, Lanes>(sums[v], cell + unit(v) * sizeof(T));
      return;
    }
    STREW_UNROLL(8)
    for (std::size_t v = 0; v < Vectors; ++v) store_units<T, Lanes>(sums[v], cell + unit(v) * sizeof(T));
  }

  // Fewer vectors come first, so that the last one overlaps one of its own piece, whose accumulators are read before.
  static void run(const reduction_block& work, bool divides) {
    const std::size_t vectors = (work.count + Lanes - 1) / Lanes;
    const storing as{divides, work.streams && work.count * sizeof(T) % line_bytes == 0};
    const fetching soon(work, work.count * Rows::width);
    const shared all(work);
    run_part part{0, 0, 0};
    for (; part.r < work.run_count; ++part.r) {
      part.end = work.runs[part.r].end;
      std::size_t i = 0;
      if constexpr (Lanes * 2 <= lanes_of<hn::ScalableTag<hn::TFromD<D>>>) {  // rows shorter than a longer vector
        vectors == 1 ? units<1>(work, all, part, i, soon, as) : units<2>(work, all, part, i, soon, as);
      } else {
        if ((vectors & 1U) != 0) units<1>(work, all, part, i, soon, as), i += Lanes;
        if ((vectors & 2U) != 0) units<2>(work, all, part, i, soon, as), i += 2 * Lanes;
        if ((vectors & 4U) != 0) units<4>(work, all, part, i, soon, as), i += 4 * Lanes;
        for (; i < work.count; i += most_vectors * Lanes) units<most_vectors>(work, all, part, i, soon, as);
      }
      part.first = part.end;
    }
  }
};

// `Rows` of so many lanes.
template <class T, combination How, template <std::size_t> class Rows>
void reduce_runs(const reduction_block& work, bool divides) {
  constexpr std::size_t lanes = lanes_of<hn::ScalableTag<hn::TFromD<kept_tag<T, 1>>>>;
  if constexpr (lanes > min_reduced_row) {
    if (work.count < lanes) return reducer<T, How, Rows<lanes / 2>, lanes / 2>::run(work, divides);
  }
  reducer<T, How, Rows<lanes>, lanes>::run(work, divides);
}

template <class T, class W>
struct elements {
  template <std::size_t Lanes>
  using rows = element_rows<T, W, Lanes>;
};
template <class W>
struct bytes_of_codes {
  template <std::size_t Lanes>
  using rows = code_rows_of_bytes<W, Lanes>;
};

template <class T, combination How, class W, outcome Stored>
void reduce(const reduction_block& work) {
  reduce_runs<T, How, elements<T, W>::template rows>(work, Stored == outcome::mean);
}

template <class T, outcome Stored>
void sum_codes(const reduction_block& work) {
  constexpr bool divides = Stored == outcome::mean;
  work.weights == nullptr ? reduce_runs<T, combination::add, bytes_of_codes<no_weight>::template rows>(work, divides)
                          : reduce_runs<T, combination::add, bytes_of_codes<float>::template rows>(work, divides);
}

template <class T, combination How, outcome Stored>
void set_products(kernel_set& kernels, accumulator kept) {
  constexpr scalar type = scalar_of<T>();
  kernels.slice_products(type, How, Stored, kept, accumulator::native).reduce = &reduce<T, How, T, Stored>;
  if constexpr (is_small_real<T>)
    kernels.slice_products(type, How, Stored, kept, accumulator::wide).reduce = &reduce<T, How, float, Stored>;
}

template <class T, combination How, outcome Stored>
void set_updates(kernel_set& kernels, accumulator kept) {
  kernels.slices(scalar_of<T>(), How, Stored, kept).reduce = &reduce<T, How, no_weight, Stored>;
  set_products<T, How, Stored>(kernels, kept);
}

template <class T>
void set_code_sums(kernel_set& kernels) {
  kernels.code_sums(scalar_of<T>(), outcome::value) = &sum_codes<T, outcome::value>;
  kernels.code_sums(scalar_of<T>(), outcome::mean) = &sum_codes<T, outcome::mean>;
}

template <class T>
void set_runs_of(kernel_set& kernels) {
  for (const accumulator kept : {accumulator::wide, accumulator::native}) {
    if (is_small_real<T> && kept == accumulator::native) continue;  // rounded at each update
    set_updates<T, combination::add, outcome::value>(kernels, kept);
    set_updates<T, combination::add, outcome::mean>(kernels, kept);
    set_updates<T, combination::min, outcome::value>(kernels, kept);
    set_updates<T, combination::max, outcome::value>(kernels, kept);
    set_products<T, combination::sub, outcome::value>(kernels, kept);
    set_products<T, combination::mul, outcome::value>(kernels, kept);
  }
}

}  // namespace

void set_slice_runs(kernel_set& kernels) {
  set_runs_of<half>(kernels);
  set_runs_of<brain>(kernels);
  set_runs_of<float>(kernels);
  set_runs_of<double>(kernels);
  set_code_sums<half>(kernels);
  set_code_sums<brain>(kernels);
  set_code_sums<float>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
