// The operands of one operator, without their data.
#pragma once

#include "base/status.hpp"
#include "base/tensor.hpp"

namespace strew::engine {

// A gather has no updates; its direct operand is the output.
struct operands {
  tensor data;
  tensor indices;
  tensor updates;
  tensor output;
  bool is_scatter = false;

  [[nodiscard]] const tensor& table() const { return is_scatter ? output : data; }
  [[nodiscard]] const tensor& direct() const { return is_scatter ? updates : output; }
  [[nodiscard]] operand direct_operand() const { return is_scatter ? operand::updates : operand::output; }
};

}  // namespace strew::engine
