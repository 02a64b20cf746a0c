#include "caps/caps.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "caps/queries.hpp"
#include "choices.hpp"
#include "device.hpp"
#include "formatted.hpp"
#include "library_text.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

constexpr std::size_t widest = 100;

// The printed answer, as text and as JSON.
struct page {
  json_object json = json_object().add("status", "ok").add("version", strew_version());
  std::string text;
};

answer told_types() {
  answer made;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type < std::size(element_types); ++type) {
    const std::uint64_t bytes = strew_dtype_bytes(type);
    made.add(strew_dtype_name(type))
        .add("bytes", bytes == 0 ? word("any", "0") : number(static_cast<std::int64_t>(bytes)));
  }
  return made;
}

std::vector<std::string> solvers() {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; strew_solver_name(i) != nullptr; ++i) names.emplace_back(strew_solver_name(i));
  return names;
}

// In lines of a terminal.
std::string listed(const std::vector<std::string>& names) {
  std::string text = "  ";
  std::size_t begin = 0;
  for (const std::string& name : names) {
    const bool is_last = &name == &names.back();
    if (text.size() - begin + name.size() > widest) {
      text += "\n  ";
      begin = text.size() - 2;
    }
    text += name + (is_last ? "" : ", ");
  }
  return text;
}

std::string operators_text(const answer& operators) {
  std::string text;
  const auto add = [&](const char* key, layout form, const char* title) {
    answer table;
    for (const auto& [name, told] : operators.members) {
      if (const answer* found = told.find(key)) table.add(name, *found);
    }
    text += table_text(title, form, table, operators.members.size());
  };
  add("reductions", layout::grid, "Reductions by element type");
  add("index_types", layout::grid, "Index types");
  add("policies", layout::grid, "Indices out of bounds, by what negative ones mean");
  add("options", layout::grid, "Other options");
  add("fill_values", layout::grid, "Fill values by element type");
  add("record_bytes", layout::list, "Bytes of records that move: each width that was tried");
  add("attributes", layout::list,
      "Attributes of the subcommands, which have - for _, with the defaults; - where there is no subcommand");
  return text;
}

page everything() {
  rule_texts rules;
  const answer operators = query_operators(rules), types = told_types(), formats = query_formats(),
               defaults = query_defaults();
  page made;
  made.text = formatted("strew {}, C ABI {}\n\n", strew_version(), strew_abi_version()) + operators_text(operators) +
              table_text("Element types", layout::grid, {{{"", types}}}) +
              table_text("Formats of files", layout::grid, {{{"", formats}}}) +
              table_text("Defaults of each frontend; those of StableHLO's operators where they are given no options",
                         layout::list, defaults) +
              formatted("Solvers by speed:\n{}\n\n", listed(solvers())) +
              "yes   a plan is made\nsame  a plan is made, and it is the one without the option\n";
  std::vector<json_object> named;
  for (const std::string& name : solvers()) named.push_back(json_object().add("name", name));
  json_object required;
  for (const auto& [rule, text] : rules) {
    required.add(rule, text);
    made.text += formatted("{:<4}  {}\n", rule, join(wrapped("refused: " + text, widest), "\n      "));
  }
  made.json.add("abi", strew_abi_version())
      .add("element_types", json_array(types))
      .add("formats", json_array(formats))
      .add("operators", json_array(operators))
      .add("defaults", json_of(defaults))
      .add("solvers", named)
      .add("rules", required);
  return made;
}

// One line per tuning parameter: name, value, description.
page tuning() {
  page made;
  made.text = library_text(&strew_tuning);
  answer numbers;
  for (const std::vector<std::string>& line : lines_of(made.text, 2))
    numbers.add(line[0], {{{"value", number(std::stoll(line[1]))}, {"decides", word(line[2])}}});
  made.json.add("tuning", json_of(numbers));
  return made;
}

// One line per kernel set: name, state, reason.
page targets() {
  page made;
  made.text = library_text(&strew_targets);
  std::vector<json_object> rows;
  for (const std::vector<std::string>& line : lines_of(made.text, 2))
    rows.push_back(json_object().add("name", line[0]).add("state", line[1]).add("reason", line[2]));
  made.json.add("targets", rows);
  return made;
}

// One line per device: number, name, and why it cannot be used.
page device_page(const std::vector<listed_device>& devices) {
  page made;
  std::vector<json_object> rows;
  for (const listed_device& one : devices) {
    json_object row;
    row.add("number", one.number).add("name", one.name);
    if (!one.refused.empty()) row.add("refused", one.refused);
    rows.push_back(row);
    made.text += formatted("vulkan:{}  {}{}\n", one.number, one.name,
                           one.refused.empty() ? "" : formatted("; refused: {}", one.refused));
  }
  made.json.add("devices", rows);
  return made;
}

// Of the files that this build reads.
std::string formats() {
  const answer all = query_formats();
  std::vector<std::string> names;
  for (const auto& [name, told] : all.members)
    if (told.find("read")->json == "true") names.push_back(name);
  return join(names, " ");
}

// One line each, name and value: of the library, and what this program adds.
page build() {
  page made;
  made.text = library_text(&strew_build_info) + formatted("{:<14}{}\n", "formats", formats());
  json_object values;
  for (const std::vector<std::string>& line : lines_of(made.text, 1)) values.add(line[0], line[1]);
  made.json.add("build", values);
  return made;
}

page directml() {
  page made;
  std::vector<json_object> rows;
  made.text =
      table_text("Feature levels of DirectML's operators (strew::directml)", layout::grid, query_directml(rows)) +
      "page       printed on the operator's page, and in force\n"
      "history    from the history of feature levels; left out with the option page_tables\n"
      "page only  printed on the page, against header and history; in force with page_tables alone\n"
      "Where a row is skipped, the one above it holds on.\n";
  made.json.add("directml", rows);
  return made;
}

}  // namespace

int print_caps(const caps_options& options) {
#if !defined(STREW_CLI_FRONTENDS)
  if (options.directml)
    return report(usage_diagnostic("this strew was built without the frontend for DirectML",
                                   "CMake's option STREW_BUILD_FRONTENDS builds it"),
                  options.common);
#endif
  std::vector<std::string> tables;
  if (options.directml) tables.emplace_back("--directml");
  if (options.tuning) tables.emplace_back("--tuning");
  if (options.targets) tables.emplace_back("--targets");
  if (options.devices) tables.emplace_back("--devices");
  if (options.build) tables.emplace_back("--build");
  if (tables.size() > 1) {
    return report(usage_diagnostic(join(tables, " and ") + " ask for different tables; one can be printed"),
                  options.common);
  }
  std::vector<listed_device> devices;
  if (options.devices) {
    if (auto error = list_devices(devices)) return report(*error, options.common);
  }
  const page made = options.directml  ? directml()
                    : options.tuning  ? tuning()
                    : options.targets ? targets()
                    : options.devices ? device_page(devices)
                    : options.build   ? build()
                                      : everything();
  common_options messages = options.common;
  messages.json = false;
  const outcome error = options.common.json ? print_json(made.json) : print_text(made.text);
  return error ? report(*error, messages) : exit_ok;
}

}  // namespace strew::cli
