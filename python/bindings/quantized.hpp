// gather_block_quantized, whose operands are more than those of the other operators.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_quantized(nb::module_& module);

}  // namespace strew::python
