// Layouts: the number of dimensions, the order of sizes and strides in a descriptor, and rotated dimensions.
#pragma once

#include <cstddef>

#include "strew/bnns.h"

namespace strew::frontends::bnns {

struct layout {
  BNNSDataLayout value;
  std::size_t rank;
  bool has_reversed_sizes;    // size[0] is that of the last logical dimension
  bool has_reversed_strides;  // stride[0] is that of the last logical dimension
  bool is_rotated;            // the last two logical dimensions are stored in reverse
  const char* refusal;        // why strides do not address its elements; null if they do

  // The positions of the size and the stride of a logical dimension.
  [[nodiscard]] std::size_t size_at(std::size_t dimension) const {
    return has_reversed_sizes ? rank - 1 - dimension : dimension;
  }
  [[nodiscard]] std::size_t stride_at(std::size_t dimension) const {
    return has_reversed_strides ? rank - 1 - dimension : dimension;
  }
  // The logical dimension of stride number `stride`.
  [[nodiscard]] std::size_t dimension_of(std::size_t stride) const { return stride_at(stride); }
  [[nodiscard]] bool is_turned(std::size_t dimension) const { return is_rotated && dimension + 2 >= rank; }
};

// Null if there is no such layout.
const layout* find_layout(BNNSDataLayout value);

}  // namespace strew::frontends::bnns
