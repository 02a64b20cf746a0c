// The operators, as the C ABI numbers them.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::cases {

enum class operator_kind : int32_t {
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

inline bool is_scatter(operator_kind op) {
  return op == operator_kind::scatter || op == operator_kind::scatter_elements || op == operator_kind::scatter_nd ||
         op == operator_kind::stablehlo_scatter || op == operator_kind::tensor_scatter;
}

}  // namespace strew::cases
