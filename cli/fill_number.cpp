#include "fill_number.hpp"

#include <charconv>
#include <system_error>

namespace strew::cli {
namespace {

template <class Number>
std::optional<fill_number> whole(std::string_view text) {
  Number value{};
  const char* last = text.data() + text.size();
  const auto [end, status] = std::from_chars(text.data(), last, value);
  if (status != std::errc() || end != last) return std::nullopt;
  return fill_number(value);
}

}  // namespace

std::optional<fill_number> parse_fill_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const bool is_integer = !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos;
  if (!is_integer) return whole<double>(text);
  if (auto number = whole<std::int64_t>(text)) return number;
  return whole<std::uint64_t>(text);
}

}  // namespace strew::cli
