#include "caps_print.hpp"

namespace strew::cli {
namespace {

json_object row_json(const grid& table, const grid_row& row) {
  json_object object;
  for (std::size_t i = 0; i < row.answers.size(); ++i) object.add(table.columns[i], row.answers[i]);
  return object;
}

// {"f32": {"add": "ok", ...}, ...}, or one such object where there are no rows.
json_object grid_json(const grid& table) {
  json_object object;
  for (const grid_row& row : table.rows) {
    if (row.name.empty()) return row_json(table, row);
    object.add(row.name, row_json(table, row));
  }
  return object;
}

const char* kind_name(operator_kind kind) {
  switch (kind) {
    case operator_kind::gather:
      return "gather";
    case operator_kind::scatter:
      return "scatter";
    default:
      return "append";
  }
}

json_object operator_json(const operator_caps& asked) {
  json_object object;
  object.add("name", asked.name).add("kind", kind_name(asked.kind));
  if (asked.command.empty()) {
    object.add_raw("command", "null");
  } else {
    object.add("command", asked.command);
  }
  json_object attributes;
  for (const attribute_default& one : asked.attributes) {
    if (one.is_number) {
      attributes.add_raw(one.name, one.value);
    } else {
      attributes.add(one.name, one.value);
    }
  }
  object.add("attributes", attributes);
  for (const grid& table : asked.grids) object.add(table.key, grid_json(table));
  json_object records;
  records.add("from", asked.least_record).add("asked_up_to", asked.most_record);
  return object.add("record_bytes", records);
}

json_object defaults_json(const capabilities& found) {
  json_object object;
  for (const door_defaults& door : found.doors) {
    json_object values;
    for (const option_value& one : door.values) values.add(one.name, one.value);
    object.add(door.key, values);
  }
  return object;
}

}  // namespace

json_object caps_json(const capabilities& found) {
  json_object object;
  object.add("status", "ok").add("version", found.version).add("abi", found.abi);
  std::vector<json_object> types;
  for (const element_type& type : found.types) {
    types.push_back(json_object().add("name", type.name).add("bytes", type.bytes));
  }
  std::vector<json_object> operators;
  operators.reserve(found.operators.size());
  for (const operator_caps& asked : found.operators) operators.push_back(operator_json(asked));
  std::vector<json_object> solvers;
  for (const std::string& name : found.solvers) solvers.push_back(json_object().add("name", name));
  json_object rules;
  for (const auto& [rule, asks] : rules_of(found)) rules.add(rule, asks);
  return object.add("element_types", types)
      .add("operators", operators)
      .add("defaults", defaults_json(found))
      .add("solvers", solvers)
      .add("rules", rules);
}

}  // namespace strew::cli
