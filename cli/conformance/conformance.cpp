#include "conformance/conformance.hpp"

#include <charconv>
#include <cmath>
#include <memory>

#include "formatted.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "report.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

constexpr const char* run_examples =
    "A test folder has model.onnx, a graph of one node, and test_data_set_0/input_0.pb, output_0.pb and so on. A line "
    "is\n"
    "printed for each: pass; fail, with the first element that differs; or unsupported, with the reason.\n"
    "The exit code is 1 if a test failed or none was run, and 4 if a file cannot be read; the other tests are run.\n\n"
    "Examples:\n"
    "  strew conformance run onnx/backend/test/data/node\n"
    "  strew conformance run tests --rtol 1e-3 --atol 1e-7 --json";
constexpr const char* write_examples =
    "The expected outputs are those of strew. A new FOLDER appears whole or not at all, and so does each test in one "
    "that\n"
    "is there.\n\n"
    "Examples:\n"
    "  strew conformance write tests\n"
    "  strew conformance write tests --operator ScatterND --opset 16\n"
    "  strew conformance write --list";

constexpr choice onnx_operators[] = {{"Gather", 0},          {"GatherElements", 1}, {"GatherND", 2},     {"Scatter", 3},
                                     {"ScatterElements", 4}, {"ScatterND", 5},      {"TensorScatter", 6}};

double tolerance_of(const std::string& flag, const std::string& text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = code == std::errc() && end == text.data() + text.size();
  if (!is_number || !std::isfinite(value) || value < 0) {
    refuse(flag, formatted("'{}' is not a number of at least 0", text));
  }
  return value;
}

void add_tolerance(command_syntax& app, const std::string& flag, std::optional<double>& target,
                   const std::string& text) {
  app.add_option(
         flag, [flag, &target](const std::string& value) { target = tolerance_of(flag, value); }, text)
      ->type_name("NUMBER");
}

#if defined(STREW_PROTOBUF)
int run_if_built(const conformance_run_options& options) {
  return run_conformance(options);
}

int write_if_built(const conformance_write_options& options) {
  return write_conformance(options);
}
#else
int refuse_all(const common_options& options) {
  return report(usage_diagnostic("this strew was built without protobuf, which reads and writes ONNX's files",
                                 "CMake finds it where it is installed; Debian: apt install libprotobuf-dev "
                                 "protobuf-compiler"),
                options);
}

int run_if_built(const conformance_run_options& options) {
  return refuse_all(options.common);
}

int write_if_built(const conformance_write_options& options) {
  return refuse_all(options.common);
}
#endif

command add_run(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand("run", "Run ONNX's node tests of gather and scatter operators");
  auto options = std::make_shared<conformance_run_options>();
  app->add_option("FOLDER", options->folders, "A test folder, or a folder that has some, at any depth")
      ->required()
      ->type_name(std::string(folder_value));
  add_tolerance(*app, "--rtol", options->rtol,
                "Floats may differ by this part of the expected value and by --atol; without both, their bits are "
                "compared, where NaN is the same as NaN");
  add_tolerance(*app, "--atol", options->atol, "Floats may differ by this and by --rtol");
  add_common_options(*app, options->common);
  app->footer(run_examples);
  return {app, [options] { return run_if_built(*options); }};
}

command add_write(command_syntax& parent) {
  command_syntax* app =
      parent.add_subcommand("write", "Write node tests for other runtimes, with the outputs of strew");
  auto options = std::make_shared<conformance_write_options>();
  app->add_option("FOLDER", options->folder, "A new or an empty folder")->type_name(std::string(folder_value));
  app->add_flag("--list", options->lists, "Print the names of the tests, and write nothing");
  add_choice(*app, "--operator", onnx_operators, "Only tests of this operator",
             [options](std::int32_t number) { options->op_type = onnx_operators[number].name; });
  add_integer_to(*app, "--opset", 1, "Only tests for models of this opset or an earlier one",
                 [options](std::int64_t opset) { options->opset = opset; });
  app->add_flag("--force", options->force,
                "Write into a folder that is not empty: a test takes the place of what has its name, all else "
                "stays");
  add_common_options(*app, options->common);
  app->footer(write_examples);
  return {app, [options] { return write_if_built(*options); }};
}

}  // namespace

void add_conformance(command_syntax& parent, std::vector<command>& commands) {
  command_syntax* app = parent.add_subcommand(
      "conformance", "Run ONNX's node tests of gather and scatter operators, or write some for other runtimes");
  app->footer("strew conformance COMMAND --help tells more about a command.");
  commands.push_back(add_run(*app));
  commands.push_back(add_write(*app));
}

}  // namespace strew::cli
