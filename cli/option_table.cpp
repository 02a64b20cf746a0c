#include "option_table.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace strew::cli {
namespace {

struct choice {
  const char* name;
  std::int32_t value;
};

constexpr choice reductions[] = {{"none", STREW_NONE}, {"add", STREW_ADD}, {"sub", STREW_SUB},
                                 {"mul", STREW_MUL},   {"min", STREW_MIN}, {"max", STREW_MAX}};
constexpr choice policies[] = {{"error", STREW_OOB_ERROR}, {"clamp", STREW_OOB_CLAMP}, {"wrap", STREW_OOB_WRAP},
                               {"skip", STREW_OOB_SKIP},   {"fill", STREW_OOB_FILL},   {"assume", STREW_OOB_ASSUME}};
constexpr choice negative_rules[] = {{"from_end", STREW_NEGATIVE_FROM_END}, {"invalid", STREW_NEGATIVE_INVALID}};
constexpr choice progress_modes[] = {{"auto", static_cast<std::int32_t>(progress_mode::when_seen)},
                                     {"always", static_cast<std::int32_t>(progress_mode::always)},
                                     {"never", static_cast<std::int32_t>(progress_mode::never)}};

std::vector<choice> element_types() {
  std::vector<choice> types;
  types.reserve(STREW_C128 + 1);
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) {
    types.push_back({strew_dtype_name(type), static_cast<std::int32_t>(type)});
  }
  return types;
}

// The help of the parser breaks no lines.
std::string wrapped(std::string_view text) {
  constexpr std::size_t widest_line = 80;
  std::string out;
  for (std::size_t used = 0; !text.empty();) {
    const std::size_t word = std::min(text.find(' '), text.size());
    if (used != 0) out += used + 1 + word > widest_line ? '\n' : ' ';
    used = used == 0 || out.back() == '\n' ? word : used + 1 + word;
    out += text.substr(0, word);
    text.remove_prefix(std::min(word + 1, text.size()));
  }
  return out;
}

template <class Store>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, std::span<const choice> given,
                        const std::string& description, Store store) {
  const std::vector<choice> choices(given.begin(), given.end());
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const choice& one : choices) names.emplace_back(one.name);
  const auto take = [flag, choices, names, store](const std::string& text) {
    for (const choice& one : choices) {
      if (text == one.name) return store(one.value);
    }
    throw CLI::ValidationError(flag, fmt::format("'{}' is not one of {}", text, fmt::join(names, ", ")));
  };
  return app.add_option_function<std::string>(flag, take, wrapped(description))
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
}

template <class Integer>
void add_integer(CLI::App& app, const std::string& flag, Integer& target, Integer lowest,
                 const std::string& description) {
  const auto take = [flag, lowest, &target](const std::string& text) {
    const std::optional<fill_number> number = parse_fill_number(text);
    const bool is_integer = number.has_value() && number->dtype() == STREW_I64;
    if (!is_integer || number->as_i64() < static_cast<std::int64_t>(lowest)) {
      const bool is_any = lowest == std::numeric_limits<Integer>::min();
      throw CLI::ValidationError(flag, is_any ? fmt::format("'{}' is not an integer", text)
                                              : fmt::format("'{}' is not an integer of at least {}", text, lowest));
    }
    target = static_cast<Integer>(number->as_i64());
  };
  app.add_option_function<std::string>(flag, take, wrapped(description))->type_name("N");
}

void add_policy_options(CLI::App& app, operator_options& options, bool is_scatter) {
  add_choice(app, "--out-of-bounds", policies,
             is_scatter
                 ? "What to do with an index outside its extent: refuse (error, the default), use the nearest "
                   "valid one (clamp), count round (wrap), drop the update (skip), or believe that there is none "
                   "(assume)"
                 : "What to do with an index outside its extent: refuse (error, the default), use the nearest "
                   "valid one (clamp), count round (wrap), write the fill value (fill), or believe that there is "
                   "none (assume)",
             [&options](std::int32_t value) { options.out_of_bounds = value; })
      ->type_name(is_scatter ? "error|clamp|wrap|skip|assume" : "error|clamp|wrap|fill|assume");
  add_choice(app, "--negative-indices", negative_rules,
             "Negative indices count from the end, -1 being the last (from_end, the default), or are out of bounds",
             [&options](std::int32_t value) { options.negative_indices = value; });
}

void add_fill_option(CLI::App& app, operator_options& options) {
  const auto take = [&options](const std::string& text) {
    options.fill = parse_fill_number(text);
    if (!options.fill) {
      throw CLI::ValidationError("--fill-value", fmt::format("'{}' is not a number of at most 64 bits", text));
    }
  };
  app.add_option_function<std::string>("--fill-value", take,
                                       wrapped("The number that --out-of-bounds fill writes (default: zero bytes). It "
                                               "must be exact in the element type if that is an integer"))
      ->type_name("NUMBER");
}

}  // namespace

void add_common_options(CLI::App& app, common_options& options) {
  app.add_flag("--json", options.json, "Print one JSON object on the standard output: the result or the error");
  app.add_flag("-q,--quiet", options.quiet, "Print errors only: no hints, no progress");
  app.add_flag("-v,--verbose", options.verbose, "Tell what is done, and how, on the standard error");
  add_integer<std::uint64_t>(app, "--threads", options.threads, 1,
                             "Use at most N threads (default: as many as the machine allows)");
  add_choice(app, "--progress", progress_modes,
             "Show progress on the standard error: if it is a terminal and half a second has passed (auto), always, "
             "never",
             [&options](std::int32_t value) { options.progress = static_cast<progress_mode>(value); });
  app.add_flag("--dry-run", options.dry_run, "Do and check everything, but write no file");
}

void add_operand_options(CLI::App& app, operator_options& options, bool is_scatter) {
  app.add_option("DATA", options.data, "The data, a .npy file; - is the standard input")->required();
  app.add_option("INDICES", options.indices, "The indices, a .npy file of integers")->required();
  if (is_scatter) {
    app.add_option("UPDATES", options.updates, "The updates, a .npy file of the type of the data")->required();
    add_choice(app, "--reduction", reductions,
               "How an update meets the old value. none (the default) replaces it, the last write wins",
               [&options](std::int32_t value) { options.reduction = value; });
  }
  add_policy_options(app, options, is_scatter);
  if (!is_scatter) add_fill_option(app, options);
  add_choice(app, "--dtype", element_types(),
             "Read the elements of the data as this type of the same width, e.g. bf16 for a file that can only "
             "say V2. The output keeps the type name of the data file",
             [&options](std::int32_t value) { options.dtype = static_cast<strew_dtype>(value); })
      ->type_name("TYPE");
}

void add_output_option(CLI::App& app, operator_options& options) {
  app.add_option("-o,--output", options.output,
                 "The output, a .npy file that appears whole or not at all; - is the standard output")
      ->type_name("FILE");
}

void add_batch_dims_option(CLI::App& app, operator_options& options) {
  add_integer<std::int64_t>(app, "--batch-dims", options.batch_dims, std::numeric_limits<std::int64_t>::min(),
                            "Leading dimensions that data and indices share (default 0)");
}

}  // namespace strew::cli
