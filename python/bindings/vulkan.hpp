// strew.vulkan: plans on Vulkan devices, on arrays in host memory. A package that was built without the backend has
// these functions too, and strew/vulkan.py does not call them.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

void add_vulkan(nb::module_& module);

}  // namespace strew::python
