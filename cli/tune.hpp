// strew tune: the numbers of the machine from which the costs of solvers are computed, measured or shown.
#pragma once

#include "commands.hpp"

namespace strew::cli {

class command_syntax;

command add_tune(command_syntax& parent);

}  // namespace strew::cli
