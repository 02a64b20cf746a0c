// Element types of ONNX as those of strew.
#pragma once

#include <vector>

#include "onnxruntime/abi.hpp"
#include "strew/dtype.hpp"
#include "strew/onnx/versions.hpp"

namespace strew::onnxruntime {

// dtype::opaque for types that strew does not have.
strew::dtype dtype_of(abi::element_type type) noexcept;

// The types of data that a version takes, by the rules of the frontend.
std::vector<abi::element_type> data_types(const onnx::detail::version& of);

// The types of its indices.
std::vector<abi::element_type> index_types(const onnx::detail::version& of);

}  // namespace strew::onnxruntime
