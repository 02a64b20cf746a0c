// strew tune: the numbers of the machine from which the costs of solvers are computed, measured or shown.
#pragma once

#include "commands.hpp"

namespace strew::cli {

command add_tune(CLI::App& parent);

}  // namespace strew::cli
