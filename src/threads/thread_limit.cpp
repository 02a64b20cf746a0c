#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <system_error>

#include "threads/default_pool.hpp"

namespace strew::engine {
namespace {

std::optional<std::uint64_t> integer_of(const char* text) {
  if (text == nullptr) return std::nullopt;
  const char* const end = text + std::strlen(text);
  std::uint64_t value = 0;
  const auto [rest, failed] = std::from_chars(text, end, value);
  if (failed != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace

std::uint64_t thread_limit(const char* text) {
  return integer_of(text).value_or(0);
}

std::uint64_t awake_limit(const char* text) {
  constexpr std::uint64_t milliseconds = 200, most = 60'000, nanoseconds = 1'000'000;
  return std::min(integer_of(text).value_or(milliseconds), most) * nanoseconds;
}

}  // namespace strew::engine
