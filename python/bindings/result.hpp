// Where a call writes: the caller's array, or a new one of the kind that came in.
#pragma once

#include <optional>

#include "extents.hpp"
#include "inputs.hpp"

namespace strew::python {

class result {
 public:
  // The caller's array. Raises PY5, PY6, PY10.
  result(nb::handle out, const inputs& in);
  // A new array.
  result(const extents& shape, const inputs& in);
  result(const result&) = delete;
  result& operator=(const result&) = delete;

  [[nodiscard]] const operand& written() const { return in_place_ != nullptr ? *in_place_ : output_; }
  [[nodiscard]] const strew_tensor& view() const { return written().view(); }
  [[nodiscard]] bool is_in_place() const { return in_place_ != nullptr; }
  // What the call returns, once it has written.
  nb::object finished();

 private:
  operand output_{"output"};
  const operand* in_place_ = nullptr;  // out is data
  nb::object array_;
  bool is_for_jax_ = false;
  bool is_of_torch_ = false;  // and of the caller
};

// After a call has written results beside the output: of arrays of the caller, as `finished` does of the output.
void note_further(const inputs& in);
// Of one array of the caller that was written, if it is given.
void note_written(const operand& one);

// Raises PY9: a gather that leaves elements out has nothing to leave them in.
void check_needs_no_output(const call_spec& spec);

}  // namespace strew::python
