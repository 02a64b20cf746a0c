// Collects the positions of a block that one part of the table owns: the lanes in range move to the front of a vector.
// It is stored whole, so what comes after the last position found is overwritten by the next ones.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/kernel.hpp"
#include "kernel/simd/families.hpp"
#include "kernel/simd/front.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/filter.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

using offset_tag = hn::ScalableTag<std::int64_t>;
constexpr std::size_t lanes = lanes_of<offset_tag>;
static_assert(lanes <= front_lanes);

// Which lanes are not skipped.
HWY_INLINE hn::Mask<offset_tag> kept(const std::uint8_t* skip_mask) {
  const offset_tag d;
  const auto flags = hn::LoadU(hn::Rebind<std::uint8_t, offset_tag>(), skip_mask);
  const auto wide = hn::PromoteTo(hn::Rebind<std::int32_t, offset_tag>(), flags);
  return hn::Eq(hn::PromoteTo(d, wide), hn::Zero(d));
}

using number_tag = hn::Rebind<std::uint8_t, offset_tag>;

// The numbers of the lanes of the mask, counted from `first`, at the front.
HWY_INLINE auto places_of(std::size_t mask, std::size_t first) {
  const hn::Rebind<std::uint32_t, offset_tag> d;
  const auto numbers = hn::PromoteTo(d, hn::LoadU(number_tag(), to_front[mask].data()));
  return hn::Add(numbers, hn::Set(d, static_cast<std::uint32_t>(first)));
}

template <bool Skips>
std::size_t collect(const std::int64_t* offsets, const std::uint8_t* skip_mask, std::size_t count,
                    const offset_range& mine, std::uint32_t* places, std::int64_t* listed) {
  const offset_tag d;
  // Unsigned numbers compare as signed ones with the other sign bit.
  constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min();
  const auto low = hn::Set(d, mine.low ^ sign);
  const auto last = hn::Set(d, static_cast<std::int64_t>(mine.last) ^ sign);
  std::size_t found = 0;
  std::size_t p = 0;
  for (; p + lanes <= count; p += lanes) {
    const auto values = hn::LoadU(d, offsets + p);
    auto is_owned = hn::Not(hn::Lt(last, hn::Sub(values, low)));
    if constexpr (Skips) is_owned = hn::And(is_owned, kept(skip_mask + p));
    const std::size_t mask = bits_of(d, is_owned);
    hn::StoreU(places_of(mask, p), hn::Rebind<std::uint32_t, offset_tag>(), places + found);
    hn::StoreU(to_the_front(d, values, is_owned), d, listed + found);
    found += hwy::PopCount(mask);
  }
  for (; p < count; ++p) {
    places[found] = static_cast<std::uint32_t>(p);
    listed[found] = offsets[p];
    bool is_owned = static_cast<std::uint64_t>(offsets[p]) - static_cast<std::uint64_t>(mine.low) <= mine.last;
    if constexpr (Skips) is_owned &= skip_mask[p] == 0;
    found += is_owned ? 1 : 0;
  }
  return found;
}

std::size_t filter(const std::int64_t* offsets, const std::uint8_t* skip_mask, std::size_t count,
                   const offset_range& mine, std::uint32_t* places, std::int64_t* listed) {
  return skip_mask == nullptr ? collect<false>(offsets, nullptr, count, mine, places, listed)
                              : collect<true>(offsets, skip_mask, count, mine, places, listed);
}

}  // namespace

void set_filter(kernel_set& kernels) {
  kernels.filter() = &filter;
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
