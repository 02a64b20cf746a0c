// strew explain: what a call would do.
#pragma once

#include "commands.hpp"
#include "operator_spec.hpp"

namespace strew::cli {

class command_syntax;

inline constexpr const char* explain_examples =
    "Nothing is executed. Of files the headers are read alone, and ids that tell how many segments there are.\n\n"
    "Examples:\n"
    "  strew explain gather table.npy rows.npy\n"
    "  strew explain scatter-nd data.npy indices.npy updates.npy --reduction add --json\n"
    "  strew explain scatter-nd data.npy indices.npy updates.npy --reduction add --onnx\n\n"
    "strew explain COMMAND --help tells more about a command.";

// The subcommand of an operator, for `parent`, the command explain: it prints the problem and the plan of a call, or
// the node of ONNX that does the same.
command add_explain(command_syntax& parent, const operator_spec& spec);

}  // namespace strew::cli
