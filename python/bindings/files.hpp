// Scatters of files: strew/files.py opens them and reads their headers.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_files(nb::module_& module);

}  // namespace strew::python
