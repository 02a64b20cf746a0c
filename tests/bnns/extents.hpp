// Counting with extents.
#pragma once

#include <functional>
#include <numeric>

#include "bnns/array.hpp"

namespace strew::testing {

// By rank, from 1.
constexpr BNNSDataLayout first_major[] = {
    BNNSDataLayout1DFirstMajor, BNNSDataLayout2DFirstMajor, BNNSDataLayout3DFirstMajor, BNNSDataLayout4DFirstMajor,
    BNNSDataLayout5DFirstMajor, BNNSDataLayout6DFirstMajor, BNNSDataLayout7DFirstMajor, BNNSDataLayout8DFirstMajor};

inline std::size_t product(const sizes& of) {
  return std::accumulate(of.begin(), of.end(), std::size_t{1}, std::multiplies<>());
}

// The logical coordinates of row-major number `n`.
inline sizes coordinates(std::size_t n, const sizes& extents) {
  sizes at(extents.size());
  for (std::size_t d = extents.size(); d-- > 0; n /= extents[d]) at[d] = n % extents[d];
  return at;
}

}  // namespace strew::testing
