// Literal tensors for tests, and the operators over them in one call each.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "strew/strew.h"

namespace strew::support {

using shape = std::vector<int64_t>;

template <class T>
constexpr strew_dtype dtype_of() {
  if constexpr (std::is_same_v<T, float>) return STREW_DTYPE_F32;
  if constexpr (std::is_same_v<T, double>) return STREW_DTYPE_F64;
  if constexpr (std::is_same_v<T, int8_t>) return STREW_DTYPE_I8;
  if constexpr (std::is_same_v<T, int16_t>) return STREW_DTYPE_I16;
  if constexpr (std::is_same_v<T, int32_t>) return STREW_DTYPE_I32;
  if constexpr (std::is_same_v<T, int64_t>) return STREW_DTYPE_I64;
  if constexpr (std::is_same_v<T, uint8_t>) return STREW_DTYPE_U8;
  if constexpr (std::is_same_v<T, uint16_t>) return STREW_DTYPE_U16;
  if constexpr (std::is_same_v<T, uint32_t>) return STREW_DTYPE_U32;
  if constexpr (std::is_same_v<T, uint64_t>) return STREW_DTYPE_U64;
}

// Values in row-major order; packed unless strides are given. f16 and bf16 stand as the bits in uint16_t.
template <class T>
struct array {
  shape extents;
  std::vector<T> values;
  strew_dtype dtype = dtype_of<T>();
  shape strides = {};

  // Borrows; the struct is writable through it, as the C ABI has one type for inputs and outputs.
  strew_tensor view() const {
    strew_tensor t = STREW_TENSOR_INIT;
    t.dtype = dtype;
    t.data = const_cast<T*>(values.data());
    t.rank = extents.size();
    t.extents = extents.data();
    t.strides = strides.empty() ? nullptr : strides.data();
    return t;
  }
};

// A tensor over bytes that are not in an array.
strew_tensor describe(void* data, strew_dtype dtype, const shape& extents, const shape& strides);

strew_options options_of(int32_t reduction, int32_t out_of_bounds = STREW_OOB_ERROR,
                         int32_t negative = STREW_NEGATIVE_FROM_END);

// The record of one call; its status is what the call returned.
strew_error gather_nd(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& output,
                      int64_t batch_dims = 0, const strew_options& options = STREW_OPTIONS_INIT);
strew_error scatter_nd(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& updates,
                       const strew_tensor& output, int64_t batch_dims = 0,
                       const strew_options& options = STREW_OPTIONS_INIT);

}  // namespace strew::support
