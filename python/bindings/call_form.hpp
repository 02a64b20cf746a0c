// The form of the arrays of a small call: types, extents and strides, compared where NumPy has them. A call of the same
// form executes its plan without describing them again.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "inputs.hpp"
#include "ndarray.hpp"
#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

class call_form {
 public:
  // Of a call that has succeeded. False, and no call fits, where it is not small or has an array that is not NumPy's.
  bool keep(const arrays& given, nb::handle result);
  [[nodiscard]] bool fits(const arrays& given) const;
  // The result of a call that fits; null where it failed: it can be made again, and the long way says why.
  [[nodiscard]] nb::object run(const strew_plan* plan, const arrays& given, execution_settings how) const;

 private:
  bool is_kept_ = false, has_indices_ = false, has_updates_ = false, is_in_place_ = false;
  array_form data_, indices_, updates_, output_;
};

// Whether such calls may be remembered at all: a small call keeps the GIL, and nothing in it runs code of Python.
#ifdef Py_GIL_DISABLED
constexpr bool has_forms = false;
#else
constexpr bool has_forms = true;
#endif

}  // namespace strew::python
