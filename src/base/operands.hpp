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

// Results beside the output.
struct further_operands {
  bool has_arg = false;
  bool has_count = false;
  tensor arg;
  tensor count;
};

// A gather has no updates; its direct operand is the output.
struct operands {
  tensor data;
  tensor indices;
  tensor updates;
  tensor output;
  boxed<paired_operands> paired;    // only of a scatter whose updates have indices or weights
  boxed<further_operands> further;  // only of a segment_reduce with further results
  boxed<tensor> start;              // of a plan of positions: the old values, which its output has not
  bool is_scatter = false;

  [[nodiscard]] const tensor& table() const { return is_scatter ? output : data; }
  [[nodiscard]] const tensor& direct() const { return is_scatter ? updates : output; }
  [[nodiscard]] operand direct_operand() const { return is_scatter ? operand::updates : operand::output; }
};

}  // namespace strew::engine
