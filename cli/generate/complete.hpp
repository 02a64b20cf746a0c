// What may stand next on a command line, for the completions of shells: the program answers by the table of options
// that it parses with.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "generate/description.hpp"

namespace strew::cli {

// Of `strew __complete WORDS`.
inline constexpr std::string_view complete_command = "__complete";

// A line for each word that may take the place of the last one: the word, a tab, a sentence or nothing. Where names of
// files may: the line ":files". Words before the last one that are not understood are passed over.
std::string completions(const command_description& root, std::span<const char* const> words);

// The completions of a shell, which ask the program.
std::string bash_text();
std::string zsh_text();
std::string fish_text();

}  // namespace strew::cli
