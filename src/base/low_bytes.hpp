// An element of up to 8 bytes from a word with its bits, in the byte order of the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strew::engine {

inline constexpr bool is_little_endian = std::endian::native == std::endian::little;

inline void store_low_bytes(std::byte* to, std::uint64_t word, std::size_t count) {
  const std::size_t first = is_little_endian ? 0 : sizeof word - count;
  std::memcpy(to, reinterpret_cast<const std::byte*>(&word) + first, count);
}

}  // namespace strew::engine
