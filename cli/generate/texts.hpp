// What is generated from the description of the program, one source a format.
#pragma once

#include <string>

#include "generate/description.hpp"

namespace strew::cli {

// Completions.
std::string bash_text(const command_description& root);
std::string zsh_text(const command_description& root);
std::string fish_text(const command_description& root);

// The manual page strew(1).
std::string man_text(const command_description& root);
// The page docs/commands/NAME.md of `command`, which is `root` or one of its commands.
std::string markdown_text(const command_description& root, const command_description& command);

// For completions: `root` where a command that takes names of commands has them as commands: help gather.
command_description with_named_commands(const command_description& root);

// 'text' for a shell that has no escapes between single quotes, bash or zsh.
std::string single_quoted(const std::string& text);

}  // namespace strew::cli
