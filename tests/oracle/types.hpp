// The words of the oracle. The oracle is the slow definition that the tests compare with: it shares no code with the
// library, and its enums are its own. Their order is that of the C ABI, so that a test converts by value.
#pragma once

#include <cstdint>

namespace strew::oracle {

enum class element {
  opaque,
  boolean,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  bf16,
  f32,
  f64,
  c64,
  c128,
  f8_e4m3,
  f8_e5m2
};

enum class reduction { none, add, sub, mul, min, max, mean, logical_and, logical_or, logical_xor };

enum class out_of_bounds { error, clamp, wrap, skip, fill, assume };

// refuse: a negative value is an error whatever the policy (tensor_scatter).
enum class negative_indices { from_end, invalid, refuse };

// What skip and fill do with a window that lies partly outside.
enum class partial_window { element, whole };

// wide accumulates f16 and bf16 in f32 and rounds once, native rounds after each update.
enum class accumulate { wide, native };

// What to do where two positions write one cell.
enum class duplicates { allow, error };

// Width in bytes; 0 for opaque, whose width the tensor knows.
constexpr int64_t width_of(element type) {
  constexpr int64_t widths[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16, 1, 1};
  return widths[static_cast<int>(type)];
}
constexpr bool is_signed_integer(element type) {
  return type >= element::i8 && type <= element::i64;
}
constexpr bool is_unsigned_integer(element type) {
  return type >= element::u8 && type <= element::u64;
}
constexpr bool is_integer(element type) {
  return is_signed_integer(type) || is_unsigned_integer(type);
}
constexpr bool is_real(element type) {
  return type >= element::f16 && type <= element::f64;
}
constexpr bool is_complex(element type) {
  return type == element::c64 || type == element::c128;
}
// Copied, never computed with.
constexpr bool is_only_moved(element type) {
  return type == element::opaque || type > element::c128;
}

}  // namespace strew::oracle
