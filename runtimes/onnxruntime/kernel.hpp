// The kernel of one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/node.hpp"
#include "onnxruntime/structs.hpp"
#include "onnxruntime/threads.hpp"
#include "strew/call.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/result.hpp"
#include "strew/site.hpp"
#include "strew/view.hpp"

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
  virtual ~kernel() = default;

  // The runtime's function that creates kernels; `state` is a kernel_class, which is copied.
  static abi::status* create(void* state, const abi::kernel_info* info, abi::kernel** made) noexcept;

 protected:
  virtual abi::status* run(abi::kernel_context* context) = 0;

  // The inputs that the node has, in ONNX's order; those that are left out stay none.
  abi::status* read_inputs(abi::kernel_context* context, std::span<const_view> to) const;
  abi::status* read_input(abi::kernel_context* context, std::size_t number, const_view& to) const;
  result<void> execute(const strew::detail::chosen& what, const strew_operands& all, std::int32_t on_error,
                       abi::kernel_context* context) noexcept;

  const abi::host& host() const noexcept { return at_; }
  const onnx::detail::version& of() const noexcept { return node_.of(); }
  const onnx::detail::settings& with() const noexcept { return settings_; }
  // Of the operators whose attributes tell everything but the operands.
  const strew::detail::chosen& what() const noexcept { return what_; }

 private:
  abi::status* read(const abi::kernel_info* info);

  abi::host at_;
  node node_;
  onnx::detail::settings settings_;
  strew::detail::chosen what_;
  std::shared_ptr<threads> pool_;
  std::size_t inputs_ = 0;
  site site_;  // of all threads of the session
};

// Without those at the end that are none, which the frontend takes for left out.
std::span<const const_view> given_of(std::span<const const_view> inputs) noexcept;

}  // namespace strew::onnxruntime
