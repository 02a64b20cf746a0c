// What ONNX fixes for its files and the operands of its operators, beside the operators themselves.
#pragma once

#include <cstdint>
#include <string_view>

namespace strew::cli {

// The version of ONNX's files that came with an opset; of a later one than are known, the newest.
std::int64_t ir_version_of(std::int64_t opset);

// ONNX's name of the output of an operator.
std::string_view output_name(std::string_view op_type);

}  // namespace strew::cli
