#include "formatted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>  // join, from fmt 11 on

namespace strew::cli {

std::string vformatted(fmt::string_view sentence, fmt::format_args values) {
  return fmt::vformat(sentence, values);
}

std::string join(std::span<const std::string> values, std::string_view separator) {
  return fmt::format("{}", fmt::join(values, separator));
}

std::string join(std::span<const std::int64_t> values, std::string_view separator) {
  return fmt::format("{}", fmt::join(values, separator));
}

}  // namespace strew::cli
