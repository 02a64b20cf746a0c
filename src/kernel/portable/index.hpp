// Interpretation of one index value. All other index kernels are loops over these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"

namespace strew::kernel {

// Indices may be unaligned and may be modified concurrently, so a value is read by a single load, which the compiler
// may neither split nor repeat.
template <class T>
T load_once(const std::byte* at) {
  struct __attribute__((packed, may_alias)) anywhere {
    T value;
  };
  return reinterpret_cast<const volatile anywhere*>(at)->value;
}

// An unsigned value beyond 2^63 - 1 is outside every extent; so is 2^63 - 1, which replaces it.
template <class T>
std::int64_t as_signed(T value) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
    constexpr auto largest = static_cast<T>(std::numeric_limits<std::int64_t>::max());
    return value > largest ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(value);
  } else {
    return static_cast<std::int64_t>(value);
  }
}

inline std::int64_t from_end(std::int64_t value, const coordinate_rule& rule) {
  return rule.from_end && value < 0 && value >= -rule.extent ? value + rule.extent : value;
}

// Mathematical modulo; an unsigned value stays unsigned. The extent is at least 1.
template <class T>
std::int64_t modulo(T value, std::int64_t extent) {
  if constexpr (std::is_unsigned_v<T>) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) % static_cast<std::uint64_t>(extent));
  } else {
    const std::int64_t rest = static_cast<std::int64_t>(value) % extent;
    return rest < 0 ? rest + extent : rest;
  }
}

inline bool is_valid_start(std::int64_t value, const coordinate_rule& rule) {
  return value >= 0 && value <= rule.extent - rule.window;
}

}  // namespace strew::kernel
