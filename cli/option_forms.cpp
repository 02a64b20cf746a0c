#include "option_forms.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include "files/array_name.hpp"
#include "fill_number.hpp"
#include "formatted.hpp"
#include "suggest.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

constexpr std::string_view more_values = ",...";

std::vector<std::string> names_of(std::span<const choice> choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const choice& one : choices) names.emplace_back(one.name);
  return names;
}

// Where a choice of another name is meant, or of another operator.
std::string choice_hint(const std::string& text, std::span<const std::string> names) {
  const std::string elsewhere(word_elsewhere(text));
  const bool is_here = std::find(names.begin(), names.end(), elsewhere) != names.end();
  return did_you_mean(is_here ? elsewhere : closest(text, names));
}

std::int32_t chosen(const std::string& flag, std::span<const choice> choices, const std::string& text,
                    const std::function<std::string(const std::string&)>& hint_of) {
  for (const choice& one : choices) {
    if (text == one.name) return one.value;
  }
  const std::vector<std::string> names = names_of(choices);
  const std::string hint = hint_of ? hint_of(text) : "";
  refuse(flag, formatted("'{}' is not one of {}", text, join(names, ", ")),
         hint.empty() ? choice_hint(text, names) : hint);
}

// The power of 1024 that a unit is: "", "B", "K", "MB", "GiB". Nothing if it is none.
std::optional<std::size_t> power_of(std::string unit) {
  constexpr std::string_view units = "BKMGTPE";
  for (char& letter : unit) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (unit.empty()) return 0;
  const std::size_t power = units.find(unit.front());
  const std::string_view rest = std::string_view(unit).substr(1);
  const bool is_known = rest.empty() || (power != 0 && (rest == "B" || rest == "IB"));
  return power != std::string_view::npos && is_known ? std::optional(power) : std::nullopt;
}

// "1000000", "512M", "1 GiB": at least 1.
std::uint64_t bytes_of(const std::string& flag, const std::string& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t unit = std::min(text.find_first_not_of(' ', end), text.size());
  const std::optional<std::size_t> power = power_of(text.substr(unit));
  if (end == 0 || !power)
    refuse(flag, formatted("'{}' is not a number of bytes", text), "1000000, 512M and 1G are some");
  std::uint64_t bytes = 0;
  const auto read = std::from_chars(text.data(), text.data() + end, bytes);
  const bool is_beyond =
      read.ec != std::errc{} || __builtin_mul_overflow(bytes, std::uint64_t{1} << 10 * *power, &bytes);
  if (is_beyond || bytes == 0 || bytes >> 63U != 0) refuse(flag, formatted("'{}' is not from 1 byte to 8 EiB", text));
  return bytes;
}

}  // namespace

void refuse(const std::string& flag, const std::string& sentence, const std::string& hint) {
  throw usage_error{usage_diagnostic(formatted("{}: {}", flag, sentence), hint)};
}

option_syntax* add_choice(command_syntax& app, const std::string& flag, std::span<const choice> given,
                          const std::string& description, const std::function<void(std::int32_t)>& store,
                          const std::function<std::string(const std::string&)>& hint_of) {
  const std::vector<choice> choices(given.begin(), given.end());
  const auto take = [flag, choices, store, hint_of](const std::string& text) {
    store(chosen(flag, choices, text, hint_of));
  };
  return app.add_option(flag, take, description)->type_name(join(names_of(choices), "|"));
}

option_syntax* add_choices(command_syntax& app, const std::string& flag, std::span<const choice> given,
                           const std::string& description, const std::function<void(std::int32_t)>& store) {
  const std::vector<choice> choices(given.begin(), given.end());
  const auto take = [flag, choices, store](const std::string& text) {
    for (const std::string& part : parts_of(text, ',')) store(chosen(flag, choices, part, {}));
  };
  return app.add_option(flag, take, description)
      ->type_name(formatted("{}{}", join(names_of(choices), "|"), more_values));
}

std::int64_t integer_of(const std::string& flag, const std::string& text, std::int64_t lowest) {
  const std::optional<fill_number> number = parse_fill_number(text);
  const bool is_integer = number.has_value() && number->dtype() == STREW_DTYPE_I64;
  if (is_integer && number->as_i64() >= lowest) return number->as_i64();
  const bool is_any = lowest == std::numeric_limits<std::int64_t>::min();
  refuse(flag, is_any ? formatted("'{}' is not an integer", text)
                      : formatted("'{}' is not an integer of at least {}", text, lowest));
}

option_syntax* add_integer_to(command_syntax& app, const std::string& flag, std::int64_t lowest,
                              const std::string& description, const std::function<void(std::int64_t)>& store) {
  const auto take = [flag, lowest, store](const std::string& text) { store(integer_of(flag, text, lowest)); };
  return app.add_option(flag, take, description)->type_name("N");
}

option_syntax* add_bytes(command_syntax& app, const std::string& flag, std::optional<std::uint64_t>& target,
                         const std::string& description) {
  const auto take = [flag, &target](const std::string& text) { target = bytes_of(flag, text); };
  return app.add_option(flag, take, description)->type_name("BYTES");
}

option_syntax* add_integers(command_syntax& app, const std::string& flag, std::int64_t lowest,
                            const std::string& description,
                            const std::function<void(std::vector<std::int64_t>)>& store) {
  const auto take = [flag, lowest, store](const std::string& text) {
    std::vector<std::int64_t> numbers;
    for (const std::string& part : parts_of(text, ',')) numbers.push_back(integer_of(flag, part, lowest));
    store(std::move(numbers));
  };
  return app.add_option(flag, take, description)->type_name("N,...");
}

option_syntax* add_extents(command_syntax& app, const std::string& flag, std::optional<extents_list>& target,
                           const std::string& description, const std::string& hint) {
  const auto take = [flag, &target, hint](const std::string& text) {
    auto extents = files::parse_extents(text);
    if (!extents) refuse(flag, extents.error().message, hint);
    target = std::move(*extents);
  };
  return app.add_option(flag, take, description)->type_name("EXTENTS");
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    if (end + 1 == text.size()) parts.emplace_back();  // after a separator at the end
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<std::string> words_of_value(std::string_view value_name) {
  if (value_name == type_value) return names_of(dtype_names());
  if (is_list_value(value_name)) value_name.remove_suffix(more_values.size());
  return value_name.find('|') == std::string_view::npos ? std::vector<std::string>() : parts_of(value_name, '|');
}

bool is_list_value(std::string_view value_name) {
  return value_name.ends_with(more_values);
}

}  // namespace strew::cli
