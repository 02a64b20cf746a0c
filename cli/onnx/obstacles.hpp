// What a call may have and no node of ONNX has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "diagnostic.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {

// Of an operator that is no node.
diagnostic refuse_operator(const operator_spec& spec, const operator_options& options, const prepared_call& prepared);

// An option that the node cannot say, whatever its version is.
outcome find_obstacle(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
                      std::string_view op_type);

// Why the node, which the call's operands fit, does something else.
diagnostic explain_difference(const operator_options& options, std::string_view op_type,
                              std::optional<std::int64_t> opset);

}  // namespace strew::cli
