#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "generate/texts.hpp"

namespace strew::cli {
namespace {

constexpr std::string_view fish_head = R"(# Completions of strew for fish; made by: strew generate fish

# The commands and operands before the cursor.
function __strew_given
    set -l given (commandline -opc | string match -v -- '-*')
    set -e given[1]
    printf '%s\n' $given
end

# Whether these commands are named and nothing else.
function __strew_is
    test (__strew_given | string join ' ') = "$argv"
end

# Whether these commands are named first.
function __strew_in
    set -l given (__strew_given)
    test (count $given) -ge (count $argv); and test "$given[1..$(count $argv)]" = "$argv"
end

# Some of the words, with commas.
function __strew_list
    set -l begun (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '.*,')
    for word in $argv
        string match -q "*,$word,*" ",$begun"; or printf '%s\n' "$begun$word"
    end
end

complete -c strew -f
)";

std::string fish_quoted(const std::string& text) {
  std::string made = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') made += '\\';
    made += letter;
  }
  return made + "'";
}

// "explain gather" of "strew explain gather", with a space before it.
std::string fish_path(const command_description& command) {
  return command.full_name.substr(std::min(command.full_name.find(' '), command.full_name.size()));
}

// The arguments of `complete` for what a value may be.
std::string fish_value(const value_description& value) {
  const std::string words = join(value.words, " ");
  switch (value.form) {
    case value_form::none:
      return "";
    case value_form::anything:
      return " -x";
    case value_form::file:
      return " -r -F";
    case value_form::list:
      return formatted(" -x -a '(__strew_list {})'", words);
    case value_form::words:
    case value_form::command:
      return formatted(" -x -a '{}'", words);
  }
  return "";
}

std::string fish_option(const std::string& condition, const option_description& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return formatted("complete -c strew -n {}{}{} -d {}\n", condition, names, fish_value(option.value),
                   fish_quoted(brief(option.text)));
}

// Files wherever an operand may be; words in the first place only.
std::string fish_operands(const command_description& command) {
  for (const operand_description& operand : command.operands) {
    if (operand.value.form == value_form::file) {
      return formatted("complete -c strew -n '__strew_in{}' -F\n", fish_path(command));
    }
    if (!operand.value.words.empty()) {
      return formatted("complete -c strew -n '__strew_is{}' -a '{}' -d {}\n", fish_path(command),
                       join(operand.value.words, " "), fish_quoted(operand.name));
    }
  }
  return "";
}

std::string fish_command(const command_description& command) {
  const std::string place = fish_path(command);
  const std::string condition = fish_quoted((command.commands.empty() ? "__strew_in" : "__strew_is") + place);
  std::string made;
  for (const command_description& one : command.commands) {
    made += formatted("complete -c strew -n '__strew_is{}' -a {} -d {}\n", place, one.name,
                      fish_quoted(brief(one.summary)));
  }
  for (const option_description& option : command.options) made += fish_option(condition, option);
  made += fish_operands(command);
  for (const command_description& one : command.commands) made += fish_command(one);
  return made;
}

}  // namespace

std::string fish_text(const command_description& root) {
  return std::string(fish_head) + fish_command(with_named_commands(root));
}

}  // namespace strew::cli
