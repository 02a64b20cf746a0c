#include "common/failure.hpp"

#include <fmt/format.h>

#include "strew/text.hpp"

namespace strew::frontends {

void write_text(char* to, std::size_t room, fmt::string_view sentence, fmt::format_args values) {
  const auto made = fmt::vformat_to_n(to, room - 1, sentence, values);
  const auto length = static_cast<std::size_t>(made.out - to);
  to[made.size > length ? detail::whole_characters(to, length) : length] = '\0';
}

void write_message(strew_error& to, std::string_view rule, std::string_view name, fmt::string_view sentence,
                   fmt::format_args values) {
  print(to.message, "{}: {}{}", rule, name, name.empty() ? "" : ": ");
  const std::size_t length = std::strlen(to.message);
  write_text(to.message + length, sizeof to.message - length, sentence, values);
}

}  // namespace strew::frontends
