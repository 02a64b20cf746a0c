// The subcommands.
#pragma once

#include <functional>
#include <vector>

namespace strew::cli {

class command_syntax;

struct command {
  command_syntax* app;
  std::function<int()> run;  // returns the exit code
};

// Declares all of them. The caller runs the one that is named.
std::vector<command> add_commands(command_syntax& app);

}  // namespace strew::cli
