#include "format.hpp"

#include <bit>
#include <cstring>

namespace strew::python {
namespace {

strew_dtype number(const char* code, std::uint64_t bytes) {
  if (code[0] == 'Z') {
    if (code[1] == '\0' || code[2] != '\0') return STREW_DTYPE_OPAQUE;
    return code[1] == 'f' ? STREW_DTYPE_C64 : code[1] == 'd' ? STREW_DTYPE_C128 : STREW_DTYPE_OPAQUE;
  }
  if (code[0] == '\0' || code[1] != '\0') return STREW_DTYPE_OPAQUE;
  switch (code[0]) {
    case '?':
      return STREW_DTYPE_BOOL;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
      return integer_type(true, bytes);
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
      return integer_type(false, bytes);
    case 'e':
      return STREW_DTYPE_F16;
    case 'f':
      return STREW_DTYPE_F32;
    case 'd':
      return STREW_DTYPE_F64;
    default:
      return STREW_DTYPE_OPAQUE;
  }
}

// Objects of Python, and the strings of ctypes, which point to bytes that an object of Python owns. Names of fields
// stand between colons and may hold any letter.
bool names_objects(const char* format) {
  if (std::strcmp(format, "z") == 0 || std::strcmp(format, "Z") == 0) return true;
  bool in_name = false;
  for (; *format != '\0'; ++format) {
    if (*format == ':') in_name = !in_name;
    if (*format == 'O' && !in_name) return true;
  }
  return false;
}

}  // namespace

element_type element_of(const char* format, std::uint64_t bytes) {
  if (format == nullptr) return {STREW_DTYPE_U8, 1};
  constexpr bool is_little = std::endian::native == std::endian::little;
  const char order = *format != '\0' && std::strchr("@=<>!^", *format) != nullptr ? *format : '\0';
  if (order != '\0') ++format;
  element_type made{.dtype = number(format, bytes), .bytes = bytes};
  const bool is_other = order == '<' ? !is_little : (order == '>' || order == '!') && is_little;
  made.is_swapped = is_other && bytes > 1 && *format != 'T' && std::strpbrk(format, "sx") == nullptr;
  made.has_objects = made.dtype == STREW_DTYPE_OPAQUE && names_objects(format);
  return made;
}

}  // namespace strew::python
