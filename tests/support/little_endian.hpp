// Numbers as files have them.
#pragma once

#include <cstdint>
#include <string>

namespace strew::test {

// The last `count` bytes of a value, the lowest first.
inline std::string little_endian(std::uint64_t value, int count) {
  std::string out;
  for (int i = 0; i < count; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
  return out;
}

}  // namespace strew::test
