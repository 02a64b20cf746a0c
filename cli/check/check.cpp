#include "check/check.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "check/findings.hpp"
#include "check/findings_text.hpp"
#include "formatted.hpp"
#include "option_table.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

constexpr index_form forms[] = {
    {"gather", &gather_spec},  {"gather-elements", &gather_elements_spec},  {"gather-nd", &gather_nd_spec},
    {"scatter", &gather_spec}, {"scatter-elements", &gather_elements_spec}, {"scatter-nd", &gather_nd_spec}};
constexpr choice form_choices[] = {{"gather", 0},  {"gather-elements", 1},  {"gather-nd", 2},
                                   {"scatter", 3}, {"scatter-elements", 4}, {"scatter-nd", 5}};
constexpr choice requirements[] = {{"unique", 0}, {"sorted", 1}, {"covering", 2}};

constexpr const char* examples =
    "Told are the range of the indices and how many are negative, how many places more than one position addresses,\n"
    "whether the places ascend in row-major order of the positions, and how many of all places are addressed.\n"
    "The exit code is 1 if an index is out of range, or if something that --require asks for is not so.\n\n"
    "Examples:\n"
    "  strew check rows.npy --shape 1000,64\n"
    "  strew check tuples.npy --shape 1000,64 --as scatter-nd --require unique\n"
    "  strew check offsets.npy --shape 1000 --require sorted,covering --json";

outcome check_attributes(const check_options& options) {
  if (options.form.plan->has_tuples && options.call.axis != 0) {
    return usage_diagnostic(formatted("--axis: {} has tuples, and no axis", options.form.name));
  }
  if (options.form.plan == &gather_elements_spec && options.call.batch_dims != 0) {
    return usage_diagnostic(formatted("--batch-dims: {} has none", options.form.name));
  }
  return std::nullopt;
}

outcome tell(const check_options& options, const index_findings& found, const std::vector<diagnostic>& complaints) {
  if (!options.call.common.json) {
    return options.call.common.quiet ? std::nullopt : print_text(findings_text(options, found));
  }
  json_object object;
  object.add("status", complaints.empty() ? "ok" : "error");
  if (!complaints.empty()) {
    std::vector<std::string> messages;
    for (const diagnostic& one : complaints) messages.push_back(one.message);
    object.add("exit_code", static_cast<int>(exit_unclean)).add("kind", "check").add("message", join(messages, "; "));
  }
  return print_json(object.add_members(findings_json(options, found)));
}

outcome look_and_tell(const check_options& options, progress& shown, bool& is_clean) {
  index_findings found;
  if (auto error = check_attributes(options)) return error;
  if (auto error = find_out(options, shown, found)) return error;
  shown.clear();
  const std::vector<diagnostic> complaints = complaints_of(options, found);
  common_options messages = options.call.common;
  messages.json = false;
  for (const diagnostic& one : complaints) report(one, messages);
  is_clean = complaints.empty();
  return tell(options, found, complaints);
}

int check_indices(const check_options& options) {
  progress shown(options.call.common);
  bool is_clean = false;
  const outcome error = look_and_tell(options, shown, is_clean);
  shown.clear();
  if (error) return report(*error, options.call.common);
  return is_clean ? exit_ok : exit_unclean;
}

void require(std::int32_t what, check_options& options) {
  bool* const needs[] = {&options.needs_unique, &options.needs_sorted, &options.needs_covering};
  *needs[what] = true;
}

}  // namespace

command add_check(command_syntax& parent) {
  command_syntax* app =
      parent.add_subcommand("check", "Check indices against a shape: range, duplicates, order, coverage");
  auto options = std::make_shared<check_options>();
  app->add_option(
         "INDICES", [options](const std::string& file) { options->call.indices = file; },
         "The indices, a .npy file of integers; - is the standard input")
      ->required()
      ->type_name(std::string(file_value));
  add_extents(*app, "--shape", options->extents, "The extents of the data that the indices address, e.g. 1000,64")
      ->required();
  add_choice(*app, "--as", form_choices, "The operator that uses them (default gather)",
             [options](std::int32_t number) { options->form = forms[number]; });
  add_axis_option(*app, options->call, 0);
  add_batch_dims_option(*app, options->call);
  add_negative_option(*app, options->call);
  add_choices(*app, "--require", requirements,
              "What else must be so: no place is addressed twice (unique), places ascend (sorted), every place is "
              "addressed (covering)",
              [options](std::int32_t what) { require(what, *options); });
  add_common_options(*app, options->call.common);
  app->footer(examples);
  return {app, [options] { return check_indices(*options); }};
}

}  // namespace strew::cli
