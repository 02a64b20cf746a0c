// PyTorch's element types as strew's.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::torch {

// Null, or the name of a function that libtorch lacks.
const char* load_dtypes();

struct element_type {
  strew_dtype dtype = STREW_DTYPE_OPAQUE;  // what strew has no type for is moved by its width
  std::uint32_t bytes = 0;
};

element_type element_type_of(std::int32_t torch_dtype);

// PyTorch's number of a type of the table in dtypes.cpp.
std::int32_t torch_dtype_of(strew_dtype dtype);

}  // namespace strew::torch
