#include "base/sentence.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

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

void append_number(std::string& to, std::uint64_t bits, bool is_unsigned, std::string_view form = {}) {
  is_unsigned ? append_number(to, bits, form) : append_number(to, static_cast<std::int64_t>(bits), form);
}

void append_numbers(std::string& to, const sentence_value& value, const char* brackets) {
  to += brackets[0];
  for (std::uint64_t i = 0; i < value.count; ++i) {
    if (i != 0) to += ", ";
    append_number(to, static_cast<std::uint64_t>(value.numbers[i]), value.is_unsigned);
  }
  if (value.kind == sentence_value::value_kind::list && brackets[0] == '(' && value.count == 1) to += ',';
  to += brackets[1];
}

void append_value(std::string& to, const sentence_value& value, std::string_view form, const wording& words) {
  switch (value.kind) {
    case sentence_value::value_kind::integer:
      return append_number(to, value.bits, value.is_unsigned, form);
    case sentence_value::value_kind::type:
      to += words.type_name(value);
      return;
    case sentence_value::value_kind::operand:
      to += words.operand_name(value.of);
      return;
    case sentence_value::value_kind::list:
      return append_numbers(to, value, words.brackets());
    case sentence_value::value_kind::tuple:
      return append_numbers(to, value, "()");
    case sentence_value::value_kind::words:
    case sentence_value::value_kind::text: {
      const std::string_view text(value.text, static_cast<std::size_t>(value.count));
      const char* const own = value.kind == sentence_value::value_kind::words ? words.phrase(text) : nullptr;
      to += own != nullptr ? std::string_view(own) : text;
    }
  }
}

// A phrase of somebody else: its values have numbers. A word in it that stands between < and > is looked up too.
void append_phrase(std::string& to, std::string_view phrase, const sentence_value* values, const wording& words) {
  while (!phrase.empty()) {
    const std::size_t begin = std::min(phrase.find_first_of("{<"), phrase.size());
    to += phrase.substr(0, begin);
    phrase.remove_prefix(begin);
    if (phrase.empty()) return;
    const std::size_t end = phrase.find(phrase.front() == '<' ? '>' : '}');
    const std::string_view inside = phrase.substr(1, end - 1);
    if (phrase.front() == '{') {
      append_value(to, values[inside.front() - '0'], {}, words);
    } else {
      const char* const own = words.phrase(inside);
      to += own != nullptr ? std::string_view(own) : inside;
    }
    phrase.remove_prefix(end + 1);
  }
}

// The text was checked against its values when it was compiled (is_sentence). Returns the values that follow.
const sentence_value* append(std::string& to, std::string_view text, const sentence_value* values, const wording& words,
                             const char* marks) {
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_of(marks), text.size());
    to += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const bool is_phrase = text.front() == '<';
    const std::size_t end = text.find(is_phrase ? '>' : '}');
    const std::string_view inside = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    const char* const own = is_phrase ? words.phrase(inside) : nullptr;
    if (own != nullptr) {
      append_phrase(to, own, values, words);
      values += std::count(inside.begin(), inside.end(), '{');
    } else if (is_phrase) {
      values = append(to, inside, values, words, marks);
    } else {
      append_value(to, *values++, inside, words);
    }
  }
  return values;
}

}  // namespace

std::string wording::type_name(const sentence_value& value) const {
  const dtype_info* const about = find_info(static_cast<std::uint32_t>(value.bits));
  if (about == nullptr) return "unknown";
  if (about->width != 0) return about->name;
  std::string text = about->name;
  text += " of ";
  append_number(text, value.count, {});
  return text += " bytes";
}

const char* wording::operand_name(operand value) const {
  constexpr std::array names = {"call", "data",  "indices", "updates",     "output",   "from", "weights", "segments",
                                "base", "right", "scales",  "zero_points", "codebook", "arg",  "count"};
  const auto at = static_cast<std::size_t>(value);
  return at < names.size() ? names[at] : "unknown";
}

std::string make_sentence(std::string_view text, const sentence_value* values, const wording& words) {
  std::string made;
  append(made, text, values, words, "{<");
  return made;
}

std::string make_plain_sentence(std::string_view text, const sentence_value* values) {
  std::string made;
  append(made, text, values, wording(), "{");
  return made;
}

}  // namespace strew::engine
