// Conversions between the 16-bit floats and float in the vectors of each target, against the portable ones. Rounding
// depends on the low bits of a float: each upper half is tested with those around the borders of rounding and with
// others. The environment variable STREW_ALL_FLOATS tests every float instead, which takes a minute.
#if defined(STREW_SIMD)
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/conversions_test.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {

using floats = hn::ScalableTag<float>;
using shorts = hn::Rebind<std::uint16_t, floats>;

// A multiple of the lanes of every target.
template <class T>
void narrow_all(const float* from, std::uint16_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += lanes_of<floats>) {
    const auto value = with_canonical_nan(floats(), hn::LoadU(floats(), from + i));
    hn::StoreU(narrowed(floats(), T{}, value), shorts(), to + i);
  }
}

template <class T>
void widen_all(const std::uint16_t* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += lanes_of<floats>) {
    const auto value = widened(floats(), T{}, hn::LoadU(shorts(), from + i));
    hn::StoreU(with_canonical_nan(floats(), value), floats(), to + i);
  }
}

void narrow_halves(const float* from, std::uint16_t* to, std::size_t count) {
  narrow_all<half>(from, to, count);
}
void narrow_brains(const float* from, std::uint16_t* to, std::size_t count) {
  narrow_all<brain>(from, to, count);
}
void widen_halves(const std::uint16_t* from, float* to, std::size_t count) {
  widen_all<half>(from, to, count);
}
void widen_brains(const std::uint16_t* from, float* to, std::size_t count) {
  widen_all<brain>(from, to, count);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernel/portable/arithmetic.hpp"
#include "kernel/targets.hpp"

namespace strew::testing {
namespace {

using kernel::brain;
using kernel::half;

struct conversions {
  const char* target;
  void (*narrow_halves)(const float*, std::uint16_t*, std::size_t);
  void (*narrow_brains)(const float*, std::uint16_t*, std::size_t);
  void (*widen_halves)(const std::uint16_t*, float*, std::size_t);
  void (*widen_brains)(const std::uint16_t*, float*, std::size_t);
};

const conversions all_conversions[] = {
#define STREW_SIMD_TARGET(name, space)                                                                \
  {#name, &kernel::space::narrow_halves, &kernel::space::narrow_brains, &kernel::space::widen_halves, \
   &kernel::space::widen_brains},
#include "kernel/simd/targets.def"
#undef STREW_SIMD_TARGET
};

// The ones that this machine runs; a target that is missing here fails.
std::vector<conversions> available() {
  std::vector<conversions> found;
  for (const kernel::target& one : kernel::targets().subspan(1)) {
    if (!one.is_available()) continue;
    std::size_t n = 0;
    while (n < std::size(all_conversions) && one.name != std::string(all_conversions[n].target)) ++n;
    if (n == std::size(all_conversions)) {
      ADD_FAILURE() << one.name << " is not tested";
    } else {
      found.push_back(all_conversions[n]);
    }
  }
  return found;
}

constexpr std::size_t low_count = std::size_t{1} << 16U;

// The low halves with which each upper half is tested.
std::vector<std::uint32_t> low_halves() {
  std::vector<std::uint32_t> made;
  const bool is_all = std::getenv("STREW_ALL_FLOATS") != nullptr;
  for (std::uint32_t low = 0; is_all && low < low_count; ++low) made.push_back(low);
  if (is_all) return made;
  for (std::uint32_t border = 0; border < low_count; border += 0x1000)
    for (const std::uint32_t near : {border - 1, border, border + 1}) made.push_back(near & 0xffffU);
  for (std::uint32_t low = 0; made.size() < 128; low = (low + 40503U) & 0xffffU) made.push_back(low);
  return made;
}

template <class T>
std::uint16_t narrow(float value) {
  return kernel::narrow_to<T>(kernel::canonical_nan(value)).bits;
}

TEST(conversions, from_float_round_as_the_portable_ones) {
  const std::vector<conversions> targets = available();
  const std::vector<std::uint32_t> lows = low_halves();
  std::vector<float> values(lows.size());
  std::vector<std::uint16_t> halves(lows.size());
  std::vector<std::uint16_t> brains(lows.size());
  std::vector<std::uint16_t> made(lows.size());
  for (std::uint32_t high = 0; high < low_count && !HasFailure(); ++high) {
    for (std::size_t i = 0; i < lows.size(); ++i) {
      values[i] = kernel::bits_as<float>(high << 16U | lows[i]);
      halves[i] = narrow<half>(values[i]);
      brains[i] = narrow<brain>(values[i]);
    }
    for (const conversions& one : targets) {
      one.narrow_halves(values.data(), made.data(), made.size());
      EXPECT_EQ(made == halves, true) << one.target << ", f16, upper half " << high;
      one.narrow_brains(values.data(), made.data(), made.size());
      EXPECT_EQ(made == brains, true) << one.target << ", bf16, upper half " << high;
    }
  }
}

TEST(conversions, to_float_are_the_portable_ones) {
  std::vector<std::uint16_t> bits(low_count);
  std::vector<float> made(low_count);
  for (std::size_t i = 0; i < low_count; ++i) bits[i] = static_cast<std::uint16_t>(i);
  const auto word = [](float value) { return kernel::bits_as<std::uint32_t>(value); };
  for (const conversions& one : available()) {
    one.widen_halves(bits.data(), made.data(), low_count);
    for (std::size_t i = 0; i < low_count; ++i)
      ASSERT_EQ(word(made[i]), word(kernel::canonical_nan(kernel::widen(half{bits[i]}))))
          << one.target << ", f16 " << i;
    one.widen_brains(bits.data(), made.data(), low_count);
    for (std::size_t i = 0; i < low_count; ++i)
      ASSERT_EQ(word(made[i]), word(kernel::canonical_nan(kernel::widen(brain{bits[i]}))))
          << one.target << ", bf16 " << i;
  }
}

}  // namespace
}  // namespace strew::testing

#endif
#endif
