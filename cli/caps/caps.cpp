#include "caps/caps.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "caps/query.hpp"

namespace strew::cli {
namespace {

// What the rules that refused something require.
std::map<std::string, std::string> rules_of(const std::vector<table>& tables) {
  std::map<std::string, std::string> rules;
  for (const table& one : tables) {
    for (const table_part& part : one.parts) {
      for (const table_row& row : part.rows) {
        for (const std::string& cell : row.cells) {
          const char* text = strew_rule_text(cell.c_str());
          if (text != nullptr) rules.emplace(cell, text);
        }
      }
    }
  }
  return rules;
}

texts solvers() {
  texts names;
  for (std::uint64_t i = 0; strew_solver_name(i) != nullptr; ++i) names.emplace_back(strew_solver_name(i));
  return names;
}

table element_types() {
  table made{"element_types", "Element types and their bytes", {}, {{{}, {{}}}}};
  made.is_list = true;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type <= STREW_DTYPE_C128; ++type) {
    made.columns.emplace_back(strew_dtype_name(type));
    const std::uint64_t bytes = strew_dtype_bytes(type);
    made.parts[0].rows[0].cells.push_back(bytes == 0 ? "any" : std::to_string(bytes));
  }
  return made;
}

json_object caps_json(const std::vector<table>& tables, const table& defaults) {
  std::vector<json_object> types, operators, names;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type <= STREW_DTYPE_C128; ++type)
    types.push_back(json_object().add("name", strew_dtype_name(type)).add("bytes", strew_dtype_bytes(type)));
  for (const table_part& owned : tables.front().parts) operators.push_back(owner_json(tables, owned.owners.front()));
  for (const std::string& name : solvers()) names.push_back(json_object().add("name", name));
  json_object object, rules, frontends;
  for (const table_part& part : defaults.parts) frontends.add(part.owners.front(), part_json(defaults, part));
  for (const auto& [rule, asks] : rules_of(tables)) rules.add(rule, asks);
  return object.add("status", "ok")
      .add("version", strew_version())
      .add("abi", strew_abi_version())
      .add("element_types", types)
      .add("operators", operators)
      .add(defaults.key, frontends)
      .add("solvers", names)
      .add("rules", rules);
}

std::string caps_text(const std::vector<table>& tables, const table& defaults) {
  const std::size_t everybody = tables.front().parts.size();
  std::string text = fmt::format("strew {}, C ABI {}\n\n", strew_version(), strew_abi_version());
  for (const table& one : tables) {
    if (!one.title.empty()) text += table_text(merged(one), everybody);
  }
  text += table_text(element_types()) + table_text(merged(defaults));
  text += fmt::format("Solvers, fastest first: {}\n\n", fmt::join(solvers(), ", "));
  text += "yes   a plan is made\nsame  a plan is made, and it is the one without the option\n";
  for (const auto& [rule, asks] : rules_of(tables)) text += fmt::format("{:<4}  refused: {}\n", rule, asks);
  return text;
}

// A line a number: name, value, what it decides.
json_object tuning_json(const std::string& text) {
  json_object numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, decides;
    std::int64_t value = 0;
    words >> name >> value >> std::ws;
    std::getline(words, decides);
    numbers.add(name, json_object().add("value", value).add("decides", decides));
  }
  return json_object().add("status", "ok").add("version", strew_version()).add("tuning", numbers);
}

int print_tuning(const common_options& options) {
  std::string text(strew_tuning(nullptr, 0) + 1, '\0');
  text.resize(strew_tuning(text.data(), text.size()));
  return print_answer(options, tuning_json(text), text);
}

}  // namespace

int print_caps(const caps_options& options) {
  if (options.directml) return print_directml_levels(options.common);
  if (options.tuning) return print_tuning(options.common);
  const std::vector<table> tables = query_operators();
  const table defaults = query_defaults();
  return print_answer(options.common, caps_json(tables, defaults), caps_text(tables, defaults));
}

}  // namespace strew::cli
