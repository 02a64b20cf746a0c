#include "common/failure.hpp"

#include <fmt/format.h>

namespace strew::doors {

void write_message(strew_error& to, std::string_view rule, std::string_view name, fmt::string_view sentence,
                   fmt::format_args values) {
  char* const end = to.message + sizeof to.message - 1;
  char* const begin = fmt::format_to(to.message, "{}: {}{}", rule, name, name.empty() ? "" : ": ");
  *fmt::vformat_to_n(begin, static_cast<std::size_t>(end - begin), sentence, values).out = '\0';
}

}  // namespace strew::doors
