// The mapping of data types to element types of the engine.
#pragma once

#include <cstdint>

#include "strew/bnns.h"

namespace strew::frontends::bnns {

struct data_type {
  BNNSDataType value;
  std::uint32_t bits;
  strew_dtype element;  // STREW_DTYPE_OPAQUE if an element is less than a byte
};

// Null if there is no such type.
const data_type* find_data_type(BNNSDataType value);

// Elements of these types are entries of the descriptor's table.
constexpr bool is_indexed(BNNSDataType value) {
  return (value & BNNSDataTypeIndexedBit) != 0;
}

// Types to which data_scale and data_bias apply.
constexpr bool is_integer(BNNSDataType value) {
  return (value & (BNNSDataTypeIntBit | BNNSDataTypeUIntBit)) != 0;
}

}  // namespace strew::frontends::bnns
