// Texts of the C interface: copied as far as there is room, with a terminating 0; the length of the whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace strew::vulkan {

inline std::size_t put_text(std::string_view from, char* to, std::size_t capacity) {
  if (to != nullptr && capacity > 0) {
    const std::size_t count = std::min(from.size(), capacity - 1);
    std::copy_n(from.data(), count, to);
    to[count] = '\0';
  }
  return from.size();
}

}  // namespace strew::vulkan
