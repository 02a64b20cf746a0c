#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "caps/query.hpp"
#include "choices.hpp"
#include "report.hpp"
#include "strew/options.hpp"

#if defined(STREW_CLI_FRONTENDS)
#include "strew/bnns.h"
#define STREW_DIRECTML_NO_NAMES  // only functions of strew's are called
#include "strew/directml.h"
#endif

namespace strew::cli {
namespace {

std::string name_of(std::span<const choice> choices, std::int32_t value) {
  for (const choice& one : choices) {
    if (one.value == value) return one.name;
  }
  return std::to_string(value);
}

void add_defaults(table& to, const char* frontend, const strew_options& options) {
  const auto yes_or_no = [](std::int32_t value) { return std::string(value != 0 ? "yes" : "no"); };
  to.parts.push_back({{frontend},
                      {{"",
                        {name_of(reductions, options.reduction), name_of(policies, options.out_of_bounds),
                         name_of(negative_rules, options.negative_indices), yes_or_no(options.exclude_self),
                         name_of(accumulators, options.accumulate), yes_or_no(options.unordered),
                         name_of(duplicate_rules, options.duplicates), name_of(partial_windows, options.partial_window),
                         options.fill_value == nullptr ? "zero bytes" : "a value",
                         options.solver == nullptr ? "fastest" : options.solver}}}});
}

strew_options stablehlo_options(int is_scatter) {
  strew_options options = STREW_OPTIONS_INIT;
  strew_stablehlo_options(is_scatter, &options, nullptr);
  return options;
}

#if defined(STREW_CLI_FRONTENDS)
void add_platforms(table& to) {
  strew_options options = STREW_OPTIONS_INIT;
  strew_directml_default_options(0, 0, &options);
  add_defaults(to, "directml", options);
  strew_bnns_default_options(&options);
  add_defaults(to, "bnns", options);
}

// The last published level below `limit`.
std::int32_t level_before(std::int32_t limit) {
  std::int32_t last = 0;
  for (std::uint64_t i = 0;; ++i) {
    const std::int32_t level = strew_directml_feature_level(i);
    if (level == 0 || level >= limit) return last;
    last = level;
  }
}

// 0x2100 is "2_1".
std::string level_name(std::int32_t level) {
  return fmt::format("{}_{}", level / 0x1000, level % 0x1000 / 0x100);
}

texts type_names(std::uint32_t types) {
  texts names;
  for (std::int32_t type = 0; type < 32; ++type) {
    if ((types >> type & 1U) != 0) names.emplace_back(strew_directml_data_type_name(type));
  }
  return names;
}

// FLOAT32 FLOAT16 UINT32 is "FLOAT32/16 UINT32": types of one kind together, the widest first.
std::string types_text(const texts& names) {
  std::string text;
  for (const char* kind : {"FLOAT", "UINT", "INT"}) {
    std::string found;
    for (const char* width : {"64", "32", "16", "8"}) {
      if (std::count(names.begin(), names.end(), std::string(kind) + width) != 0)
        found += (found.empty() ? " " + std::string(kind) : "/") + width;
    }
    text += found;
  }
  return text.substr(1);
}

// A row of the tables, with the last level that it holds at.
struct level_range {
  strew_directml_level row = STREW_DIRECTML_LEVEL_INIT;
  std::string from, to;

  [[nodiscard]] std::string source() const {
    return row.source == STREW_DIRECTML_PAGE ? "page" : row.source == STREW_DIRECTML_HISTORY ? "history" : "page only";
  }
  [[nodiscard]] table_row text() const {
    std::string dimensions = fmt::format("{}", row.dimensions_low);
    if (row.dimensions_low != row.dimensions_high) dimensions += fmt::format(" to {}", row.dimensions_high);
    return {from == to ? from : from + " to " + to,
            {dimensions, types_text(type_names(row.data_types)), types_text(type_names(row.index_types)), source()}};
  }
  [[nodiscard]] json_object json() const {
    json_object object, dimensions;
    dimensions.add("from", row.dimensions_low).add("to", row.dimensions_high);
    return object.add("operator", strew_directml_operator_name(row.operator_type))
        .add("operator_type", row.operator_type)
        .add("from", from)
        .add("to", to)
        .add("dimensions", dimensions)
        .add("data_types", type_names(row.data_types))
        .add("index_types", type_names(row.index_types))
        .add("source", source());
  }
};

std::vector<level_range> query_levels() {
  std::vector<level_range> found;
  level_range one;
  for (std::uint64_t i = 0; strew_directml_level_row(i, &one.row) != 0; ++i) {
    if (i > 0 && found.back().row.operator_type == one.row.operator_type)
      found.back().to = level_name(level_before(one.row.level));
    one.from = level_name(one.row.level);
    one.to = level_name(level_before(std::numeric_limits<std::int32_t>::max()));
    found.push_back(one);
  }
  return found;
}

constexpr const char* legend =
    "page       printed on the operator's page, and in force\n"
    "history    from the history of feature levels; left out with the option page_tables\n"
    "page only  printed on the page, against header and history; in force with page_tables alone\n"
    "Where a row is skipped, the one above it holds on.\n";
#else
void add_platforms(table&) {}
#endif

}  // namespace

table query_defaults() {
  table made{"defaults",
             "Defaults of each frontend; those of StableHLO's operators where they are given no options",
             {"reduction", "out_of_bounds", "negative_indices", "exclude_self", "accumulate", "unordered", "duplicates",
              "partial_window", "fill_value", "solver"},
             {}};
  made.is_list = true;
  add_defaults(made, "c", STREW_OPTIONS_INIT);
  add_defaults(made, "cpp", strew::options{}.native());
  add_defaults(made, "python", STREW_OPTIONS_INIT);  // its own words: tests/python/test_plans.py
  add_defaults(made, "command_line", native_options(operator_options{}));
  add_defaults(made, "stablehlo_gather", stablehlo_options(0));
  add_defaults(made, "stablehlo_scatter", stablehlo_options(1));
  add_platforms(made);
  return made;
}

#if defined(STREW_CLI_FRONTENDS)
int print_directml_levels(const common_options& options) {
  table made{"",
             "Feature levels of DirectML's operators (strew::directml)",
             {"dimensions", "data types", "index types", "source"},
             {}};
  made.corner = "levels";
  std::vector<json_object> rows;
  for (const level_range& one : query_levels()) {
    const std::int32_t type = one.row.operator_type;
    const std::string owner = fmt::format("{} ({})", strew_directml_operator_name(type), type);
    if (made.parts.empty() || made.parts.back().owners.front() != owner) made.parts.push_back({{owner}, {}});
    made.parts.back().rows.push_back(one.text());
    rows.push_back(one.json());
  }
  json_object object;
  object.add("status", "ok").add("version", strew_version()).add("directml", rows);
  return print_answer(options, object, table_text(made) + legend);
}
#else
int print_directml_levels(const common_options& options) {
  return report(usage_diagnostic("this strew was built without the frontend for DirectML",
                                 "CMake's option STREW_BUILD_FRONTENDS builds it"),
                options);
}
#endif

}  // namespace strew::cli
