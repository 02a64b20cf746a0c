#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "generate/texts.hpp"

namespace strew::cli {
namespace {

constexpr std::string_view zsh_head = R"(#compdef strew
# Completions of strew for zsh; made by: strew generate zsh

)";

constexpr std::string_view zsh_tail = R"(# Autoloaded from a folder of $fpath, or sourced.
if [[ $funcstack[1] == _strew ]]; then
  _strew "$@"
else
  compdef _strew strew
fi
)";

// Text within a specification of _arguments, whose brackets and colons have a meaning.
std::string zsh_escaped(const std::string& text) {
  std::string made;
  for (const char letter : text) {
    if (std::string_view("[]:\\").find(letter) != std::string_view::npos) made += '\\';
    made += letter;
  }
  return made;
}

// "strew explain" is _strew_explain.
std::string zsh_function(const command_description& command) {
  std::string name = "_" + command.full_name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

// ":FILE:_files".
std::string zsh_value(const value_description& value, const std::string& message) {
  const std::string words = join(value.words, " ");
  switch (value.form) {
    case value_form::none:
      return "";
    case value_form::file:
      return formatted(":{}:_files", message);
    case value_form::list:
      return formatted(":{}:_values -s , {} {}", message, message, words);
    case value_form::words:
    case value_form::command:
      return formatted(":{}:({})", message, words);
    case value_form::anything:
      break;
  }
  return formatted(":{}: ", message);
}

// "--out-of-bounds" is out-of-bounds.
std::string zsh_message(const option_description& option) {
  const std::string& name = option.names.back();
  return option.value.words.empty() ? option.value.name : name.substr(name.find_first_not_of('-'));
}

// '(-o --output)'{-o+,--output=}'[text]:FILE:_files'.
std::string zsh_option(const option_description& option) {
  const bool has_value = option.value.form != value_form::none;
  std::vector<std::string> forms;
  bool ends = false;  // nothing else is useful beside it
  for (const std::string& name : option.names) {
    forms.push_back(name + (!has_value ? "" : name.starts_with("--") ? "=" : "+"));
    ends = ends || name == "--help" || name == "--version";
  }
  const std::string rest = single_quoted(formatted("[{}]{}", zsh_escaped(brief(option.text)),
                                                   has_value ? zsh_value(option.value, zsh_message(option)) : ""));
  const std::string excluded = single_quoted(formatted("({})", ends ? "- : *" : join(option.names, " ")));
  return excluded + (forms.size() == 1 ? forms.front() : formatted("{{{}}}", join(forms, ","))) + rest;
}

std::string zsh_operand(const operand_description& operand) {
  const char* place = operand.is_endless ? "*" : operand.is_required ? "" : ":";
  return single_quoted(place + zsh_value(operand.value, zsh_escaped(operand.name)));
}

std::string zsh_specifications(const command_description& command) {
  std::string made;
  for (const option_description& option : command.options) made += " \\\n    " + zsh_option(option);
  for (const operand_description& operand : command.operands) made += " \\\n    " + zsh_operand(operand);
  return made;
}

// A command that has commands: their names, then what is theirs.
std::string zsh_parent(const command_description& command) {
  const std::string name = zsh_function(command);
  std::string listed, branches;
  for (const command_description& one : command.commands) {
    listed += formatted("    {}\n", single_quoted(formatted("{}:{}", one.name, zsh_escaped(brief(one.summary)))));
    if (!one.options.empty() || !one.operands.empty() || !one.commands.empty()) {
      branches += formatted("    {}) {} ;;\n", one.name, zsh_function(one));
    }
  }
  return formatted(
      "{0}_commands() {{\n  local -a commands=(\n{1}  )\n  _describe -t commands command commands\n}}\n\n"
      "{0}() {{\n  local curcontext=$curcontext state line\n  local -A opt_args\n"
      "  _arguments -C -s -S{2} \\\n    '1: :{0}_commands' \\\n    '*:: :->command' && return\n"
      "  [[ $state == command ]] || return 1\n"
      "  curcontext=${{curcontext%:*:*}}:{3}-$words[1]:\n  case $words[1] in\n{4}    *) return 1 ;;\n  esac\n}}\n\n",
      name, listed, zsh_specifications(command), name.substr(1), branches);
}

std::string zsh_command(const command_description& command) {
  std::string made;
  for (const command_description& one : command.commands) made += zsh_command(one);
  if (!command.commands.empty()) return made + zsh_parent(command);
  if (command.options.empty() && command.operands.empty()) return "";
  return formatted("{}() {{\n  _arguments -s -S{}\n}}\n\n", zsh_function(command), zsh_specifications(command));
}

}  // namespace

std::string zsh_text(const command_description& root) {
  return std::string(zsh_head) + zsh_command(with_named_commands(root)) + std::string(zsh_tail);
}

}  // namespace strew::cli
