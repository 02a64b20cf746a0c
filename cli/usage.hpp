// The words of a command line, checked before they are parsed: what is wrong is said in sentences of this program.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diagnostic.hpp"

namespace CLI {
class App;
}

namespace strew::cli {

// The options that stand for an operand, which is left out: the first, INDICES, UPDATES.
inline constexpr const char* zeros_option = "--zeros";
inline constexpr const char* rows_option = "--rows";
inline constexpr const char* value_option = "--value";

// Thrown where a value of an option is refused.
struct usage_error {
  diagnostic made;
};

enum class request { run, help, version };

struct checked_words {
  request wanted = request::run;
  const CLI::App* app = nullptr;  // the innermost command that is named
  outcome error;
  std::vector<std::string> words;  // for the parser: commands, options, operands
};

// `words` without the name of the program.
checked_words check_words(const CLI::App& root, std::span<const char* const> words);

// "strew explain gather".
std::string full_name(const CLI::App& app);

// The commands of `parent` by name; null and a diagnostic if there is none of this name.
const CLI::App* find_command(const CLI::App& parent, const std::string& word, outcome& error);

std::string help_text(const CLI::App& app);

}  // namespace strew::cli
