// Memory and the descriptor of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "strew/bnns.h"
#include "support/engine_terms.hpp"

namespace strew::testing {

template <class T>
constexpr BNNSDataType type_of() {
  if constexpr (std::is_same_v<T, float>) return BNNSDataTypeFloat32;
  if constexpr (std::is_same_v<T, bool>) return BNNSDataTypeBoolean;
  if constexpr (std::is_same_v<T, int8_t>) return BNNSDataTypeInt8;
  if constexpr (std::is_same_v<T, int16_t>) return BNNSDataTypeInt16;
  if constexpr (std::is_same_v<T, int32_t>) return BNNSDataTypeInt32;
  if constexpr (std::is_same_v<T, int64_t>) return BNNSDataTypeInt64;
  if constexpr (std::is_same_v<T, uint8_t>) return BNNSDataTypeUInt8;
  if constexpr (std::is_same_v<T, uint16_t>) return BNNSDataTypeUInt16;
  if constexpr (std::is_same_v<T, uint32_t>) return BNNSDataTypeUInt32;
  if constexpr (std::is_same_v<T, uint64_t>) return BNNSDataTypeUInt64;
}

using sizes = std::vector<std::size_t>;

// Sizes and strides as the layout numbers them. Float16, BFloat16, Boolean and Indexed8 stand as their bits.
template <class T>
struct array {
  BNNSDataLayout layout;
  sizes size;
  std::vector<T> values;
  BNNSDataType type = type_of<T>();
  sizes stride = {};

  // Borrows.
  [[nodiscard]] BNNSNDArrayDescriptor view() const {
    BNNSNDArrayDescriptor made = {};
    made.layout = layout;
    for (std::size_t i = 0; i < size.size(); ++i) made.size[i] = size[i];
    for (std::size_t i = 0; i < stride.size(); ++i) made.stride[i] = stride[i];
    made.data = const_cast<T*>(values.data());
    made.data_type = type;
    return made;
  }
};

template <class T>
array<T> vector(const std::vector<T>& values) {
  return {BNNSDataLayoutVector, {values.size()}, values};
}

// Rows in C's order.
template <class T>
array<T> matrix(std::size_t rows, std::size_t columns, const std::vector<T>& values) {
  return {BNNSDataLayout2DFirstMajor, {rows, columns}, values};
}

// The last failure; its message must have no term of the engine that BNNS does not have. `data` and `table` are fields
// of a descriptor, so terms only in sentences of the engine.
inline strew_error last_error() {
  strew_error record = STREW_ERROR_INIT;
  record.status = STREW_STATUS_INTERNAL;
  if (strew_bnns_last_error(&record) != 0) record.status = STREW_STATUS_INTERNAL;
  const bool is_own = std::string_view(record.rule).substr(0, 2) == "BN";
  if (record.status == STREW_STATUS_OK) return record;
  EXPECT_EQ(terms_in(record.message, engine_terms()), "") << record.message;
  EXPECT_EQ(is_own ? "" : terms_in(record.message, {"data", "table"}), "") << record.message;
  return record;
}

}  // namespace strew::testing
