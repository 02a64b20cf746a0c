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
constexpr strew_dtype integer_type(bool is_signed, std::uint64_t bytes) {
  switch (bytes) {
    case 1:
      return is_signed ? STREW_DTYPE_I8 : STREW_DTYPE_U8;
    case 2:
      return is_signed ? STREW_DTYPE_I16 : STREW_DTYPE_U16;
    case 4:
      return is_signed ? STREW_DTYPE_I32 : STREW_DTYPE_U32;
    case 8:
      return is_signed ? STREW_DTYPE_I64 : STREW_DTYPE_U64;
    default:
      return STREW_DTYPE_OPAQUE;
  }
}

// Null is "B", as the protocol has it. What is no number strew counts with is a record of `bytes` bytes.
element_type element_of(const char* format, std::uint64_t bytes);

}  // namespace strew::python
