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
  // A new array of the kind of `like`, but of that type.
  result(const extents& shape, const operand& like, strew_dtype type);
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

// Where a call writes: to `out` or, where that is None, to a new array of that shape. It is of the kind and type of
// data; where these are codes, of `type`; where there are none, of the kind of the segment ids.
result destination(nb::handle out, const call_spec& spec, const inputs& in, const extents& shape, strew_dtype type);

// After a call has written results beside the output: of arrays of the caller, as `finished` does of the output.
void note_further(const inputs& in);

// Raises PY9: a gather that leaves elements out has nothing to leave them in.
void check_needs_no_output(const call_spec& spec);

}  // namespace strew::python
