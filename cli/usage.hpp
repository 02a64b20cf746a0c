// The words of a command line, read by what the commands take: what is wrong is said in sentences of this program.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diagnostic.hpp"

namespace strew::cli {

class command_syntax;
struct option_syntax;

// The options that stand for an operand, which is left out: the first, INDICES, UPDATES.
inline constexpr const char* zeros_option = "--zeros";
inline constexpr const char* rows_option = "--rows";
inline constexpr const char* value_option = "--value";

// Thrown where a value of an option is refused.
struct usage_error {
  diagnostic made;
};

enum class request { run, help, version };

struct given_value {
  const option_syntax* option;
  std::vector<std::string> values;  // of an operand that is endless there may be several; of a flag an empty one
};

struct checked_words {
  request wanted = request::run;
  const command_syntax* app = nullptr;  // the innermost command that is named
  outcome error;
  std::vector<given_value> values;
};

// `words` without the name of the program.
checked_words check_words(const command_syntax& root, std::span<const char* const> words);

// Hands each value to what takes it; a value may be refused (usage_error).
void take(const std::vector<given_value>& values);

// The commands of `parent` by name; null and a diagnostic if there is none of this name.
const command_syntax* find_command(const command_syntax& parent, const std::string& word, outcome& error);

}  // namespace strew::cli
