// gather_block_quantized, whose operands are more than those of the other operators, and segment_reduce of codes.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

namespace nb = nanobind;

namespace strew::python {

// The arrays of a segment_reduce of codes; None: there is none.
struct code_arrays {
  const nb::object &data, &indices, &segments, &weights, &base, &out;
};
// What decodes them, and the output where `out` is None, is in words["codes"].
nb::object reduce_codes(const code_arrays& given, std::int64_t form, std::int64_t batch_dims, const nb::dict& words);

void add_quantized(nb::module_& module);

}  // namespace strew::python
