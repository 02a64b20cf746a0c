// Tensors of other libraries, taken over through DLPack: the capsule of `__dlpack__`, versioned or not.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "kinds.hpp"

namespace nb = nanobind;

namespace strew::python {

// The layout of dlpack.h (dmlc/dlpack), versions 0.x and 1.x.
struct dl_device {
  std::int32_t type;
  std::int32_t id;
};

struct dl_tensor {
  void* data;
  dl_device device;
  std::int32_t rank;
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
  std::int64_t* extents;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

// What a type offers as __dlpack_c_exchange_api__; null where it has none of a version known here.
const exchange* exchange_of(nb::handle type);

// A tensor for the time of a call: held as a capsule gave it, or borrowed from an array that the caller holds.
class dlpack_tensor {
 public:
  dlpack_tensor() = default;
  ~dlpack_tensor();
  dlpack_tensor(const dlpack_tensor&) = delete;
  dlpack_tensor& operator=(const dlpack_tensor&) = delete;

  // Takes over `array`, which has __dlpack__, by C functions where its kind has them. Raises PY1 for what has no
  // memory or is not shared by its own library, PY2 for the memory of another device. A new one is not asked for
  // what PyTorch's may be beside their memory.
  void take(nb::handle array, const char* operand, const array_kind& kind, bool is_new = false);

  // As strew_tensor_from_dlpack reads it.
  [[nodiscard]] const dl_tensor& tensor() const { return *tensor_; }
  [[nodiscard]] std::uint64_t rank() const;
  [[nodiscard]] bool is_held() const { return tensor_ != nullptr; }
  // Code, bits and lanes: what strew calls opaque has one type only if these are equal.
  [[nodiscard]] std::uint32_t type() const;
  [[nodiscard]] bool is_read_only() const { return is_read_only_; }

 private:
  bool borrow(nb::handle array, const exchange& functions);
  bool take_directly(nb::handle array, const exchange& functions);
  void take_capsule(nb::handle array, const char* operand, bool is_torch);

  dl_tensor borrowed_;
  const dl_tensor* tensor_ = nullptr;
  void* managed_ = nullptr;  // null: the tensor is borrowed
  bool is_versioned_ = false;
  bool is_read_only_ = false;
};

}  // namespace strew::python
