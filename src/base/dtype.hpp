// Element types: the table of their widths and kinds. Values equal those of the C ABI.
#pragma once

#include <cstdint>
#include <span>

namespace strew::engine {

enum class dtype : std::uint32_t {
#define STREW_TYPE(number, C, cpp, ...) cpp = number,
#include "strew/words.def"
};

// record: moved, not reduced.
enum class type_kind : std::uint8_t { record, boolean, signed_integer, unsigned_integer, real, complex };

struct dtype_info {
  const char* name;
  std::int64_t width;  // bytes; 0 for opaque
  type_kind kind;
  std::int32_t dlpack;  // code of DLPack, -1 for opaque
};

// Of all types, by their numbers.
std::span<const dtype_info> infos();
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
