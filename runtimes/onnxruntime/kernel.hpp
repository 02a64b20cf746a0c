// The kernel of one node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/node.hpp"
#include "onnxruntime/structs.hpp"
#include "onnxruntime/threads.hpp"
#include "strew/onnx/call.hpp"
#include "strew/site.hpp"

namespace strew::onnxruntime {

// What all kernels of a version have in one session.
struct kernel_class {
  abi::host at;
  const onnx::detail::version* of;
  std::shared_ptr<threads> pool;
};

// The inputs of a node in ONNX's order.
using views = std::array<const_view, 3>;

class kernel : public abi::kernel {
 public:
  explicit kernel(const kernel_class& from);

  // The runtime's function that creates kernels; `state` is a kernel_class.
  static abi::status* create(void* state, const abi::kernel_info* info, abi::kernel** made) noexcept;

 private:
  abi::status* read(const abi::kernel_info* info);
  abi::status* read_input(abi::kernel_context* context, std::size_t number, const_view& to) const;
  abi::status* run(abi::kernel_context* context);
  abi::status* gather(const views& given, abi::kernel_context* context);
  abi::status* scatter(const views& given, abi::kernel_context* context);
  result<void> execute(const strew::detail::chosen& what, const strew_operands& all, std::int32_t on_error,
                       abi::kernel_context* context) noexcept;

  abi::host at_;
  node node_;
  onnx::detail::settings settings_;
  strew::detail::chosen what_;
  std::shared_ptr<threads> pool_;
  std::size_t inputs_ = 0;
  site site_;  // of all threads of the session
};

}  // namespace strew::onnxruntime
