// The operands of one operator, without their data.
#pragma once

#include "base/boxed.hpp"
#include "base/status.hpp"
#include "base/tensor.hpp"

namespace strew::engine {

// The indices of updates, and their weights; one of them may be absent, which the problem says.
struct paired_operands {
  tensor from;
  tensor weights;
};

// A gather has no updates; its direct operand is the output.
struct operands {
  tensor data;
  tensor indices;
  tensor updates;
  tensor output;
  boxed<paired_operands> paired;  // only of a scatter whose updates have indices or weights
  bool is_scatter = false;

  [[nodiscard]] const tensor& table() const { return is_scatter ? output : data; }
  [[nodiscard]] const tensor& direct() const { return is_scatter ? updates : output; }
  [[nodiscard]] operand direct_operand() const { return is_scatter ? operand::updates : operand::output; }
};

}  // namespace strew::engine
