// The factory of providers.
#pragma once

#include "onnxruntime/abi.hpp"
#include "onnxruntime/structs.hpp"

namespace strew::onnxruntime {

class factory : public abi::factory {
 public:
  explicit factory(const abi::host& at) noexcept;

  const abi::host& host() const noexcept { return at_; }

 private:
  abi::host at_;
};

}  // namespace strew::onnxruntime
