// The operators, as the C ABI numbers them.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::cases {

enum class operation : int32_t {
  gather = STREW_OPERATOR_GATHER,
  scatter = STREW_OPERATOR_SCATTER,
  gather_elements = STREW_OPERATOR_GATHER_ELEMENTS,
  scatter_elements = STREW_OPERATOR_SCATTER_ELEMENTS,
  gather_nd = STREW_OPERATOR_GATHER_ND,
  scatter_nd = STREW_OPERATOR_SCATTER_ND,
  tensor_scatter = STREW_OPERATOR_TENSOR_SCATTER,
  stablehlo_gather = STREW_OPERATOR_STABLEHLO_GATHER,
  stablehlo_scatter = STREW_OPERATOR_STABLEHLO_SCATTER
};

inline bool is_scatter(operation op) {
  return op == operation::scatter || op == operation::scatter_elements || op == operation::scatter_nd ||
         op == operation::stablehlo_scatter || op == operation::tensor_scatter;
}

}  // namespace strew::cases
