// strew bench: how long a call takes on this machine.
#pragma once

#include "commands.hpp"
#include "operator_spec.hpp"

namespace strew::cli {

// The subcommand of an operator, for `parent`, the command bench.
command add_bench(CLI::App& parent, const operator_spec& spec);

}  // namespace strew::cli
