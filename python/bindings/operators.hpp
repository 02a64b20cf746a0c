// The operators as Python functions: each in a form that runs and one that makes a plan.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_operators(nb::module_& module);

}  // namespace strew::python
