// A failure detected by a frontend: a record like the engine's own, with the number of one of the frontend's rules.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "strew/strew.h"

namespace strew::frontends {

// Empty, or a failure.
using maybe_failure = std::optional<strew_error>;

// Writes a text truncated between characters, with a terminating 0. The only function that calls fmt.
void write_text(char* to, std::size_t room, fmt::string_view sentence, fmt::format_args values);

template <std::size_t Room, class... Values>
void print(char (&to)[Room], fmt::format_string<Values...> sentence, Values&&... values) {
  write_text(to, Room, sentence, fmt::make_format_args(values...));
}

// Writes "rule: name: sentence" like the engine's messages, truncated to the size of the record. Does not allocate.
void write_message(strew_error& to, std::string_view rule, std::string_view name, fmt::string_view sentence,
                   fmt::format_args values);

// A failure of `rule` for an operand that the frontend calls `name` (may be empty).
template <class... Values>
strew_error fail_of(std::string_view name, strew_status status, std::int32_t operand, std::string_view rule,
                    fmt::format_string<Values...> sentence, Values&&... values) {
  strew_error made = STREW_ERROR_INIT;
  made.status = status;
  made.operand = operand;
  rule.copy(made.rule, sizeof made.rule - 1);
  write_message(made, rule, name, sentence, fmt::make_format_args(values...));
  return made;
}

template <class... Values>
strew_error fail(strew_status status, std::int32_t operand, std::string_view rule,
                 fmt::format_string<Values...> sentence, Values&&... values) {
  return fail_of({}, status, operand, rule, sentence, static_cast<Values&&>(values)...);
}

// Whether size and version of an ABI struct to be filled are known.
template <class Struct>
bool is_known(const Struct& given) {
  return given.struct_size == sizeof given && given.version == 1;
}

// A rule of a frontend: its number and its text.
struct rule_row {
  const char* name;
  const char* text;
};

// Null past the last one.
template <std::size_t Count>
const char* find_rule_name(const rule_row (&rows)[Count], std::uint64_t number) {
  return number < Count ? rows[number].name : nullptr;
}

// The text of a rule of the frontend, else of the engine; null if there is none.
template <std::size_t Count>
const char* find_rule_text(const rule_row (&rows)[Count], const char* rule) {
  if (rule == nullptr) return nullptr;
  for (const rule_row& row : rows) {
    if (std::strcmp(row.name, rule) == 0) return row.text;
  }
  return strew_rule_text(rule);
}

}  // namespace strew::frontends
