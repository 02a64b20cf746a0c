// segment_reduce and sddmm, whose operands are more than those of the other operators.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "call_spec.hpp"

namespace nb = nanobind;

namespace strew::python {

// What strew/_segment_reduce.py, _segment_scan.py and _sddmm.py hand over: words and numbers by their names in the
// signature.
call_spec spec_of_segments(std::int64_t form, std::int64_t batch_dims, const nb::dict& words);

void add_segments(nb::module_& module);

}  // namespace strew::python
