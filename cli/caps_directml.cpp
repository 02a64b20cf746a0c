#include "caps_directml.hpp"

#include "report.hpp"

#ifdef STREW_CLI_DOORS

#define STREW_DIRECTML_NO_NAMES
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "strew/directml.h"

namespace strew::cli {
namespace {

// A row of the tables, with the last level that it holds at.
struct level_range {
  strew_directml_level row;
  std::int32_t last;
};

constexpr auto no_limit = std::numeric_limits<std::int32_t>::max();

// The last published level below `limit`.
std::int32_t level_before(std::int32_t limit) {
  std::int32_t last = 0;
  for (std::uint64_t i = 0;; ++i) {
    const std::int32_t level = strew_directml_feature_level(i);
    if (level == 0 || level >= limit) return last;
    last = level;
  }
}

std::vector<level_range> ask_levels() {
  std::vector<level_range> found;
  strew_directml_level row = STREW_DIRECTML_LEVEL_INIT;
  for (std::uint64_t i = 0; strew_directml_level_row(i, &row) != 0; ++i) {
    if (!found.empty() && found.back().row.operator_type == row.operator_type)
      found.back().last = level_before(row.level);
    found.push_back({row, level_before(no_limit)});
  }
  return found;
}

// 0x2100 is "2_1".
std::string level_name(std::int32_t level) {
  return fmt::format("{}_{}", level / 0x1000, level % 0x1000 / 0x100);
}

const char* source_name(std::int32_t source) {
  switch (source) {
    case STREW_DIRECTML_PAGE:
      return "page";
    case STREW_DIRECTML_HISTORY:
      return "history";
    default:
      return "page only";
  }
}

std::vector<std::string> type_names(std::uint32_t types) {
  std::vector<std::string> names;
  for (std::int32_t type = 0; type < 32; ++type) {
    if ((types >> type & 1U) != 0) names.emplace_back(strew_directml_data_type_name(type));
  }
  return names;
}

// FLOAT32 FLOAT16 UINT32 is "FLOAT32/16 UINT32": types of one kind together, the widest first.
std::string types_text(std::uint32_t types) {
  struct kind {
    std::string name;
    std::vector<int> widths;
  };
  std::vector<kind> kinds;
  for (const std::string& name : type_names(types)) {
    const std::size_t digits = name.find_first_of("0123456789");
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const kind& one) {
      return one.name == std::string_view(name).substr(0, digits);
    });
    kind& mine = same == kinds.end() ? kinds.emplace_back(kind{name.substr(0, digits), {}}) : *same;
    mine.widths.push_back(std::stoi(name.substr(digits)));
  }
  std::string text;
  for (kind& one : kinds) {
    std::sort(one.widths.begin(), one.widths.end(), std::greater<>());
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", one.name, fmt::join(one.widths, "/"));
  }
  return text;
}

std::string row_text(std::string_view levels_text, std::string_view dimensions, std::string_view data,
                     std::string_view indices, std::string_view source) {
  return fmt::format("  {:<10}  {:<10}  {:<42}  {:<18}  {}\n", levels_text, dimensions, data, indices, source);
}

std::string range_text(const level_range& one) {
  const strew_directml_level& row = one.row;
  const std::string from = level_name(row.level), to = level_name(one.last);
  const std::string dimensions = row.dimensions_low == row.dimensions_high
                                     ? fmt::format("{}", row.dimensions_low)
                                     : fmt::format("{} to {}", row.dimensions_low, row.dimensions_high);
  return row_text(from == to ? from : from + " to " + to, dimensions, types_text(row.data_types),
                  types_text(row.index_types), source_name(row.source));
}

constexpr const char* legend =
    "page       printed on the operator's page, and in force\n"
    "history    from the history of feature levels; left out with the option page_tables\n"
    "page only  printed on the page, against header and history; in force with page_tables alone\n"
    "Where a row is left out, the one above it holds on.\n";

std::string levels_text(const std::vector<level_range>& ranges) {
  std::string text = "Feature levels of DirectML's operators (strew::directml)\n\n";
  text += row_text("levels", "dimensions", "data types", "index types", "source");
  std::int32_t told = 0;
  for (const level_range& one : ranges) {
    if (one.row.operator_type != told) {
      told = one.row.operator_type;
      text += fmt::format("{} ({})\n", strew_directml_operator_name(told), told);
    }
    text += range_text(one);
  }
  return text + "\n" + legend;
}

json_object range_json(const level_range& one) {
  const strew_directml_level& row = one.row;
  json_object object, dimensions;
  dimensions.add("from", row.dimensions_low).add("to", row.dimensions_high);
  return object.add("operator", strew_directml_operator_name(row.operator_type))
      .add("operator_type", row.operator_type)
      .add("from", level_name(row.level))
      .add("to", level_name(one.last))
      .add("dimensions", dimensions)
      .add("data_types", type_names(row.data_types))
      .add("index_types", type_names(row.index_types))
      .add("source", source_name(row.source));
}

json_object levels_json(const std::vector<level_range>& ranges) {
  std::vector<json_object> rows;
  rows.reserve(ranges.size());
  for (const level_range& one : ranges) rows.push_back(range_json(one));
  json_object object;
  return object.add("status", "ok").add("version", strew_version()).add("directml", rows);
}

}  // namespace

int print_directml_levels(const caps_options& options) {
  const std::vector<level_range> ranges = ask_levels();
  common_options messages = options.common;
  messages.json = false;
  const outcome error = options.common.json ? print_json(levels_json(ranges)) : print_text(levels_text(ranges));
  return error ? report(*error, messages) : exit_ok;
}

}  // namespace strew::cli

#else

namespace strew::cli {

int print_directml_levels(const caps_options& options) {
  return report(usage_complaint("this strew was built without the door for DirectML",
                                "CMake's option STREW_BUILD_DOORS builds it"),
                options.common);
}

}  // namespace strew::cli

#endif
