// The engine's messages in the words of NumPy: shapes as tuples, axes and their sizes, its names of types.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// NumPy's name of an element type; null for records, whose name the array knows.
const char* numpy_name(strew_dtype type);
// The type of that name; STREW_DTYPE_OPAQUE where it is none of them.
strew_dtype type_named(const std::string& name);

// The message of a record. `types` has the names of the operands' types, by operand.
std::string spoken(const strew_error& record, const nb::dict& types);

}  // namespace strew::python
