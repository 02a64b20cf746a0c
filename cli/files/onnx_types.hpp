// The element types of ONNX: TensorProto.DataType.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/npy_type.hpp"
#include "files/result.hpp"

namespace strew::files {

// "BFLOAT16 (16)"; of a number that is not known here "the unknown type 99".
std::string onnx_type_text(std::int32_t number);

// Refuses strings, types of less than 8 bits, and what is unknown.
result<npy_type> type_of_onnx(std::int32_t number);
// The number of a type; 0 where ONNX has none.
std::int32_t onnx_number(const npy_type& type);

// The field of a tensor that may have such elements instead of raw_data: "int32_data". Empty for a type that is not
// read.
std::string_view onnx_field(std::int32_t number);

}  // namespace strew::files
