// Texts that the library writes like snprintf, and the words of their lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strew::cli {

// `write` takes a place and its size, and returns how long the text is.
template <class Write>
std::string library_text(const Write& write) {
  std::string text(write(nullptr, 0) + 1, '\0');
  text.resize(write(text.data(), text.size()));
  return text;
}

// Of each line its first `words` words, and what follows them; empty where a line has no more.
std::vector<std::vector<std::string>> lines_of(std::string_view text, std::size_t words);

}  // namespace strew::cli
