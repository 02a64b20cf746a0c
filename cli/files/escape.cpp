#include "files/escape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/sentence.hpp"
#include "files/utf8.hpp"

namespace strew::files {
namespace {

struct code_range {
  std::uint32_t first;
  std::uint32_t last;
};

constexpr code_range acting[] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

bool is_acting(std::uint32_t code) {
  return std::any_of(std::begin(acting), std::end(acting),
                     [&](const code_range& range) { return range.first <= code && code <= range.last; });
}

// The code point of a valid UTF-8 character.
std::uint32_t code_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  std::uint32_t code = first & (0x7FU >> character.size());
  for (const char next : character.substr(1)) code = code << 6U | (static_cast<unsigned char>(next) & 0x3FU);
  return code;
}

std::string byte_escape(std::uint32_t byte) {
  return engine::formatted("\\x{:02x}", byte);
}

std::string character_text(std::string_view character, escapes style) {
  const std::uint32_t code = code_of(character);
  const bool is_json = style == escapes::json;
  if (is_acting(code)) return code < 0x80 && !is_json ? byte_escape(code) : engine::formatted("\\u{:04x}", code);
  if (is_json && (code == '"' || code == '\\')) return engine::formatted("\\{}", character);
  return std::string(character);
}

}  // namespace

std::string escaped(std::string_view text, escapes style) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out += style == escapes::json ? "\\ufffd" : byte_escape(static_cast<unsigned char>(text.front()));
    } else {
      out += character_text(text.substr(0, length), style);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

}  // namespace strew::files
