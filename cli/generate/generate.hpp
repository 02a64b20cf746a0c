// strew generate: completions for shells, the manual page, the pages of the commands.
#pragma once

#include "commands.hpp"

namespace strew::cli {

class command_syntax;

command add_generate(command_syntax& parent);

}  // namespace strew::cli
