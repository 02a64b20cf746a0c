// The format strings of the buffer protocol (PEP 3118) as element types.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::python {

struct element_type {
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  std::uint64_t bytes = 0;
  bool is_swapped = false;   // numbers of the other byte order
  bool has_objects = false;  // references, which must not be moved as bytes
};

// Opaque if there is none of so many bytes.
strew_dtype integer_type(bool is_signed, std::uint64_t bytes);

// Null is "B", as the protocol has it. What is no number strew counts with is a record of `bytes` bytes.
element_type element_of(const char* format, std::uint64_t bytes);

}  // namespace strew::python
