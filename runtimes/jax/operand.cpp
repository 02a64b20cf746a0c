#include "jax/operand.hpp"

#include <cstdint>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {
namespace {

struct element {
  xla::data_type type = xla::data_type::none;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  std::uint64_t bytes = 0;
};

constexpr element rows[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, onnx, onnx_number, xla_name) \
  {xla::data_type::xla_name, STREW_DTYPE_##C, bytes},
#include "strew/words.def"
};

// What strew has no type for are floats of one byte, which are moved.
element element_of(xla::data_type type) noexcept {
  for (const element& one : rows) {
    if (one.dtype != STREW_DTYPE_OPAQUE && one.type == type) return one;
  }
  switch (type) {
    case xla::data_type::f8e4m3b11fnuz:
    case xla::data_type::f8e5m2fnuz:
    case xla::data_type::f8e4m3fnuz:
    case xla::data_type::f8e4m3:
    case xla::data_type::f8e3m4:
    case xla::data_type::f8e8m0fnu:
      return {type, STREW_DTYPE_OPAQUE, 1};
    default:
      return {};
  }
}

}  // namespace

strew_tensor operand_of(const xla::buffer& given) noexcept {
  const element type = element_of(given.type);
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = type.dtype;
  made.element_bytes = type.bytes;
  made.data = given.data;
  made.rank = static_cast<std::uint64_t>(given.rank);
  made.extents = given.extents;
  return made;
}

}  // namespace strew::jax
