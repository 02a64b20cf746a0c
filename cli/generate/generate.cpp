#include "generate/generate.hpp"

#include <memory>
#include <string>
#include <vector>

#include "formatted.hpp"
#include "generate/complete.hpp"
#include "generate/texts.hpp"
#include "option_forms.hpp"
#include "report.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

enum class format : std::int32_t { bash, zsh, fish, man, markdown };

constexpr choice formats[] = {{"bash", static_cast<std::int32_t>(format::bash)},
                              {"zsh", static_cast<std::int32_t>(format::zsh)},
                              {"fish", static_cast<std::int32_t>(format::fish)},
                              {"man", static_cast<std::int32_t>(format::man)},
                              {"markdown", static_cast<std::int32_t>(format::markdown)}};

constexpr const char* generate_footer =
    "Everything is made from the table of options that the program parses with. An installed strew brings the\n"
    "completions and the manual page along.\n\n"
    "Examples:\n"
    "  source <(strew generate bash)\n"
    "  strew generate zsh > ~/.zfunc/_strew\n"
    "  strew generate fish > ~/.config/fish/completions/strew.fish\n"
    "  strew generate man > strew.1\n"
    "  strew generate markdown gather > gather.md";

struct generate_options {
  format wanted = format::bash;
  std::string command;
};

outcome generated(const command_syntax& app, const generate_options& options, std::string& text) {
  if (options.wanted != format::markdown && !options.command.empty()) {
    return usage_diagnostic(formatted("'{}' is one operand too many", options.command),
                            "strew generate markdown takes COMMAND");
  }
  const command_description root = describe(app);
  switch (options.wanted) {
    case format::bash:
      text = bash_text();
      return std::nullopt;
    case format::zsh:
      text = zsh_text();
      return std::nullopt;
    case format::fish:
      text = fish_text();
      return std::nullopt;
    case format::man:
      text = man_text(root);
      return std::nullopt;
    case format::markdown:
      break;
  }
  outcome error;
  if (!options.command.empty() && find_command(app, options.command, error) == nullptr) return error;
  text = markdown_text(root, options.command.empty() ? root : *find_description(root, options.command));
  return std::nullopt;
}

}  // namespace

command add_generate(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand(
      "generate", "Print the completions for a shell, the manual page, or the page of a command in Markdown");
  auto options = std::make_shared<generate_options>();
  add_choice(*app, "FORMAT", formats, "What to print: completions for bash, zsh or fish, or a page",
             [options](std::int32_t value) { options->wanted = static_cast<format>(value); })
      ->required();
  app->add_option("COMMAND", options->command, "The command of a page in Markdown; without one it is that of strew")
      ->type_name(std::string(command_value));
  app->footer(generate_footer);
  const auto print = [&parent, options] {
    std::string text;
    outcome error = generated(parent, *options, text);
    if (!error) error = print_text(text);
    return error ? report(*error, {}) : exit_ok;
  };
  return {app, print};
}

}  // namespace strew::cli
