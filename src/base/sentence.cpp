#include "base/sentence.hpp"

#include <charconv>

namespace strew::engine {
namespace {

// Decimal, or hexadecimal with leading zeros: `form` is empty or ":016x".
template <class Number>
void append_number(std::string& to, Number value, std::string_view form) {
  char digits[24];  // 64 bits have at most 20 digits and a sign
  const std::to_chars_result end = std::to_chars(digits, std::end(digits), value, form.empty() ? 10 : 16);
  const auto count = static_cast<std::size_t>(end.ptr - digits);
  std::size_t width = 0;
  if (!form.empty()) std::from_chars(form.data() + 1, form.data() + form.size(), width);
  if (width > count) to.append(width - count, '0');
  to.append(digits, count);
}

void append_value(std::string& to, const sentence_value& value, std::string_view form) {
  switch (value.kind()) {
    case sentence_value::value_kind::signed_integer:
      return append_number(to, value.as_signed(), form);
    case sentence_value::value_kind::unsigned_integer:
      return append_number(to, value.as_unsigned(), form);
    case sentence_value::value_kind::text:
      to += value.as_text();
  }
}

}  // namespace

// The text was checked against its values when it was compiled (is_sentence).
std::string make_sentence(std::string_view text, const sentence_value* values, std::size_t count) {
  std::string made;
  for (std::size_t next = 0; next < count; ++next) {
    const std::size_t begin = text.find('{');
    const std::size_t end = text.find('}', begin);
    made += text.substr(0, begin);
    append_value(made, values[next], text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
  }
  return made += text;
}

std::string list_text(const sentence_value* values, std::size_t count, const char (&brackets)[3]) {
  std::string text(1, brackets[0]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += ", ";
    append_value(text, values[i], {});
  }
  return text += brackets[1];
}

}  // namespace strew::engine
