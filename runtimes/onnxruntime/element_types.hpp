// Element types of ONNX as those of strew.
#pragma once

#include <vector>

#include "onnxruntime/abi.hpp"
#include "strew/dtype.hpp"
#include "strew/onnx/versions.hpp"

namespace strew::onnxruntime {

// Codes by their numbers in TensorProto.DataType; strew has no views of the two of four bits, but of their bytes.
inline constexpr abi::element_type uint8_type = 2, uint4_type = 21, int4_type = 22;

// dtype::opaque for types that strew does not have.
strew::dtype dtype_of(abi::element_type type) noexcept;

// The types of data that a version takes, by the rules of the frontend.
std::vector<abi::element_type> data_types(const onnx::detail::version& of);

// The types of its indices.
std::vector<abi::element_type> index_types(const onnx::detail::version& of);

// The types of the scales of GatherBlockQuantized, which are those of its output.
std::vector<abi::element_type> scale_types();

// Those that this runtime has tensors of.
std::vector<const abi::data_type*> tensors_of(const abi::host& at, const std::vector<abi::element_type>& types);

}  // namespace strew::onnxruntime
