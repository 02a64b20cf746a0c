#include "failure.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>

#include "names.hpp"
#include "vocabulary.hpp"

namespace strew::python {
namespace {

struct rule_line {
  const char* name;
  const char* text;
};

constexpr rule_line lines[] = {
#define STREW_RULE(name, text) {#name, text},
#include "rules.def"
#undef STREW_RULE
};

nb::tuple tuple_as_stored(const strew_error& record) {
  nb::list members;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(record.tuple_depth, STREW_ERROR_RANK); ++i) {
    if (record.tuple_negative[i] != 0)
      members.append(static_cast<std::int64_t>(record.tuple[i]));
    else
      members.append(record.tuple[i]);
  }
  return nb::tuple(members);
}

nb::tuple coordinates(const strew_error& record) {
  nb::list all;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(record.coordinate_rank, STREW_ERROR_RANK); ++i)
    all.append(record.coordinates[i]);
  return nb::tuple(all);
}

}  // namespace

void raise(const nb::object& exception) {
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

void raise(rule broken, const char* operand, const std::string& text) {
  const rule_line& line = lines[static_cast<int>(broken)];
  raise(known().from_rule(line.name, operand == nullptr ? nb::none() : nb::object(nb::str(operand)), text));
}

void raise(const strew_error& record, const nb::dict& types) {
  if (PyErr_Occurred() != nullptr) throw nb::python_error();  // a signal's handler stopped the call
  nb::dict fields;
  fields["position"] = record.position;
  fields["other_position"] = record.other_position;
  fields["coordinates"] = coordinates(record);
  fields["index"] = tuple_as_stored(record);
  fields["component"] = record.component;
  fields["extent"] = record.extent;
  fields["allowed"] = nb::make_tuple(record.allowed_low, record.allowed_high);
  fields["window"] = record.window;
  fields["count"] = record.bad_count;
  raise(known().from_record(record.status, record.operand, record.rule, spoken(record, types), fields, types));
}

nb::dict rule_texts() {
  nb::dict texts;
  for (std::uint64_t i = 0; const char* name = strew_rule_name(i); ++i) texts[name] = strew_rule_text(name);
  for (const rule_line& line : lines) texts[line.name] = line.text;
  return texts;
}

}  // namespace strew::python
