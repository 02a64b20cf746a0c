// Operators of the domain ai.strew, which the runtime does not know: with their schemas, and kernels for any session.
#pragma once

#include "onnxruntime/abi.hpp"

namespace strew::onnxruntime {

// Made once for each runtime of the process, and kept: sessions refer to it as long as they are.
abi::status* find_own_domain(const abi::host& at, abi::custom_domain** found);

}  // namespace strew::onnxruntime
