// What is generated from the description of the program, one source a format.
#pragma once

#include <string>

#include "generate/description.hpp"

namespace strew::cli {

// The manual page strew(1).
std::string man_text(const command_description& root);
// The page commands/NAME.md of the site: of `command`, which is `root` or one of its commands.
std::string markdown_text(const command_description& root, const command_description& command);

}  // namespace strew::cli
