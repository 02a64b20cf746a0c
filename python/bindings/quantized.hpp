// Rows of quantised codes: gather_block_quantized, and what segment_reduce of codes has of it.
#pragma once

#include <nanobind/nanobind.h>

#include "call_spec.hpp"
#include "inputs.hpp"

namespace nb = nanobind;

namespace strew::python {

// What strew/_codes.py hands over: scales, zero points and codebook, None where there is none, and how they decode.
void read_codes(const nb::dict& codes, call_spec& spec, arrays& to);
// The type of a new result.
strew_dtype type_of_result(const nb::dict& codes);

void add_quantized(nb::module_& module);

}  // namespace strew::python
