// Small calls on NumPy's own arrays, the short way: nothing is kept or copied of the arrays, since the GIL is held.
#pragma once

#include <nanobind/nanobind.h>

#include "call_spec.hpp"
#include "inputs.hpp"

namespace nb = nanobind;

namespace strew::python {

class plain_operand {
 public:
  // False where it is given and no array that can be described.
  bool read(nb::handle array);
  bool read_small(nb::handle array);
  [[nodiscard]] const strew_tensor* view() const { return described_; }  // null: it is not given
  [[nodiscard]] void* memory() const { return described_ == nullptr ? nullptr : described_->data; }

 private:
  strew_tensor view_;
  const strew_tensor* described_ = nullptr;
};

// The arrays of a call, if they are all plain, and small but for data that are left as they are or written in place.
struct plain_operands {
  plain_operand data, indices, updates, output;

  bool read(const arrays& given);
};

// The result; null where the call is not one of these, or where it failed: it can be made again, and the long way says
// why.
nb::object run_plain(const call_spec& spec, const arrays& given);

}  // namespace strew::python
