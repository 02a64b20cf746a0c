// strew._strew._Exchange: one rank's part of a gather or scatter of rows that several ranks hold. strew/distributed.py
// carries the bytes.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_exchange(nb::module_& module);

}  // namespace strew::python
