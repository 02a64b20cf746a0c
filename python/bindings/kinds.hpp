// Which library an array is of.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

namespace nb = nanobind;

namespace strew::python {

// The library whose kind of array goes out when such an array came in.
enum class origin : std::uint8_t { numpy, torch, jax };

struct exchange;  // dlpack.hpp

struct array_kind {
  origin from = origin::numpy;
  bool is_ndarray = false;
  bool is_masked = false;               // numpy.ma
  bool is_scalar = false;               // of NumPy: its buffer does not name its type
  const exchange* exchanged = nullptr;  // PyTorch's functions for DLPack without Python calls, where it has them
};

// Found once for each type, as long as it lives and few others come.
array_kind kind_of(nb::handle array);

}  // namespace strew::python
