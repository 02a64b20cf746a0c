// The conversion of the bits of an element to a number: scale, bias, table.
#pragma once

#include <bit>
#include <cstdint>

#include "bnns/descriptor.hpp"
#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// left == right, computed with integers: in the caller's floating-point environment a subnormal number may compare as
// zero and a NaN may trap.
inline bool is_same_number(float left, float right) {
  constexpr std::uint32_t largest = 0xff000000U;  // infinity without its sign; NaNs are above
  const auto a = std::bit_cast<std::uint32_t>(left);
  const auto b = std::bit_cast<std::uint32_t>(right);
  const bool are_zeros = ((a | b) << 1U) == 0;
  return are_zeros || (a == b && (a << 1U) <= largest);
}

// A descriptor of zeros has no scale.
inline float scale_of(const BNNSNDArrayDescriptor& of) {
  return is_same_number(of.data_scale, 0.0F) ? 1.0F : of.data_scale;
}

inline bool is_scaled(const BNNSNDArrayDescriptor& of) {
  return !is_same_number(scale_of(of), 1.0F) || !is_same_number(of.data_bias, 0.0F);
}

// BN5: bits are moved unchanged, so they must have the same meaning on both sides.
maybe_failure compare_quantization(const operand& input, const operand& indices, const operand& output);

}  // namespace strew::frontends::bnns
