// Copies rows of at least a vector, whole vectors of which the last one may overlap the one before it, without a call
// for each. The portable kernels copy shorter and longer ones, and store past the cache. Elements are read by vector
// gathers.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/move.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

using tag = hn::ScalableTag<std::uint8_t>;
constexpr std::size_t vector_bytes = lanes_of<tag>;

// Rows of so many vectors have their own loops.
constexpr std::size_t max_vectors = 8;

template <std::size_t Vectors>
HWY_INLINE void copy_row(const std::byte* from, std::byte* to, std::size_t width) {
  for (std::size_t n = 0; n + 1 < Vectors; ++n)
    store(tag(), load(tag(), from + n * vector_bytes), to + n * vector_bytes);
  const std::size_t last = width - vector_bytes;
  store(tag(), load(tag(), from + last), to + last);
}

template <bool ToTable, std::size_t Vectors>
void copy_rows(const block& work) {
  const std::size_t width = work.width;
  for_each_row(work, width, [width](std::byte* table, std::byte* direct) HWY_ATTR {
    copy_row<Vectors>(ToTable ? direct : table, ToTable ? table : direct, width);
  });
}

template <bool ToTable, std::size_t Vectors = 1>
void move_rows(const block& work) {
  if constexpr (Vectors > max_vectors) {
    constexpr direction way = ToTable ? direction::write : direction::read;
    portable_kernels::find_move(form::rows, way, width_class::any)(work);
  } else if (work.width <= Vectors * vector_bytes && !work.streams) {
    const bool is_short = work.width < vector_bytes;
    is_short ? move_rows<ToTable, max_vectors + 1>(work) : copy_rows<ToTable, Vectors>(work);
  } else {
    move_rows<ToTable, Vectors + 1>(work);
  }
}

// Elements of one vector after the other. Of the last one some may be read again.
template <std::size_t Width>
HWY_INLINE void read_vectors(const block& work) {
  using unit = std::conditional_t<Width == 8, std::int64_t, std::int32_t>;
  const hn::ScalableTag<std::int64_t> offsets;
  const hn::Rebind<unit, decltype(offsets)> units;
  constexpr std::size_t step = lanes_of<decltype(offsets)>;
  const auto* const from = reinterpret_cast<const std::byte*>(work.offsets);
  const auto* const table = reinterpret_cast<const unit*>(work.table);
  std::byte* const direct = work.direct;
  const upcoming soon = work.soon[0];
  const std::size_t positions = work.positions;
  for (std::size_t p = 0; p < positions; p += step) {
    fetch(soon, p, step);
    const std::size_t first = p + step <= positions ? p : positions - step;
    const auto at = load(offsets, from + first * sizeof(std::int64_t));
    if constexpr (Width == 8) {
      store(units, hn::GatherOffset(units, table, at), direct + first * Width);
    } else {
      store(units, hn::GatherOffset(units, table, narrowed(units, at)), direct + first * Width);
    }
  }
}

template <std::size_t Width>
void read_elements(const block& work) {
  const bool is_listed = work.skip_mask != nullptr || work.places != nullptr;
  const bool is_dense = work.direct_stride == static_cast<std::ptrdiff_t>(Width);
  constexpr std::size_t fewest = 32;  // positions, of which a few vectors are as fast as loads one by one
  const bool is_short = work.positions < fewest;
  if (is_listed || !is_dense || is_short || !work.suits_gathers)
    return portable_kernels::find_move(form::elements, direction::read, class_of(Width))(work);
  read_vectors<Width>(work);
}

}  // namespace

void set_move(kernel_set& kernels) {
  for (std::size_t n = 0; n < names_of<width_class>::all.size(); ++n) {
    kernels.move(form::rows, direction::read, static_cast<width_class>(n)) = &move_rows<false>;
    kernels.move(form::rows, direction::write, static_cast<width_class>(n)) = &move_rows<true>;
  }
  kernels.move(form::elements, direction::read, width_class::any) = &move_rows<false>;
  kernels.move(form::elements, direction::write, width_class::any) = &move_rows<true>;
  if constexpr (HWY_TARGET <= HWY_AVX3) {  // gathers of fewer elements are no faster than loads
    kernels.move(form::elements, direction::read, width_class::bytes_4) = &read_elements<4>;
    kernels.move(form::elements, direction::read, width_class::bytes_8) = &read_elements<8>;
  }
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
