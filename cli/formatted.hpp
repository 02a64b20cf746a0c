// Sentences made of values. fmt is compiled into formatted.cpp; the others see only how it is called, which is quick to
// compile.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace strew::cli {

std::string vformatted(fmt::string_view sentence, fmt::format_args values);

// The sentence is checked against its values when it is compiled.
template <class... Values>
std::string formatted(fmt::format_string<Values...> sentence, Values&&... values) {
  return vformatted(sentence, fmt::make_format_args(values...));
}

// "1, 2, 3" with ", " between them.
std::string join(std::span<const std::string> values, std::string_view separator);
std::string join(std::span<const std::int64_t> values, std::string_view separator);

}  // namespace strew::cli
