// Element types: the table of their widths and kinds. Values equal those of the C ABI.
#pragma once

#include <cstdint>

namespace strew::engine {

enum class dtype : std::uint32_t {
  opaque = 0,
  boolean = 1,
  i8 = 2,
  i16 = 3,
  i32 = 4,
  i64 = 5,
  u8 = 6,
  u16 = 7,
  u32 = 8,
  u64 = 9,
  f16 = 10,
  bf16 = 11,
  f32 = 12,
  f64 = 13,
  c64 = 14,
  c128 = 15
};

enum class type_kind : std::uint8_t { record, boolean, signed_integer, unsigned_integer, real, complex };

struct dtype_info {
  const char* name;
  std::int64_t width;  // bytes; 0 for opaque
  type_kind kind;
};

// Null for an unknown type.
const dtype_info* find_info(std::uint32_t type);
const dtype_info& info(dtype type);

inline bool is_integer(dtype type) {
  return info(type).kind == type_kind::signed_integer || info(type).kind == type_kind::unsigned_integer;
}
inline bool is_signed(dtype type) {
  return info(type).kind == type_kind::signed_integer;
}

}  // namespace strew::engine
