// Formatting of messages: a format string with a {} for each value, checked at compile time. One function formats them
// all (sentence.cpp); it needs only the standard library, so that libstrew depends on nothing else.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/small_vector.hpp"

namespace strew::engine {

// An integer, or a text that outlives the formatting. No floats: printing one computes with it, in the caller's
// floating-point environment.
class sentence_value {
 public:
  enum class value_kind : std::uint8_t { signed_integer, unsigned_integer, text };

  sentence_value() = default;
  template <std::signed_integral T>
  requires(sizeof(T) > 1) sentence_value(T value)
      : bits_(static_cast<std::uint64_t>(value)), kind_(value_kind::signed_integer) {}
  template <std::unsigned_integral T>
  requires(sizeof(T) > 1) sentence_value(T value) : bits_(value), kind_(value_kind::unsigned_integer) {}
  sentence_value(std::string_view value) : text_(value.data()), bits_(value.size()) {}
  sentence_value(const char* value) : sentence_value(std::string_view(value)) {}
  sentence_value(const std::string& value) : sentence_value(std::string_view(value)) {}

  [[nodiscard]] value_kind kind() const { return kind_; }
  [[nodiscard]] std::int64_t as_signed() const { return static_cast<std::int64_t>(bits_); }
  [[nodiscard]] std::uint64_t as_unsigned() const { return bits_; }
  [[nodiscard]] std::string_view as_text() const { return {text_, static_cast<std::size_t>(bits_)}; }

 private:
  const char* text_ = "";
  std::uint64_t bits_ = 0;  // for a text its length
  value_kind kind_ = value_kind::text;
};

// {:x}, hexadecimal, or with a width and leading zeros: {:016x}.
constexpr bool is_hexadecimal(std::string_view form) {
  if (form.size() < 2 || form.front() != ':' || form.back() != 'x') return false;
  return form.substr(1, form.size() - 2).find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether there is one {} for each value; unsigned values may be hexadecimal.
constexpr bool is_sentence(std::string_view text, const bool* are_unsigned, std::size_t count) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '}') return false;
    if (text[i] != '{') continue;
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos || next == count) return false;
    const std::string_view form = text.substr(i + 1, end - i - 1);
    if (!form.empty() && !(is_hexadecimal(form) && are_unsigned[next])) return false;
    ++next;
    i = end;
  }
  return next == count;
}

void values_do_not_match_placeholders();  // never defined: a call does not compile

template <class... Values>
class checked_sentence {
 public:
  template <std::size_t Size>
  consteval checked_sentence(const char (&text)[Size]) : text_(text, Size - 1) {
    constexpr bool are_unsigned[] = {std::is_unsigned_v<Values>..., false};
    if (!is_sentence(text_, are_unsigned, sizeof...(Values))) values_do_not_match_placeholders();
  }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// The types are deduced from the values, not from the text.
template <class... Values>
using sentence = checked_sentence<std::type_identity_t<Values>...>;

[[gnu::cold]] std::string make_sentence(std::string_view text, const sentence_value* values, std::size_t count);

template <class... Values>
std::string formatted(sentence<Values...> text, const Values&... values) {
  const sentence_value all[] = {sentence_value(values)..., sentence_value()};
  return make_sentence(text.text(), all, sizeof...(Values));
}

// "[2, 3]"
[[gnu::cold]] std::string list_text(const sentence_value* values, std::size_t count, const char (&brackets)[3]);

template <class T>
std::string list_text(const small_vector<T>& values, const char (&brackets)[3]) {
  small_vector<sentence_value> all;
  for (const T& value : values) all.push_back(sentence_value(value));
  return list_text(all.data(), all.size(), brackets);
}

}  // namespace strew::engine
