#include "jax/operand.hpp"

#include <cstdint>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {
namespace {

struct element {
  strew_dtype dtype;
  std::uint64_t bytes;  // 0: the width of dtype
};

element element_of(xla::data_type type) noexcept {
  switch (type) {
    case xla::data_type::pred:
      return {STREW_DTYPE_BOOL, 0};
    case xla::data_type::s8:
      return {STREW_DTYPE_I8, 0};
    case xla::data_type::s16:
      return {STREW_DTYPE_I16, 0};
    case xla::data_type::s32:
      return {STREW_DTYPE_I32, 0};
    case xla::data_type::s64:
      return {STREW_DTYPE_I64, 0};
    case xla::data_type::u8:
      return {STREW_DTYPE_U8, 0};
    case xla::data_type::u16:
      return {STREW_DTYPE_U16, 0};
    case xla::data_type::u32:
      return {STREW_DTYPE_U32, 0};
    case xla::data_type::u64:
      return {STREW_DTYPE_U64, 0};
    case xla::data_type::f16:
      return {STREW_DTYPE_F16, 0};
    case xla::data_type::f32:
      return {STREW_DTYPE_F32, 0};
    case xla::data_type::f64:
      return {STREW_DTYPE_F64, 0};
    case xla::data_type::c64:
      return {STREW_DTYPE_C64, 0};
    case xla::data_type::bf16:
      return {STREW_DTYPE_BF16, 0};
    case xla::data_type::c128:
      return {STREW_DTYPE_C128, 0};
    case xla::data_type::f8e5m2:
    case xla::data_type::f8e4m3fn:
    case xla::data_type::f8e4m3b11fnuz:
    case xla::data_type::f8e5m2fnuz:
    case xla::data_type::f8e4m3fnuz:
    case xla::data_type::f8e4m3:
    case xla::data_type::f8e3m4:
    case xla::data_type::f8e8m0fnu:
      return {STREW_DTYPE_OPAQUE, 1};
  }
  return {STREW_DTYPE_OPAQUE, 0};
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
