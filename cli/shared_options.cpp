#include "shared_options.hpp"

#include "choices.hpp"
#include "formatted.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

std::string policy_elsewhere(const std::string& text, operator_kind kind) {
  if (kind == operator_kind::gather && text == "skip") {
    return "a gather has no output before that skip could keep; fill writes zeros there, or the --fill-value";
  }
  if (kind == operator_kind::gather || text != "fill") return "";
  return kind == operator_kind::reduction ? "skip leaves positions out"
         : has_segments(kind)             ? "skip makes the results of such positions 0"
                                          : "skip drops updates, and the cells keep their old values";
}

}  // namespace

void add_policy_option(command_syntax& app, const char* flag, const char* of, operator_kind kind,
                       std::int32_t& policy) {
  add_choice(
      app, flag, policies_of(kind), formatted("What to do with {}: {}", of, policies_text(kind)),
      [&policy](std::int32_t value) { policy = value; },
      [kind](const std::string& text) { return policy_elsewhere(text, kind); });
}

void add_policy_options(command_syntax& app, operator_options& options, operator_kind kind) {
  add_policy_option(app, "--out-of-bounds", "an index outside its extent", kind, options.out_of_bounds);
  add_negative_option(app, options);
}

fill_number number_of(const char* flag, const std::string& text) {
  const std::optional<fill_number> number = parse_fill_number(text);
  if (!number) refuse(flag, formatted("'{}' is not a number of at most 64 bits", text));
  return *number;
}

void add_fill_option(command_syntax& app, operator_options& options) {
  const auto take = [&options](const std::string& text) { options.fill = number_of("--fill-value", text); };
  app.add_option("--fill-value", take,
                 "The number that --out-of-bounds fill writes (default: zero bytes). It "
                 "must be exact in the element type if that is an integer")
      ->type_name("NUMBER");
}

void add_data_operand(command_syntax& app, operator_options& options) {
  app.add_option("DATA", options.data, "The data, a .npy file or another array (strew --help); - is the standard input")
      ->required()
      ->type_name("FILE");
}

void add_operand_dtype_option(command_syntax& app, operator_options& options) {
  add_dtype_option(app, options.dtype,
                   "Read the elements of the data as this type of the same width, e.g. bf16 for a file that can only "
                   "say V2. The output keeps the type name of the data file");
}

void add_accumulate_option(command_syntax& app, operator_options& options, const char* text) {
  add_choice(app, "--accumulate", accumulators, text, [&options](std::int32_t value) { options.accumulate = value; });
}

void add_accumulate_options(command_syntax& app, operator_options& options) {
  add_accumulate_option(
      app, options,
      "Add, sub, mul and mean of f16 and bf16 in f32, and the sum of an integer mean in wider integers (wide, "
      "the default), or round and wrap after every update (native)");
  app.add_flag("--unordered", options.unordered,
               "Let float and complex updates of one cell be combined in any order; without it they are "
               "combined in row-major "
               "order of their positions, on every machine");
}

option_syntax* add_file(command_syntax& app, const char* name, std::optional<std::string>& file, const char* text) {
  return app.add_option(name, file, text)->type_name(std::string(file_value));
}

void add_value_option(command_syntax& app, operator_options& options, const char* text) {
  const auto take = [&options](const std::string& word) { options.value = number_of(value_option, word); };
  app.add_option(value_option, take, text)->type_name("NUMBER");
}

}  // namespace strew::cli
