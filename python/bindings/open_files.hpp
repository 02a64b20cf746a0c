// Files that the engine reads and writes, by its own numbers: on Windows those of Python's C library are not those of
// this one.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_open_files(nb::module_& module);

}  // namespace strew::python
