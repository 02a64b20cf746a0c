#include "stored_text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "date_text.hpp"
#include "element_text.hpp"
#include "files/escape.hpp"
#include "files/utf8.hpp"
#include "formatted.hpp"
#include "json.hpp"
#include "operand.hpp"

namespace strew::cli {
namespace {

// The bytes in the order of this machine. Each half of a complex number has an order of its own.
std::vector<std::byte> in_own_order(const files::npy_type& type, const std::byte* bytes) {
  std::vector<std::byte> own(bytes, bytes + type.element_bytes);
  if (!type.is_big_endian) return own;
  const std::uint64_t unit = type.code == 'U' ? 4 : type.code == 'c' ? type.element_bytes / 2 : type.element_bytes;
  for (std::uint64_t at = 0; at < own.size(); at += unit) {
    const auto first = own.begin() + static_cast<std::ptrdiff_t>(at);
    std::reverse(first, first + static_cast<std::ptrdiff_t>(unit));
  }
  return own;
}

constexpr std::string_view replacement = "\xef\xbf\xbd";

std::string utf8_of(std::uint32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | code >> 6), tail(0)};
  if (code >= 0xD800 && code < 0xE000) return std::string(replacement);
  if (code < 0x10000) return {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
  if (code >= 0x110000) return std::string(replacement);
  return {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
}

// NumPy fills up with zeros, which are no part of a text.
std::string characters_of(const std::vector<std::byte>& bytes) {
  std::vector<std::uint32_t> codes(bytes.size() / 4);
  std::memcpy(codes.data(), bytes.data(), 4 * codes.size());
  while (!codes.empty() && codes.back() == 0) codes.pop_back();
  std::string text;
  for (const std::uint32_t code : codes) text += utf8_of(code);
  return text;
}

std::string bytes_of(const std::vector<std::byte>& bytes) {
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

std::string quoted_where(text_form form, const std::string& text) {
  return form == text_form::json ? json_value(text) : text;
}

std::string number_or_bytes(const files::npy_type& type, const std::vector<std::byte>& own, text_form form) {
  const strew_dtype dtype = dtype_of(type);
  const std::string text = element_text(dtype, own.data(), type.element_bytes);
  return form == text_form::json && !is_json(dtype, text) ? json_value(text) : text;
}

std::string scalar_text(const files::npy_type& type, const std::byte* bytes, text_form form) {
  const std::vector<std::byte> own = in_own_order(type, bytes);
  if (type.code == 'U') return json_value(characters_of(own));
  if (type.code == 'S') {
    const std::string text = bytes_of(own);
    return files::is_utf8(text) ? json_value(text) : number_or_bytes(type, own, form);
  }
  if (type.code != 'M' && type.code != 'm') return number_or_bytes(type, own, form);
  std::int64_t value = 0;
  std::memcpy(&value, own.data(), sizeof value);
  return quoted_where(form, type.code == 'M' ? date_text(value, type.unit) : duration_text(value, type.unit));
}

std::string field_text(const files::npy_field& field, const std::byte* bytes, text_form form) {
  if (field.count == 1) return stored_text(field.type, bytes, form);
  std::vector<std::string> items;
  for (std::uint64_t i = 0; i < field.count; ++i) {
    items.push_back(stored_text(field.type, bytes + i * field.type.element_bytes, form));
  }
  return formatted("[{}]", join(items, ", "));
}

std::string record_text(const files::npy_type& type, const std::byte* bytes, text_form form) {
  std::vector<std::string> members;
  for (const files::npy_field& field : type.fields) {
    if (field.name.empty()) continue;
    const std::string name =
        form == text_form::json ? json_value(field.name) : files::escaped(field.name, files::escapes::words);
    members.push_back(formatted("{}: {}", name, field_text(field, bytes + field.offset, form)));
  }
  return formatted("{{{}}}", join(members, ", "));
}

}  // namespace

std::string stored_type_text(const files::npy_type& type) {
  const std::uint64_t bytes = type.element_bytes;
  const std::string unit = type.unit.empty() ? "" : formatted("[{}]", type.unit);
  if (!type.fields.empty()) return formatted("record ({} byte{})", bytes, bytes == 1 ? "" : "s");
  if (type.code == 'U') return formatted("str ({} character{})", bytes / 4, bytes == 4 ? "" : "s");
  if (type.code == 'S') return formatted("bytes ({})", bytes);
  if (type.code == 'M') return "datetime64" + unit;
  if (type.code == 'm') return "timedelta64" + unit;
  return type_text(dtype_of(type), bytes);
}

bool is_meaningful(const files::npy_type& type) {
  return !type.fields.empty() || std::string_view("USMm").find(type.code) != std::string_view::npos;
}

std::string stored_text(const files::npy_type& type, const std::byte* bytes, text_form form) {
  return type.fields.empty() ? scalar_text(type, bytes, form) : record_text(type, bytes, form);
}

}  // namespace strew::cli
