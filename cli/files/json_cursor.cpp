#include "files/json_cursor.hpp"

#include <charconv>

#include "files/utf8.hpp"

namespace strew::files {
namespace {

constexpr std::string_view escape_letters = "\"\\/bfnrt";
constexpr std::string_view escaped_bytes = "\"\\/\b\f\n\r\t";

void append_utf8(std::uint32_t code, std::string& into) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    into += static_cast<char>(code);
  } else if (code < 0x800) {
    into += {static_cast<char>(0xC0 | code >> 6), tail(0)};
  } else if (code < 0x10000) {
    into += {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
  } else {
    into += {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
  }
}

}  // namespace

char json_cursor::peek() {
  while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool json_cursor::take(char wanted) {
  if (peek() != wanted || at_ == text_.size()) return false;
  ++at_;
  return true;
}

maybe_failure json_cursor::expect(char wanted) {
  if (take(wanted)) return std::nullopt;
  return unexpected("expected '{}'", std::string_view(&wanted, 1));
}

maybe_failure json_cursor::expect_end() {
  if (peek() == '\0' && at_ == text_.size()) return std::nullopt;
  return unexpected("only blanks may follow the object");
}

result<std::string> json_cursor::string() {
  if (auto error = expect('"')) return *error;
  std::string out;
  while (at_ < text_.size() && text_[at_] != '"') {
    const char next = text_[at_];
    if (static_cast<unsigned char>(next) < 0x20) return unexpected("a string has a control byte");
    if (next == '\\') {
      if (auto error = escape(out)) return *error;
      continue;
    }
    const std::size_t length = utf8_length(text_.substr(at_));
    if (length == 0) return unexpected("a string is not UTF-8");
    out += text_.substr(at_, length);
    at_ += length;
  }
  if (at_ == text_.size()) return unexpected("a string does not end");
  ++at_;
  return out;
}

maybe_failure json_cursor::escape(std::string& into) {
  ++at_;
  const char letter = at_ < text_.size() ? text_[at_] : '\0';
  const std::size_t known = letter == '\0' ? std::string_view::npos : escape_letters.find(letter);
  if (known != std::string_view::npos) {
    into += escaped_bytes[known];
    ++at_;
    return std::nullopt;
  }
  const result<std::uint32_t> first = code_unit();
  if (!first) return first.error();
  if (*first < 0xD800 || *first >= 0xE000) {
    append_utf8(*first, into);
    return std::nullopt;
  }
  const bool is_pair = *first < 0xDC00 && text_.substr(at_).starts_with("\\u");
  if (is_pair) ++at_;
  const result<std::uint32_t> second = is_pair ? code_unit() : result<std::uint32_t>(0U);
  if (!second) return second.error();
  if (*second < 0xDC00 || *second >= 0xE000) return unexpected("an escape is half of a pair");
  append_utf8(0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00), into);
  return std::nullopt;
}

// "u0041", after the backslash.
result<std::uint32_t> json_cursor::code_unit() {
  constexpr std::size_t digits = 4;
  std::uint32_t unit = 0;
  const std::string_view text = text_.substr(at_).substr(0, 1 + digits);
  const char* const last = text.data() + text.size();
  const bool is_unit = text.size() == 1 + digits && text.front() == 'u';
  if (!is_unit) return unexpected("an escape is unknown");
  const auto [end, status] = std::from_chars(text.data() + 1, last, unit, 16);
  if (status != std::errc() || end != last) return unexpected("an escape is unknown");
  at_ += text.size();
  return unit;
}

result<std::int64_t> json_cursor::integer() {
  peek();
  std::int64_t value = 0;
  const std::string_view text = text_.substr(at_, 20);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (status == std::errc::result_out_of_range) return unexpected("a number is not below 2^63");
  if (status != std::errc()) return unexpected("expected a number");
  if (value < 0 || text.front() == '-') return unexpected("a number is negative: {}", value);
  if (text.front() == '0' && length > 1) return unexpected("a number begins with 0");
  const bool goes_on =
      length < text.size() && std::string_view("0123456789.eE").find(text[length]) != std::string_view::npos;
  if (goes_on) return unexpected("a number is not an integer");
  at_ += length;
  return value;
}

}  // namespace strew::files
