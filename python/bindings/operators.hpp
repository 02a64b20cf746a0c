// The operators as Python functions: each in a form that runs and one that makes a plan.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_gathers(nb::module_& module);
void add_scatters(nb::module_& module);
void add_stablehlo(nb::module_& module);

}  // namespace strew::python
