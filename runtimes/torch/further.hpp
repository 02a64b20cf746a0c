// Operators that take further operands, by name, and write a new tensor whose size their caller tells.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "strew/strew.h"
#include "torch/tensor.hpp"
#include "torch/view.hpp"

namespace strew::torch {

// An operand and its view; without a tensor, null.
class given_tensor {
 public:
  explicit given_tensor(tensor from) : tensor_(std::move(from)) {
    if (tensor_.is_given()) view_.emplace(layout_of(tensor_), tensor_.read());
  }
  [[nodiscard]] const strew_tensor* native() const { return view_ ? view_->native() : nullptr; }
  [[nodiscard]] std::int32_t dtype() const { return layout_of(tensor_).dtype; }

 private:
  tensor tensor_;
  std::optional<view> view_;
};

// Executes the call with a new output, which is returned. Throws as failure.hpp says.
tensor run_further(const strew_operator& op, const strew_options& options, strew_operands& all,
                   const std::vector<std::int64_t>& size, std::int32_t dtype);

}  // namespace strew::torch
