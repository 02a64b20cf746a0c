// The kernel of one node.
#pragma once

#include <cstddef>
#include <memory>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/node.hpp"
#include "onnxruntime/planned.hpp"
#include "onnxruntime/plans.hpp"
#include "onnxruntime/structs.hpp"
#include "onnxruntime/threads.hpp"

namespace strew::onnxruntime {

// What all kernels of a version have in one session.
struct kernel_class {
  abi::host at;
  const onnx::detail::version* of;
  std::shared_ptr<threads> pool;
};

class kernel : public abi::kernel {
 public:
  explicit kernel(const kernel_class& from);

  // The runtime's function that creates kernels; `state` is a kernel_class.
  static abi::status* create(void* state, const abi::kernel_info* info, abi::kernel** made) noexcept;

 private:
  abi::status* read(const abi::kernel_info* info);
  abi::status* read_input(abi::kernel_context* context, std::size_t number, operand& to) const noexcept;
  abi::status* run(abi::kernel_context* context);
  abi::status* run_planned(const planned& with, const operands& given, abi::kernel_context* context) const noexcept;
  result<void> execute(const planned& with, const operands& given, void* output,
                       abi::kernel_context* context) const noexcept;

  abi::host at_;
  node node_;
  std::shared_ptr<threads> pool_;
  std::size_t inputs_ = 0;
  plans plans_;
};

}  // namespace strew::onnxruntime
