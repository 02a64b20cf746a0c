// What stands between the bits of an element and its number: scale, bias, table.
#pragma once

#include "bnns/descriptor.hpp"
#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::doors::bnns {

// A descriptor of zeros has no scale.
inline float scale_of(const BNNSNDArrayDescriptor& of) {
  return of.data_scale == 0.0F ? 1.0F : of.data_scale;
}

inline bool is_scaled(const BNNSNDArrayDescriptor& of) {
  return scale_of(of) != 1.0F || of.data_bias != 0.0F;
}

// BN5: bits are moved as they are, so they must mean the same on both sides.
check compare_quantization(const operand& input, const operand& indices, const operand& output);

}  // namespace strew::doors::bnns
