#include "common/failure.hpp"

#include <fmt/format.h>

#include "strew/text.hpp"

namespace strew::doors {

void close_text(char* text, char* end, bool is_cut) {
  const auto length = static_cast<std::size_t>(end - text);
  text[is_cut ? detail::whole_characters(text, length) : length] = '\0';
}

void write_message(strew_error& to, std::string_view rule, std::string_view name, fmt::string_view sentence,
                   fmt::format_args values) {
  char* const end = to.message + sizeof to.message - 1;
  char* const begin = fmt::format_to(to.message, "{}: {}{}", rule, name, name.empty() ? "" : ": ");
  const auto room = static_cast<std::size_t>(end - begin);
  const auto made = fmt::vformat_to_n(begin, room, sentence, values);
  close_text(to.message, made.out, made.size > room);
}

}  // namespace strew::doors
