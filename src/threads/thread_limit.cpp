#include <charconv>
#include <cstring>
#include <system_error>

#include "threads/default_pool.hpp"

namespace strew::engine {

std::uint64_t thread_limit(const char* text) {
  if (text == nullptr) return 0;
  const char* const end = text + std::strlen(text);
  std::uint64_t value = 0;
  const auto [rest, failed] = std::from_chars(text, end, value);
  return failed == std::errc() && rest == end ? value : 0;
}

}  // namespace strew::engine
