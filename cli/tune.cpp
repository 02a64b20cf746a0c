#include "tune.hpp"

#include <array>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/escape.hpp"
#include "files/output.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "library_text.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "report.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

constexpr const char* tune_footer =
    "Every process whose environment names the file in STREW_TUNING_FILE uses its numbers; no result depends on them.\n"
    "The machine should have nothing else to do meanwhile.\n\n"
    "Examples:\n"
    "  strew tune ~/.config/strew.tuning\n"
    "  export STREW_TUNING_FILE=~/.config/strew.tuning\n"
    "  strew tune --show";

struct tune_options {
  common_options common;
  std::string file;
  bool show = false;
};

// A text of the library that is a tuning file.
struct tuning_text {
  std::string text;
  std::string source;  // of its first line, if that is a comment
  std::string processor;
  std::vector<std::pair<std::string, std::string>> numbers;
};

tuning_text read(std::size_t (*write)(char* text, std::size_t capacity)) {
  tuning_text made{library_text(write), {}, {}, {}};
  for (const std::vector<std::string>& line : lines_of(made.text, 1)) {
    const std::string &name = line[0], &rest = line[1];
    if (name == "#") made.source = rest;
    if (name == "processor") made.processor = rest;
    if (name != "#" && name != "processor" && name != "strew_tuning")
      made.numbers.emplace_back(name, rest.substr(0, rest.find(' ')));
  }
  return made;
}

json_object numbers_json(const tuning_text& from) {
  json_object made;
  for (const auto& [name, value] : from.numbers) made.add_raw(name, value);
  return made;
}

json_object shown_json(const tuning_text& used) {
  return json_object()
      .add("status", "ok")
      .add("processor", used.processor)
      .add("source", used.source)
      .add("numbers", numbers_json(used));
}

std::string variable() {
  const char* const value = std::getenv("STREW_TUNING_FILE");
  return value == nullptr ? "" : value;
}

outcome show(const tune_options& options) {
  if (!options.file.empty())
    return usage_diagnostic("--show measures nothing, so that there is nothing to write",
                            "leave FILE out; STREW_TUNING_FILE names the file that is used");
  const tuning_text used = read(&strew_machine);
  return options.common.json ? print_json(shown_json(used)) : print_text(used.text);
}

std::string table(const tuning_text& measured, const tuning_text& before) {
  std::string text = formatted("{:<16} {:>14} {:>14}\n", "number", "measured", "before");
  for (std::size_t n = 0; n < measured.numbers.size(); ++n)
    text += formatted("{:<16} {:>14} {:>14}\n", measured.numbers[n].first, measured.numbers[n].second,
                      n < before.numbers.size() ? before.numbers[n].second : "");
  return text;
}

// How the numbers come into use.
std::string use_text(const std::string& file) {
  if (file.empty())
    return "\nNothing was written. strew tune FILE writes a file; STREW_TUNING_FILE=FILE in the environment has it "
           "used.\n";
  if (file == variable()) return formatted("\nwritten to {}\n", files::escaped(file, files::escapes::words));
  return formatted("\nwritten to {}, which STREW_TUNING_FILE={} in the environment has used\n",
                   files::escaped(file, files::escapes::words), files::escaped(file, files::escapes::words));
}

outcome write(const std::string& file, const std::string& measured) {
  const std::string text = formatted("# Measured by strew tune, strew {}.\n{}", strew_version(), measured);
  const std::array parts = {std::as_bytes(std::span(text))};
  return file_outcome(file, files::write_file(file, parts, {is_interrupted, {}}));
}

outcome tune(const tune_options& options) {
  const std::string file = options.file.empty() ? variable() : options.file;
  if (!file.empty()) {
    const auto bad = files::check_output(file, files::protection::respected);
    if (bad) return file_outcome(file, bad);
  }
  const tuning_text before = read(&strew_machine);
  const tuning_text measured = read(&strew_tune);
  if (measured.text.empty())
    return file_diagnostic("", {files::failure_kind::resources, "not enough memory to measure"});
  if (is_interrupted()) return file_diagnostic("", {files::failure_kind::interrupted, "interrupted"});
  const bool writes = !file.empty() && !options.common.dry_run;
  if (writes) {
    if (auto error = write(file, measured.text)) return error;
    if (file == "-") return std::nullopt;
  }
  if (!options.common.json) return print_text(table(measured, before) + use_text(writes ? file : ""));
  json_object made = json_object().add("status", "ok").add("processor", measured.processor);
  if (writes) made.add("file", file);
  return print_json(made.add("numbers", numbers_json(measured)).add("before", shown_json(before)));
}

int run_tune(const tune_options& options) {
  const outcome error = options.show ? show(options) : tune(options);
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace

command add_tune(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand(
      "tune", "Measure in some seconds the numbers of this machine from which the cost of each solver is computed");
  auto options = std::make_shared<tune_options>();
  app->add_option("FILE", options->file,
                  "The tuning file to write; without it the one that STREW_TUNING_FILE names, or none")
      ->type_name("FILE");
  app->add_flag("--show", options->show, "Print the numbers in use, and where they come from, instead");
  add_report_options(*app, options->common);
  app->footer(tune_footer);
  return {app, [options] { return run_tune(*options); }};
}

}  // namespace strew::cli
