#include "library_text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strew::cli {
namespace {

// What stands before the first `separator`, and is taken from the text with it.
std::string_view take(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

}  // namespace

std::vector<std::vector<std::string>> lines_of(std::string_view text, std::size_t words) {
  std::vector<std::vector<std::string>> lines;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    std::vector<std::string> parts;
    for (std::size_t n = 0; n < words; ++n) {
      skip_spaces(line);
      parts.emplace_back(take(line, ' '));
    }
    skip_spaces(line);
    parts.emplace_back(line);
    lines.push_back(std::move(parts));
  }
  return lines;
}

}  // namespace strew::cli
