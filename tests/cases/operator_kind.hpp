// The operators with their numbers and names in the C ABI, and the dimension numbers that each one uses; and the move,
// which is no operator there and is planned from the structs of problem.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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
  stablehlo_scatter = STREW_OPERATOR_STABLEHLO_SCATTER,
  move = -1
};

inline bool is_scatter(operator_kind op) {
  return op == operator_kind::scatter || op == operator_kind::scatter_elements || op == operator_kind::scatter_nd ||
         op == operator_kind::stablehlo_scatter || op == operator_kind::tensor_scatter || op == operator_kind::move;
}

inline bool is_stablehlo(operator_kind op) {
  return op == operator_kind::stablehlo_gather || op == operator_kind::stablehlo_scatter;
}

inline bool has_axis(operator_kind op) {
  return op == operator_kind::gather || op == operator_kind::scatter || op == operator_kind::gather_elements ||
         op == operator_kind::scatter_elements || op == operator_kind::tensor_scatter;
}

inline bool has_batch_dims(operator_kind op) {
  return op == operator_kind::gather || op == operator_kind::scatter || op == operator_kind::gather_nd ||
         op == operator_kind::scatter_nd || op == operator_kind::move;
}

// Whether DirectML and BNNS have it.
inline bool is_of_platforms(operator_kind op) {
  return !is_stablehlo(op) && op != operator_kind::tensor_scatter && op != operator_kind::move;
}

// The extents of the direct operand do not follow from data and indices: AT6.
inline bool has_free_shape(operator_kind op) {
  return op == operator_kind::tensor_scatter || op == operator_kind::stablehlo_scatter || op == operator_kind::move;
}

inline std::string_view name_of(operator_kind op) {
  if (op == operator_kind::move) return "move";
  return strew_operator_name(static_cast<int32_t>(op));
}

inline std::optional<operator_kind> operator_of(std::string_view name) {
  if (name == name_of(operator_kind::move)) return operator_kind::move;
  for (int32_t kind = 1; strew_operator_name(kind) != nullptr; ++kind) {
    if (strew_operator_name(kind) == name) return static_cast<operator_kind>(kind);
  }
  return std::nullopt;
}

}  // namespace strew::cases
