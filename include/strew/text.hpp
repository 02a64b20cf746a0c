// Truncation of texts.
#ifndef STREW_TEXT_HPP
#define STREW_TEXT_HPP

#include <cstddef>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::detail {

// The number of bytes to keep of a text truncated to `length` bytes, so that its last UTF-8 character is complete.
inline std::size_t whole_characters(const char* text, std::size_t length) noexcept {
  std::size_t first = length;  // of the continuation bytes at the end
  while (first > 0 && length - first < 3 && (static_cast<unsigned char>(text[first - 1]) & 0xC0U) == 0x80U) --first;
  if (first == 0) return length;
  const auto lead = static_cast<unsigned char>(text[first - 1]);
  const std::size_t whole = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : lead >= 0xC0U ? 2 : 1;
  return length - (first - 1) < whole ? first - 1 : length;
}

}  // namespace STREW_NAMESPACE::detail

#endif
