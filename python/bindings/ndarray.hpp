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

bool is_ndarray(nb::handle object);

// Of a numpy.ndarray: how strew sees it, with the array's own extents and strides. False where the buffer protocol has
// to say more: elements that are no numbers strew counts with, in another byte order, or more dimensions.
bool describe_ndarray(nb::handle array, strew_tensor& view);
// The same of any object; false, too, where the array has `limit` bytes or more.
bool describe_small(nb::handle object, strew_tensor& view, std::uint64_t limit);
// The same of an array with extents and strides of the caller's, which do not change with the array's shape: `lists`
// has room for 2 * max_usual_rank.
bool read_ndarray(nb::handle array, strew_tensor& view, std::int64_t* lists, bool& is_read_only);

bool is_writable_ndarray(nb::handle array);
void* data_of(nb::handle ndarray);

// A new array of the element type of `model`, an ndarray; throws what NumPy raises.
nb::object new_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank);
// Null where it would have `limit` bytes or more.
nb::object new_small_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank, std::uint64_t limit);

}  // namespace strew::python
