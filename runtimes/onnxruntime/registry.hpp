// The registry of kernels: which nodes the provider takes.
#pragma once

#include <vector>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/kernel.hpp"

namespace strew::onnxruntime {

// A kernel for each version of each operator that the frontend has. `classes` must stay as long as the registry.
abi::status* make_registry(const abi::host& at, const char* provider, std::vector<kernel_class>& classes,
                           abi::kernel_registry** made);

}  // namespace strew::onnxruntime
