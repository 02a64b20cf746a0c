// Layouts: how many dimensions, in which order a descriptor lists their sizes and strides, and what is turned round.
#pragma once

#include <cstddef>

#include "strew/bnns.h"

namespace strew::frontends::bnns {

struct layout {
  BNNSDataLayout value;
  std::size_t rank;
  bool has_reversed_sizes;    // size[0] is that of the last logical dimension
  bool has_reversed_strides;  // stride[0] is that of the last logical dimension
  bool is_rotated;            // the last two logical dimensions are stored from their ends
  const char* refusal;        // why strides do not tell its elements apart; null if they do

  // Where the size and the stride of a logical dimension stand.
  [[nodiscard]] std::size_t size_at(std::size_t dimension) const {
    return has_reversed_sizes ? rank - 1 - dimension : dimension;
  }
  [[nodiscard]] std::size_t stride_at(std::size_t dimension) const {
    return has_reversed_strides ? rank - 1 - dimension : dimension;
  }
  // The logical dimension whose stride stands at `stride`.
  [[nodiscard]] std::size_t dimension_of(std::size_t stride) const { return stride_at(stride); }
  [[nodiscard]] bool is_turned(std::size_t dimension) const { return is_rotated && dimension + 2 >= rank; }
};

// Null if there is no such layout.
const layout* find_layout(BNNSDataLayout value);

}  // namespace strew::frontends::bnns
