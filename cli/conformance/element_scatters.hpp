// The forms of Scatter and ScatterElements, which mean the same.
#pragma once

#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

// Without repeated indices, which ONNX excludes where nothing is reduced.
std::vector<form> element_scatter_forms();

}  // namespace strew::cli::conformance
