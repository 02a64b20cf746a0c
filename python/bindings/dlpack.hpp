// Tensors of other libraries, taken over through DLPack: the capsule of `__dlpack__`, versioned or not.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "kinds.hpp"

namespace nb = nanobind;

namespace strew::python {

// What a type offers as __dlpack_c_exchange_api__; null where it has none of a version known here.
const exchange* exchange_of(nb::handle type);

// Holds the tensor that a capsule gave until the end of a call.
class dlpack_tensor {
 public:
  dlpack_tensor() = default;
  ~dlpack_tensor();
  dlpack_tensor(const dlpack_tensor&) = delete;
  dlpack_tensor& operator=(const dlpack_tensor&) = delete;

  // Takes over `array`, which has __dlpack__, by C functions where its kind has them. Raises PY1 for what has no
  // memory or is not shared by its own library, PY2 for the memory of another device.
  void take(nb::handle array, const char* operand, const array_kind& kind);

  // A DLTensor, as strew_tensor_from_dlpack reads it.
  [[nodiscard]] const void* tensor() const;
  [[nodiscard]] std::uint64_t rank() const;
  [[nodiscard]] bool is_held() const { return managed_ != nullptr; }
  // Code, bits and lanes: what strew calls opaque has one type only if these are equal.
  [[nodiscard]] std::uint32_t type() const;
  [[nodiscard]] bool is_read_only() const { return is_read_only_; }

 private:
  bool take_directly(nb::handle array, const exchange& functions);
  void take_capsule(nb::handle array, const char* operand, bool is_torch);

  void* managed_ = nullptr;
  bool is_versioned_ = false;
  bool is_read_only_ = false;
};

}  // namespace strew::python
