// The kernels of ONNX's own operators.
#pragma once

#include <array>

#include "onnxruntime/kernel.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {

class move_kernel : public kernel {
 public:
  using kernel::kernel;

 private:
  using views = std::array<const_view, 3>;

  abi::status* run(abi::kernel_context* context) override;
  abi::status* gather(const views& given, abi::kernel_context* context);
  abi::status* scatter(const views& given, abi::kernel_context* context);
};

}  // namespace strew::onnxruntime
