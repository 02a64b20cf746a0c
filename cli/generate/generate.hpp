// strew generate: completions for shells, the manual page, the pages of the commands.
#pragma once

#include "commands.hpp"

namespace strew::cli {

command add_generate(CLI::App& parent);

}  // namespace strew::cli
