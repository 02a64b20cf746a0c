// The kernels of fused operators: SegmentReduce of ai.strew and GatherBlockQuantized of com.microsoft.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "onnxruntime/kernel.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {

class fused_kernel : public kernel {
 public:
  using kernel::kernel;

 private:
  using inputs = std::span<const const_view>;

  abi::status* run(abi::kernel_context* context) override;
  abi::status* reduce(inputs given, abi::kernel_context* context);
  abi::status* decode(inputs given, bool has_uint4, abi::kernel_context* context);
  abi::status* read_codes(abi::kernel_context* context, std::size_t number, const_view& to, bool& has_uint4) const;
};

}  // namespace strew::onnxruntime
