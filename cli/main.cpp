// The command strew: one subcommand per operator, with files as operands.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>

#include "commands.hpp"
#include "diagnostic.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "report.hpp"
#include "strew/strew.h"

namespace strew::cli {
namespace {

constexpr const char* footer =
    "Exit codes: 0 done; 1 a comparison failed; 2 usage; 3 bad data (an index, a shape, a type); 4 a file or its "
    "format;\n"
    "5 resources (memory, space); 70 a defect of strew.\n\n"
    "Example:\n"
    "  strew gather-nd data.npy indices.npy -o out.npy\n\n"
    "strew COMMAND --help tells more about a command.";

// The innermost subcommand on the command line.
const CLI::App* deepest(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return app;
}

std::string full_name(const CLI::App* app) {
  std::string name = app->get_name();
  for (app = app->get_parent(); app != nullptr; app = app->get_parent()) name.insert(0, app->get_name() + " ");
  return name;
}

// The parser reports only that a command is missing; this message names the word that is not one.
std::string usage_text(const CLI::App* innermost, const CLI::ParseError& error, int argc, char** argv) {
  const bool is_required = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (!is_required || innermost->get_require_subcommand_min() == 0) return error.what();
  const int depth = innermost->get_parent() == nullptr ? 1 : 2;
  if (argc <= depth) return "no command is named";
  return formatted("'{}' is no {}", argv[depth], argv[depth][0] == '-' ? "option here" : "command");
}

int report_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  common_options options;
  options.json = std::any_of(argv, argv + argc, [](const char* word) { return word == std::string_view("--json"); });
  const CLI::App* innermost = deepest(&app);
  return report(
      usage_diagnostic(usage_text(innermost, error, argc, argv), full_name(innermost) + " --help shows how it is used"),
      options);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Scatter and gather for tensors in files.", "strew");
  app.footer(footer);
  app.set_version_flag("--version", formatted("strew {}", strew_version()));
  app.require_subcommand(1);
  const std::vector<command> commands = add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    app.exit(success, text, text);
    const outcome error = print_text(text.str());
    return error ? report(*error, {}) : exit_ok;
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, argc, argv);
  }
  const auto chosen =
      std::find_if(commands.begin(), commands.end(), [](const command& one) { return one.app->parsed(); });
  return chosen->run();
}

int guarded_main(int argc, char** argv) {
  diagnostic made;
  try {
    return parse_and_run(argc, argv);
  } catch (const std::bad_alloc&) {
    made.code = exit_resources;
    made.kind = "resources";
    made.message = "no memory";
  } catch (const std::exception& error) {
    made.code = exit_defect;
    made.kind = "internal";
    made.message = formatted("a defect of strew: {}", error.what());
  }
  return report(made, {});
}

}  // namespace
}  // namespace strew::cli

int main(int argc, char** argv) {
  strew::cli::prepare_process();
  const int code = strew::cli::guarded_main(argc, argv);
  strew::cli::end_if_interrupted();
  return code;
}
