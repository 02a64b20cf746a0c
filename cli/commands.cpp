#include "commands.hpp"

#include <memory>

#include "bench/bench.hpp"
#include "caps/caps.hpp"
#include "check/check.hpp"
#include "conformance/conformance.hpp"
#include "explain.hpp"
#include "generate/generate.hpp"
#include "inspect.hpp"
#include "operator_spec.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "recover.hpp"
#include "report.hpp"
#include "run_operator.hpp"
#include "syntax.hpp"
#include "tune.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

const operator_spec* const operators[] = {&gather_spec,         &gather_elements_spec,       &gather_nd_spec,
                                          &scatter_spec,        &scatter_elements_spec,      &scatter_nd_spec,
                                          &tensor_scatter_spec, &segment_reduce_spec,        &segment_scan_spec,
                                          &sddmm_spec,          &gather_block_quantized_spec};

// Whether an output may begin as an operand.
constexpr bool has_target_option(operator_kind kind) {
  return has_updates(kind) || kind == operator_kind::reduction;
}

command add_operator(command_syntax& parent, const operator_spec& spec) {
  command_syntax* app = parent.add_subcommand(spec.name, spec.summary);
  auto options = std::make_shared<operator_options>();
  spec.add_arguments(*app, *options);
  add_output_option(*app, *options);
  if (has_target_option(spec.kind)) add_in_place_option(*app, *options, spec.kind);
  if (spec.op == STREW_OPERATOR_SCATTER) add_memory_options(*app, *options);
  add_device_option(*app, *options);
  add_common_options(*app, options->common);
  app->footer(spec.examples);
  return {app, [&spec, options] { return run_operator(spec, *options); }};
}

command add_recover(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand("recover", "Complete a scatter --memory --in-place that was interrupted");
  auto options = std::make_shared<recover_options>();
  app->add_option("TABLE", options->table, "The array that was written in place")->required()->type_name("FILE");
  add_report_options(*app, options->common);
  app->footer(recover_footer);
  return {app, [options] { return recover(*options); }};
}

command add_inspect(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand(
      "inspect", "Say what is in files: element type, extents, bytes, and the values of small arrays");
  auto options = std::make_shared<inspect_options>();
  app->add_option("FILE", options->files,
                  "A .npy file or another array; an archive without a member; - is the standard input")
      ->required()
      ->type_name("FILE");
  add_dtype_option(*app, options->dtype, "Read the elements as this type of the same width, e.g. bf16");
  add_common_options(*app, options->common);
  return {app, [options] { return inspect_files(*options); }};
}

command add_caps(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand(
      "caps", "Print which operators, types, reductions, policies and options there are, and the defaults");
  auto options = std::make_shared<caps_options>();
  app->add_flag("--directml", options->directml, "Print the feature levels of DirectML's operators instead");
  app->add_flag("--tuning", options->tuning, "Print the numbers that the library is tuned with instead");
  app->add_flag("--targets", options->targets, "Print which kernels this processor runs instead");
  app->add_flag("--devices", options->devices, "Print the Vulkan devices of this machine for --device instead");
  app->add_flag("--build", options->build,
                "Print how the library was built instead: versions, threads, kernels, formats");
  add_common_options(*app, options->common);
  return {app, [options] { return print_caps(*options); }};
}

command add_help(command_syntax& parent) {
  command_syntax* app = parent.add_subcommand("help", "Tell how a command is used, like COMMAND --help");
  auto words = std::make_shared<std::vector<std::string>>();
  app->add_option("COMMAND", *words, "The command, e.g. gather, or explain gather")
      ->type_name(std::string(command_value));
  const auto print = [&parent, words] {
    const command_syntax* named = &parent;
    outcome error;
    for (const std::string& word : *words) {
      if (named != nullptr) named = find_command(*named, word, error);
    }
    if (!error) error = print_text(help_text(*named));
    return error ? report(*error, {}) : exit_ok;
  };
  return {app, print};
}

void add_explains(command_syntax& parent, std::vector<command>& commands) {
  command_syntax* explain = parent.add_subcommand(
      "explain", "Print the canonical problem of an operator and how it would be solved; nothing is executed");
  explain->footer(explain_examples);
  for (const operator_spec* spec : operators) commands.push_back(add_explain(*explain, *spec));
}

void add_benches(command_syntax& parent, std::vector<command>& commands) {
  command_syntax* bench = parent.add_subcommand(
      "bench", "Measure how long an operator takes with these operands on this machine; no file is written");
  bench->footer(bench_examples);
  for (const operator_spec* spec : operators) commands.push_back(add_bench(*bench, *spec));
}

}  // namespace

std::vector<command> add_commands(command_syntax& app) {
  std::vector<command> commands;
  for (const operator_spec* spec : operators) commands.push_back(add_operator(app, *spec));
  commands.push_back(add_recover(app));
  commands.push_back(add_inspect(app));
  commands.push_back(add_check(app));
  add_conformance(app, commands);
  commands.push_back(add_caps(app));
  add_explains(app, commands);
  add_benches(app, commands);
  commands.push_back(add_tune(app));
  commands.push_back(add_generate(app));
  commands.push_back(add_help(app));
  return commands;
}

}  // namespace strew::cli
