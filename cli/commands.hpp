// The subcommands.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace strew::cli {

struct command {
  CLI::App* app;
  std::function<int()> run;  // returns the exit code
};

// Declares the subcommand of that name, or every one where `only` is empty. The caller runs the parsed one.
std::vector<command> add_commands(CLI::App& app, std::string_view only);

}  // namespace strew::cli
