// The C structs of one call.
#pragma once

#include <array>

#include "cases/arena.hpp"

namespace strew::cases {

class arguments {
 public:
  arguments(const test_case& p, arena& memory);  // both must outlive this
  arguments(const arguments&) = delete;
  arguments& operator=(const arguments&) = delete;

  // Null if the call has no such operand, or if the case passes a null pointer.
  const strew_tensor* data() const { return tensor(data_operand); }
  const strew_tensor* indices() const { return tensor(indices_operand); }
  const strew_tensor* updates() const { return tensor(updates_operand); }
  const strew_tensor* output() const { return tensor(output_operand); }
  const strew_gather_dimensions* gather_numbers() const { return no_numbers_ ? nullptr : &gather_; }
  const strew_scatter_dimensions* scatter_numbers() const { return no_numbers_ ? nullptr : &scatter_; }
  void* pointer(operand_number which) const { return tensors_[which].data; }
  void forget_pointers();

  // Null if the case passes none, unless they are needed to request a solver.
  const strew_options* given_options() const { return null_options_ ? nullptr : &options; }

  strew_options options = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;

 private:
  const strew_tensor* tensor(operand_number which) const { return is_null_[which] ? nullptr : &tensors_[which]; }
  void set_options(const test_case& p);
  void tamper(tampering kind);
  void lose_a_list();

  std::array<strew_tensor, operand_count> tensors_;
  std::array<bool, operand_count> is_null_ = {};
  bool no_numbers_ = false;
  bool null_options_ = false;
  strew_executor executor_ = STREW_EXECUTOR_INIT;
  strew_gather_dimensions gather_;
  strew_scatter_dimensions scatter_;
};

}  // namespace strew::cases
