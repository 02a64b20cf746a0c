// Formatting of messages: a format string with a {} for each value, checked at compile time. One function formats them
// all (sentence.cpp); it needs only the standard library, so that libstrew depends on nothing else.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/dtype.hpp"
#include "base/small_vector.hpp"

namespace strew::engine {

enum class operand : std::int32_t {
  none = 0,
  data = 1,
  indices = 2,
  updates = 3,
  output = 4,
  from = 5,
  weights = 6,
  segments = 7,
  base = 8,
  right = 9,
  scales = 10,
  zero_points = 11,
  codebook = 12,
  arg = 13,
  count = 14
};

// A type in a sentence: of the elements of an operand.
struct type_words {
  dtype type;
  std::int64_t width;
  operand of;
};

// Numbers in parentheses, as they are stored.
struct tuple_words {
  small_vector<std::int64_t> numbers;
  bool is_unsigned = false;
};

// A text of the library's, which outlives it, and which may be a phrase.
struct own_words {
  const char* text;
};

// What stands for a {}: an integer, a type, an operand, numbers in brackets, or a text, which outlives the formatting.
// No floats: printing one computes with it, in the caller's floating-point environment.
struct sentence_value {
  enum class value_kind : std::uint8_t { integer, type, operand, list, tuple, text, words };

  sentence_value() = default;
  template <std::signed_integral T>
  requires(sizeof(T) > 1) sentence_value(T value) : bits(static_cast<std::uint64_t>(value)) {}
  template <std::unsigned_integral T>
  requires(sizeof(T) > 1) sentence_value(T value) : bits(value), is_unsigned(true) {}
  sentence_value(const type_words& value)
      : kind(value_kind::type),
        of(value.of),
        bits(static_cast<std::uint64_t>(value.type)),
        count(static_cast<std::uint64_t>(value.width)) {}
  sentence_value(engine::operand value) : kind(value_kind::operand), of(value) {}
  sentence_value(const small_vector<std::int64_t>& value)
      : kind(value_kind::list), numbers(value.data()), count(value.size()) {}
  sentence_value(const tuple_words& value)
      : kind(value_kind::tuple),
        numbers(value.numbers.data()),
        count(value.numbers.size()),
        is_unsigned(value.is_unsigned) {}
  sentence_value(std::string_view value) : kind(value_kind::text), text(value.data()), count(value.size()) {}
  sentence_value(const char* value) : sentence_value(std::string_view(value)) {}
  sentence_value(own_words value) : sentence_value(value.text) { kind = value_kind::words; }
  sentence_value(const std::string& value) : sentence_value(std::string_view(value)) {}

  [[nodiscard]] bool has_text() const { return kind == value_kind::text || kind == value_kind::words; }

  value_kind kind = value_kind::integer;
  engine::operand of = engine::operand::none;  // the operand, or that of the type
  std::uint64_t bits = 0;                      // the integer, or the type
  const std::int64_t* numbers = nullptr;       // of a list or a tuple
  const char* text = "";
  std::uint64_t count = 0;  // numbers, bytes of the text, or the width of the type
  bool is_unsigned = false;
};

// The words of a sentence: the engine's own, or those of somebody who knows its terms by other names.
class wording {
 public:
  wording() = default;
  wording(const wording&) = delete;
  wording& operator=(const wording&) = delete;
  virtual ~wording() = default;

  // What stands for a phrase between < and >; its values, in the phrase {}, are {0}, {1}, ... Null: the phrase itself.
  [[nodiscard]] virtual const char* phrase(std::string_view /*engine*/) const { return nullptr; }
  [[nodiscard]] virtual std::string type_name(const sentence_value& value) const;
  [[nodiscard]] virtual const char* operand_name(operand value) const;
  // Of lists; two characters. Within parentheses one number is followed by a comma.
  [[nodiscard]] virtual const char* brackets() const { return "[]"; }
};

// {:x}, hexadecimal, or with a width and leading zeros: {:016x}.
constexpr bool is_hexadecimal(std::string_view form) {
  if (form.size() < 2 || form.front() != ':' || form.back() != 'x') return false;
  return form.substr(1, form.size() - 2).find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether there is one {} for each value; unsigned values may be hexadecimal. In a message, a phrase that is known by
// other words too stands between < and >.
constexpr bool is_sentence(std::string_view text, const bool* are_unsigned, std::size_t count, bool has_phrases) {
  std::size_t next = 0;
  bool is_phrase = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '}') return false;
    if (has_phrases && (text[i] == '<' || text[i] == '>')) {
      if (is_phrase == (text[i] == '<')) return false;
      is_phrase = !is_phrase;
    }
    if (text[i] != '{') continue;
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos || next == count) return false;
    const std::string_view form = text.substr(i + 1, end - i - 1);
    if (!form.empty() && !(is_hexadecimal(form) && are_unsigned[next])) return false;
    ++next;
    i = end;
  }
  return next == count && !is_phrase;
}

void values_do_not_match_placeholders();  // never defined: a call does not compile

template <bool has_phrases, class... Values>
class checked_sentence {
 public:
  template <std::size_t Size>
  consteval checked_sentence(const char (&text)[Size]) : text_(text, Size - 1) {
    constexpr bool are_unsigned[] = {std::is_unsigned_v<Values>..., false};
    if (!is_sentence(text_, are_unsigned, sizeof...(Values), has_phrases)) values_do_not_match_placeholders();
  }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// The types are deduced from the values, not from the text.
template <class... Values>
using told = checked_sentence<true, std::type_identity_t<Values>...>;
template <class... Values>
using sentence = checked_sentence<false, std::type_identity_t<Values>...>;

// Of a message.
[[gnu::cold]] std::string make_sentence(std::string_view text, const sentence_value* values, const wording& words);
// Of any other text, in which < and > are letters.
[[gnu::cold]] std::string make_plain_sentence(std::string_view text, const sentence_value* values);

// A number by which a sentence is known, however it is worded: that of its text.
constexpr std::uint32_t number_of(std::string_view text) {
  std::uint32_t number = 0x811C9DC5U;
  for (const char letter : text) number = (number ^ static_cast<unsigned char>(letter)) * 0x01000193U;
  return number;
}

template <class... Values>
std::string formatted(sentence<Values...> text, const Values&... values) {
  const sentence_value all[] = {sentence_value(values)..., sentence_value()};
  return make_plain_sentence(text.text(), all);
}

// "[2, 3]"
template <class T>
std::string list_text(const small_vector<T>& values, const char (&brackets)[3]) {
  std::string text(1, brackets[0]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const sentence_value value(values[i]);
    if (i != 0) text += ", ";
    text += make_plain_sentence("{}", &value);
  }
  return text += brackets[1];
}

}  // namespace strew::engine
