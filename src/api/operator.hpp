// The operator of a call. The only switch over lowerings is in the implementation of this.
#pragma once

#include <cstdint>

#include "api/convert.hpp"

namespace strew::engine::api {

struct operator_info {
  const char* name;
  bool is_scatter;
  bool has_extents;    // those of the direct operand follow from data and indices
  std::uint32_t uses;  // fields, as bits
};

const operator_info* find_operator(std::int32_t kind);  // null for an unknown one

// PT1, PT2, PT5. The updates are null for a gather.
status check_operator(const strew_operator* op, const strew_tensor* updates);
// Dimension numbers, of an operator that has them: PT1, PT2.
status check_dimensions(const strew_operator& op);

// The options of a call: null means the operator's defaults.
const strew_options* options_of(const strew_operator& op, const strew_options* given);
strew_options stablehlo_options(bool is_scatter);

// Lowers an operator that has passed the checks above.
arguments arguments_of(const strew_operator& op, const strew_tensor* data, const strew_tensor* indices,
                       const strew_tensor* updates, const strew_tensor* output);
result<operation> lower_operator(const strew_operator& op, bool has_indices, const operands& ops,
                                 const operator_options& options);
status check_has_extents(const strew_operator& op);  // AT6
result<extents_list> direct_extents(const strew_operator& op, const operands& ops);

}  // namespace strew::engine::api
