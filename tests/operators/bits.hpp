// Reductions into one cell, on the bits of each floating-point format.
#pragma once

#include <gtest/gtest.h>

#include "operators/line.hpp"

namespace strew::support {

struct real_type {
  const char* name;
  strew_dtype dtype;
  int width;
  uint64_t one, infinity, nan, sign, largest;
};
constexpr real_type real_types[] = {
    {"f16", STREW_DTYPE_F16, 2, 0x3c00, 0x7c00, 0x7e00, 0x8000, 0x7bff},
    {"bf16", STREW_DTYPE_BF16, 2, 0x3f80, 0x7f80, 0x7fc0, 0x8000, 0x7f7f},
    {"f32", STREW_DTYPE_F32, 4, 0x3f800000, 0x7f800000, 0x7fc00000, 0x80000000, 0x7f7fffff},
    {"f64", STREW_DTYPE_F64, 8, 0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000, 0x8000000000000000,
     0x7fefffffffffffff},
};

constexpr int32_t arithmetic[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL,
                                  STREW_REDUCTION_MIN, STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN};
constexpr int32_t accumulators[] = {STREW_ACCUMULATE_WIDE, STREW_ACCUMULATE_NATIVE};

// The cells of a one-dimensional table after the updates.
template <class T>
std::vector<T> reduced(const strew_options& options, const std::vector<T>& data, const std::vector<int64_t>& targets,
                       const std::vector<T>& updates, strew_dtype dtype = dtype_of<T>(),
                       operator_kind kind = operator_kind::scatter) {
  line<T> l{kind, data, targets, updates, options, dtype};
  const strew_error error = l.run();
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  return l.data;
}

// The cell after all updates were combined in it.
template <class T>
T fold(const strew_options& options, T old, const std::vector<T>& updates, strew_dtype dtype = dtype_of<T>()) {
  return reduced<T>(options, {old}, std::vector<int64_t>(updates.size()), updates, dtype)[0];
}

template <class T>
uint64_t fold_as(const real_type& type, const strew_options& options, uint64_t old,
                 const std::vector<uint64_t>& updates) {
  return fold<T>(options, static_cast<T>(old), std::vector<T>(updates.begin(), updates.end()), type.dtype);
}

inline uint64_t fold_bits(const real_type& type, const strew_options& options, uint64_t old,
                          const std::vector<uint64_t>& updates) {
  if (type.width == 8) return fold_as<uint64_t>(type, options, old, updates);
  if (type.width == 4) return fold_as<uint32_t>(type, options, old, updates);
  return fold_as<uint16_t>(type, options, old, updates);
}

inline strew_options reduction_of(int32_t reduction, int32_t accumulate, bool exclude_self = false) {
  strew_options options = options_of(reduction);
  options.accumulate = accumulate;
  options.exclude_self = exclude_self ? 1 : 0;
  return options;
}

}  // namespace strew::support
