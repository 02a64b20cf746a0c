// Data types: which element of the engine each one is.
#pragma once

#include <cstdint>

#include "strew/bnns.h"

namespace strew::frontends::bnns {

struct data_type {
  BNNSDataType value;
  std::uint32_t bits;
  strew_dtype element;  // STREW_DTYPE_OPAQUE where an element is less than a byte
};

// Null if there is no such type.
const data_type* find_data_type(BNNSDataType value);

// Elements of these types are entries of the descriptor's table.
constexpr bool is_indexed(BNNSDataType value) {
  return (value & BNNSDataTypeIndexedBit) != 0;
}

// Types whose numbers data_scale and data_bias convert.
constexpr bool is_integer(BNNSDataType value) {
  return (value & (BNNSDataTypeIntBit | BNNSDataTypeUIntBit)) != 0;
}

}  // namespace strew::frontends::bnns
