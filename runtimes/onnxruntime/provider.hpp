// The execution provider of one session.
#pragma once

#include <vector>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/kernel.hpp"
#include "onnxruntime/structs.hpp"

namespace strew::onnxruntime {

inline constexpr const char* provider_name = "StrewExecutionProvider";

class provider : public abi::provider {
 public:
  explicit provider(const abi::host& at) noexcept;
  provider(const provider&) = delete;
  provider& operator=(const provider&) = delete;
  ~provider();

 private:
  abi::status* take_nodes(const abi::graph* of, abi::graph_support* support) const;
  abi::status* decide(const abi::node* about, bool& is_taken) const;
  abi::status* decide_codes(const abi::node* about, const onnx::detail::version& of, const onnx::detail::settings& with,
                            bool& is_taken) const;
  abi::status* find_registry(const abi::kernel_registry** found);

  abi::host at_;
  std::vector<kernel_class> classes_;
  abi::kernel_registry* registry_ = nullptr;
};

}  // namespace strew::onnxruntime
