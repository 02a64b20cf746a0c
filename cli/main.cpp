// The command strew: one subcommand per operator, with files as operands.
#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "diagnostic.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "generate/complete.hpp"
#include "interrupt.hpp"
#include "platform/process.hpp"
#include "report.hpp"
#include "strew/strew.h"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

constexpr const char* exit_codes_and_operands =
    "Exit codes:\n"
    "  0   done\n"
    "  1   not as it should be (check, conformance)\n"
    "  2   usage: a command, an option, a value\n"
    "  3   bad data: an index, a shape, a type\n"
    "  4   a file or its format\n"
    "  5   resources: memory, space\n"
    "  70  a defect of strew\n\n"
    "An operand is a .npy file, or\n";

constexpr const char* root_example =
    "Example:\n"
    "  strew gather-nd data.npy indices.npy -o out.npy\n\n"
    "strew COMMAND --help tells more about a command.";

// What this build reads.
std::string root_footer() {
  std::string text = exit_codes_and_operands;
  std::vector<std::string> lacking;
  std::vector<std::string> unread;
  for (const files::file_format* format : files::formats()) {
    if (!format->spelling.empty()) text += formatted("  {:<24}  {}\n", format->spelling, format->meaning);
    if (format->lacks.empty()) continue;
    lacking.emplace_back(format->lacks);
    unread.emplace_back(formatted(
        "no {} files", join(std::vector<std::string>(format->suffixes.begin(), format->suffixes.end()), ", ")));
  }
  if (!lacking.empty())
    text += formatted("\nThis build is without {}: it reads {}.\n", join(lacking, " and "), join(unread, " and "));
  return text + "\n" + root_example;
}

int report_usage(const diagnostic& made, std::span<const char* const> words) {
  common_options options;
  const auto last = std::find(words.begin(), words.end(), std::string_view("--"));
  const auto has = [&](std::string_view word) { return std::find(words.begin(), last, word) != last; };
  options.json = has("--json");
  options.quiet = has("--quiet") || has("-q");
  return report(made, options);
}

int print(const std::string& text) {
  const outcome error = print_text(text);
  return error ? report(*error, {}) : exit_ok;
}

using words_view = std::span<const char* const>;

int run_checked(const std::vector<command>& commands, const checked_words& checked, words_view words) {
  if (checked.error) return report_usage(*checked.error, words);
  if (checked.wanted == request::help) return print(help_text(*checked.app));
  if (checked.wanted == request::version) return print(formatted("strew {}\n", strew_version()));
  try {
    take(checked.values);
  } catch (const usage_error& error) {
    return report_usage(error.made, words);
  }
  const auto chosen =
      std::find_if(commands.begin(), commands.end(), [&](const command& one) { return one.app == checked.app; });
  return chosen->run();
}

int read_and_run(int argc, char** argv) {
  const process_words given(argc, argv);
  const words_view words = given.all().subspan(given.all().empty() ? 0 : 1);
  command_syntax app("strew", "Scatter and gather for tensors in files.");
  app.footer(root_footer());
  app.add_flag("--version", "Print the version");
  const std::vector<command> commands = add_commands(app);
  if (!words.empty() && words.front() == complete_command) return print(completions(describe(app), words.subspan(1)));
  return run_checked(commands, check_words(app, words), words);
}

int guarded_main(int argc, char** argv) {
  diagnostic made;
  try {
    return read_and_run(argc, argv);
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
