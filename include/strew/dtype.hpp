// Element types. Each value is the constant of strew.h with the same name.
#ifndef STREW_DTYPE_HPP
#define STREW_DTYPE_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

// The type of an element. Moves use only its width; reductions need the type.
// Indices are one of i8 ... u64.
enum class dtype : strew_dtype {
  opaque = STREW_DTYPE_OPAQUE,  // a record of any width: moved, not reduced
  boolean = STREW_DTYPE_BOOL,   // one byte, any non-zero byte is true
  i8 = STREW_DTYPE_I8,
  i16 = STREW_DTYPE_I16,
  i32 = STREW_DTYPE_I32,
  i64 = STREW_DTYPE_I64,
  u8 = STREW_DTYPE_U8,
  u16 = STREW_DTYPE_U16,
  u32 = STREW_DTYPE_U32,
  u64 = STREW_DTYPE_U64,
  f16 = STREW_DTYPE_F16,    // IEEE 754 binary16
  bf16 = STREW_DTYPE_BF16,  // the upper half of a binary32
  f32 = STREW_DTYPE_F32,
  f64 = STREW_DTYPE_F64,
  c64 = STREW_DTYPE_C64,          // two f32
  c128 = STREW_DTYPE_C128,        // two f64
  f8_e4m3 = STREW_DTYPE_F8_E4M3,  // floats of 8 bits, without infinities: moved, not reduced
  f8_e5m2 = STREW_DTYPE_F8_E5M2   // ... with infinities
};

// A half-precision number as stored. The library computes with it; the C++ API only stores its bits.
struct f16 {
  std::uint16_t bits;
};

// A bfloat16 number as stored.
struct bf16 {
  std::uint16_t bits;
};

// Numbers of 8 bits as stored (OCP 8-bit floating point).
struct f8_e4m3 {
  std::uint8_t bits;
};
struct f8_e5m2 {
  std::uint8_t bits;
};

// Element types: any trivially copyable type that is not a pointer. A pointer to pointers is nearly always an array of
// rows, which strides cannot describe.
template <class T>
concept element =
    std::is_object_v<T> && std::is_trivially_copyable_v<std::remove_cv_t<T>> && !std::is_pointer_v<std::remove_cv_t<T>>;

namespace detail {

// std::complex and classes like it, recognised by their members: its header takes long to compile.
template <class T, class Part>
concept complex_of = requires(const T& z) {
  requires std::same_as<typename T::value_type, Part> && sizeof(T) == 2 * sizeof(Part);
  { z.real() } -> std::convertible_to<Part>;
  { z.imag() } -> std::convertible_to<Part>;
};

template <class T>
consteval dtype integer_dtype() {
  constexpr bool is_signed = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) return is_signed ? dtype::i8 : dtype::u8;
  if constexpr (sizeof(T) == 2) return is_signed ? dtype::i16 : dtype::u16;
  if constexpr (sizeof(T) == 4) return is_signed ? dtype::i32 : dtype::u32;
  if constexpr (sizeof(T) == 8) return is_signed ? dtype::i64 : dtype::u64;
  return dtype::opaque;
}

template <class T>
consteval dtype deduce_dtype() {
  if constexpr (std::same_as<T, bool>) return sizeof(bool) == 1 ? dtype::boolean : dtype::opaque;
  if constexpr (std::same_as<T, strew::f16>) return dtype::f16;
  if constexpr (std::same_as<T, strew::bf16>) return dtype::bf16;
  if constexpr (std::same_as<T, strew::f8_e4m3>) return dtype::f8_e4m3;
  if constexpr (std::same_as<T, strew::f8_e5m2>) return dtype::f8_e5m2;
  if constexpr (std::same_as<T, float>) return dtype::f32;
  if constexpr (std::same_as<T, double>) return dtype::f64;
  if constexpr (complex_of<T, float>) return dtype::c64;
  if constexpr (complex_of<T, double>) return dtype::c128;
  if constexpr (integer<T>) return integer_dtype<T>();
  return dtype::opaque;
}

}  // namespace detail

// The dtype of a C++ type: bool, integers by width and sign, float, double, complex numbers of these (std::complex, and
// what has its members), f16, bf16, f8_e4m3, f8_e5m2. Everything else, characters and long double included, is an
// opaque record of sizeof(T) bytes.
template <element T>
inline constexpr dtype dtype_of = detail::deduce_dtype<std::remove_cv_t<T>>();

// "i32", "f16", ..., as in messages and problem lines.
inline std::string_view name(dtype type) noexcept {
  return strew_dtype_name(static_cast<strew_dtype>(type));
}

// Whether some reduction is defined for it. The others are only moved, and a fill value is given as their bytes.
constexpr bool has_reductions(dtype type) noexcept {
  return type >= dtype::boolean && type <= dtype::c128;
}

// Width of one element in bytes; 0 for opaque.
inline std::uint64_t width(dtype type) noexcept {
  return strew_dtype_bytes(static_cast<strew_dtype>(type));
}

}  // namespace STREW_NAMESPACE

#endif
