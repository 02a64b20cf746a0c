// Rows of real updates multiplied by one weight each, before they are combined.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/product.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/weigh.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/slice_units.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

template <class T>
using product_of = std::conditional_t<is_small_real<T>, float, T>;
template <class T>
constexpr std::size_t product_lanes = lanes_of<hn::ScalableTag<product_of<T>>>;

// Products may take the place of updates, each of its own at the earliest, so no vector overlaps another one.
template <class T>
HWY_INLINE void weigh_row(const std::byte* updates, std::size_t count, product_of<T> weight, std::byte* products) {
  using P = product_of<T>;
  constexpr std::size_t lanes = product_lanes<T>;
  const kept_tag<T, lanes> d;
  const auto factor = hn::Set(d, weight);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    store(d, hn::Mul(units_at<T, lanes>(updates + i * sizeof(T)), factor), products + i * sizeof(P));
  for (; i < count; ++i) {
    const P made = product<P>(read<T>(updates + i * sizeof(T)), weight);
    std::memcpy(products + i * sizeof(P), &made, sizeof made);
  }
}

template <class T, class W, weigh_kernel (*Portable)()>
void weigh(const weighing& work) {
  using P = product_of<T>;
  if (work.weight_step != 0 || work.count < product_lanes<T>) return Portable()(work);
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    const std::size_t place = work.places == nullptr ? p : work.places[p];
    const std::ptrdiff_t at =
        work.weight_of != nullptr ? work.weight_of[place] : static_cast<std::ptrdiff_t>(place) * work.weight_stride;
    weigh_row<T>(work.updates + p * work.count * sizeof(T), work.count, to_accumulator<P>(read<W>(work.weights + at)),
                 work.products + p * work.count * sizeof(P));
  }
}

template <class T, accumulator Kept, accumulator Weights>
weigh_kernel portable() {
  return portable_kernels::find_weigh(scalar_of<T>(), outcome::value, Kept, Weights);
}

template <class T, accumulator Kept>
void set_weigh_of(kernel_set& kernels) {
  constexpr accumulator own = accumulator::native;
  for (const outcome made : {outcome::value, outcome::mean}) {
    kernels.weigh(scalar_of<T>(), made, Kept, own) = &weigh<T, T, portable<T, Kept, own>>;
    if constexpr (is_small_real<T>)
      kernels.weigh(scalar_of<T>(), made, Kept, accumulator::wide) =
          &weigh<T, float, portable<T, Kept, accumulator::wide>>;
  }
}

}  // namespace

void set_weigh(kernel_set& kernels) {
  set_weigh_of<half, accumulator::wide>(kernels);
  set_weigh_of<brain, accumulator::wide>(kernels);
  set_weigh_of<float, accumulator::wide>(kernels);
  set_weigh_of<float, accumulator::native>(kernels);
  set_weigh_of<double, accumulator::wide>(kernels);
  set_weigh_of<double, accumulator::native>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
