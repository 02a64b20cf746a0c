// The subcommands.
#pragma once

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace strew::cli {

struct command {
  CLI::App* app;
  std::function<int()> run;  // returns the exit code
};

// Declares every subcommand. The caller runs the parsed one.
std::vector<command> add_commands(CLI::App& app);

}  // namespace strew::cli
