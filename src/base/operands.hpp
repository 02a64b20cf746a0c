// The operands of one operator, without their data.
#pragma once

#include "base/boxed.hpp"
#include "base/status.hpp"
#include "base/tensor.hpp"

namespace strew::engine {

// An operand that there is not: it has no elements.
inline tensor no_operand() {
  return {dtype::i64, 8, {0}, {0}};
}

// The operands that few operators have: of updates their indices and weights; of codes their scales, zero points and
// codebook.
struct paired_operands {
  tensor from = no_operand();
  tensor weights = no_operand();
  tensor scales = no_operand();
  tensor zero_points = no_operand();
  tensor codebook = no_operand();
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
  boxed<paired_operands> paired;    // only of a call that has some
  boxed<further_operands> further;  // only of a segment_reduce with further results
  boxed<tensor> start;              // of a plan of positions: the old values, which its output has not
  bool is_scatter = false;

  [[nodiscard]] const tensor& table() const { return is_scatter ? output : data; }
  [[nodiscard]] const tensor& direct() const { return is_scatter ? updates : output; }
  [[nodiscard]] operand direct_operand() const { return is_scatter ? operand::updates : operand::output; }
};

}  // namespace strew::engine
