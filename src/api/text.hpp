// Texts in memory of the caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace strew::engine::api {

// Like snprintf: writes as much as fits with a terminating 0; returns the full length.
inline std::size_t write_text(std::string_view text, char* to, std::size_t capacity) {
  if (to != nullptr && capacity > 0) {
    const std::size_t length = std::min(text.size(), capacity - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
  }
  return text.size();
}

// Without memory the text is empty: length 0, and an empty buffer.
template <class Make>
std::size_t text_or_empty(char* to, std::size_t capacity, const Make& make) noexcept {
  try {
    return write_text(make(), to, capacity);
  } catch (...) {
    if (to != nullptr && capacity > 0) *to = '\0';
    return 0;
  }
}

}  // namespace strew::engine::api
