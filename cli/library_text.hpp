// Texts that the library writes like snprintf, and the words of their lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strew::cli {

using write_text = std::size_t (*)(char* text, std::size_t capacity);

std::string library_text(write_text write);

// Of each line its first `words` words, and what follows them; empty where a line has no more.
std::vector<std::vector<std::string>> lines_of(std::string_view text, std::size_t words);

}  // namespace strew::cli
