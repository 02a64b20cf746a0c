// strew bench: how long a call takes on this machine.
#pragma once

#include "commands.hpp"
#include "operator_spec.hpp"

namespace strew::cli {

class command_syntax;

inline constexpr const char* bench_examples =
    "Each row of the results is of so many threads at most: times of one execution, for each index, bytes read and\n"
    "written in a second, the time as a multiple of that of memcpy for as many bytes, busy processors.\n\n"
    "Examples:\n"
    "  strew bench gather table.npy rows.npy\n"
    "  strew bench scatter-nd data.npy indices.npy updates.npy --reduction add --in-place\n"
    "  strew bench scatter-nd data.npy indices.npy updates.npy --threads 1,2,4 --prepared --json\n\n"
    "strew bench COMMAND --help tells more about a command.";

// The subcommand of an operator, for `parent`, the command bench.
command add_bench(command_syntax& parent, const operator_spec& spec);

}  // namespace strew::cli
