// The options that operators share, from the words of Python.
#pragma once

#include <nanobind/nanobind.h>

#include "call_spec.hpp"
#include "operand.hpp"

namespace nb = nanobind;

namespace strew::python {

void read_policy(call_spec& spec, nb::handle out_of_bounds, nb::handle negative_indices);

// Null, None, an integer, a float, or anything that fits the type of data. Raises PY11.
void read_fill(call_spec& spec, nb::handle fill_value, const operand& data);

// The options of a scatter, in the order of its keywords.
struct scatter_words {
  nb::handle reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate;
};

void read_scatter(call_spec& spec, const scatter_words& words);

}  // namespace strew::python
