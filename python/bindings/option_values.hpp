// Options as Python says them: words, integers, truth values.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "call_spec.hpp"
#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// A default: the same object as the word in any source code, so that it is found by address.
inline nb::object word(const char* text) {
  return nb::steal(PyUnicode_InternFromString(text));
}

// Makes the words known, once, when the module is imported.
void intern_words();

// Each raises PY7 or PY8, naming the option, where the value is none of its own.
std::int32_t read_reduction(nb::handle given);
std::int32_t read_out_of_bounds(nb::handle given);
std::int32_t read_negative_indices(nb::handle given);
std::int32_t read_accumulate(nb::handle given);
std::int32_t read_duplicates(nb::handle given);
std::int32_t read_partial_window(nb::handle given);
std::int32_t read_mode(nb::handle given);
std::int32_t read_on_error(nb::handle given);

std::int64_t read_integer(nb::handle given, const char* option);
bool read_truth(nb::handle given, const char* option);
// None is 0: as many as the machine allows.
std::uint64_t read_threads(nb::handle given);

}  // namespace strew::python
