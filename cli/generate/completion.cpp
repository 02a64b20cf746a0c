#include <utility>

#include "generate/texts.hpp"

namespace strew::cli {
namespace {

// Commands without options and operands: words that name them.
std::vector<command_description> only_names(const std::vector<command_description>& commands,
                                            const std::string& parent) {
  std::vector<command_description> made;
  for (const command_description& one : commands) {
    command_description name;
    name.name = one.name;
    name.full_name = parent + " " + one.name;
    name.summary = one.summary;
    name.commands = only_names(one.commands, name.full_name);
    made.push_back(std::move(name));
  }
  return made;
}

}  // namespace

command_description with_named_commands(const command_description& root) {
  command_description made = root;
  for (command_description& one : made.commands) {
    if (one.operands.empty() || one.operands.front().value.form != value_form::command) continue;
    one.commands = only_names(root.commands, one.full_name);
    one.operands.clear();
  }
  return made;
}

std::string single_quoted(const std::string& text) {
  std::string made = "'";
  for (const char letter : text) made += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return made + "'";
}

}  // namespace strew::cli
