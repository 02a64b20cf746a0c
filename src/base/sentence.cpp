#include "base/sentence.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

namespace strew::engine {

std::string make_sentence(std::string_view text, const sentence_value* values, std::size_t count) {
  fmt::dynamic_format_arg_store<fmt::format_context> all;
  for (std::size_t i = 0; i < count; ++i) {
    switch (values[i].kind()) {
      case sentence_value::value_kind::signed_integer:
        all.push_back(values[i].as_signed());
        break;
      case sentence_value::value_kind::unsigned_integer:
        all.push_back(values[i].as_unsigned());
        break;
      case sentence_value::value_kind::text:
        all.push_back(values[i].as_text());  // a view, not a copy
        break;
    }
  }
  return fmt::vformat(text, all);
}

std::string list_text(const sentence_value* values, std::size_t count, const char (&brackets)[3]) {
  std::string text(1, brackets[0]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += ", ";
    text += make_sentence("{}", values + i, 1);
  }
  return text += brackets[1];
}

}  // namespace strew::engine
