// NumPy's arrays by its C interface: read and made without a call of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// Called when the module is imported.
void import_numpy();

// Operands of more dimensions take the long way.
constexpr std::uint64_t max_usual_rank = 8;

// Reads a numpy.ndarray. The extents and strides, copied so that they do not change with the array's shape, come into
// `lists`, which has room for 2 * max_usual_rank. False where the buffer protocol has to say more: elements that are no
// numbers strew counts with, in another byte order, or more dimensions.
bool read_ndarray(nb::handle array, strew_tensor& view, std::int64_t* lists, bool& is_read_only);

// A new array of the element type of `model`, an ndarray; throws what NumPy raises.
nb::object new_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank);

}  // namespace strew::python
