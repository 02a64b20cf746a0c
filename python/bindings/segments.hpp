// segment_reduce and sddmm, whose operands are more than those of the other operators.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_segments(nb::module_& module);

}  // namespace strew::python
