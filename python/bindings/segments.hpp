// segment_reduce, segment_scan and sddmm, whose positions belong to segments.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_segments(nb::module_& module);

}  // namespace strew::python
