#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "conformance/case.hpp"
#include "support/door_call.hpp"

namespace strew::conformance {

namespace {

using support::door_operator;

struct own_door {
  const char* name;
  std::optional<support::door_answer> (*call)(const support::door_call&);
};

const own_door* find_door(const test_case& c) {
  static const std::map<std::string, own_door> doors = {{"directml", {"DirectML", support::call_directml}},
                                                        {"bnns", {"BNNS", support::call_bnns}}};
  const auto found = doors.find(c.dialect);
  return found == doors.end() ? nullptr : &found->second;
}

// ONNX's Scatter is scatter_elements.
door_operator operator_of(const test_case& c) {
  static const std::map<std::string, door_operator> operators = {{"gather", door_operator::gather},
                                                                 {"gather_elements", door_operator::gather_elements},
                                                                 {"gather_nd", door_operator::gather_nd},
                                                                 {"scatter", door_operator::scatter_elements},
                                                                 {"scatter_elements", door_operator::scatter_elements},
                                                                 {"scatter_nd", door_operator::scatter_nd}};
  const auto found = operators.find(c.op);
  if (found == operators.end()) throw std::runtime_error(fmt::format("no door has the operator {}", c.op));
  return found->second;
}

}  // namespace

const char* door_of(const test_case& c) {
  const own_door* const door = find_door(c);
  return door == nullptr ? nullptr : door->name;
}

strew_status call_through_door(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                               strew_error& error) {
  const strew_tensor indices = c.indices->view();
  const strew_tensor updates = c.updates ? c.updates->view() : strew_tensor{};
  const strew_options options = options_of(c);
  support::door_call made;
  made.op = operator_of(c);
  made.data = &data;
  made.indices = &indices;
  made.updates = c.updates ? &updates : nullptr;
  made.output = &output;
  made.axis = c.attrs.axis;
  made.batch_dims = c.attrs.batch_dims;
  made.options = &options;
  const own_door& door = *find_door(c);
  const std::optional<support::door_answer> got = door.call(made);
  if (!got && !c.expected) return STREW_ERROR_ATTRIBUTE;
  if (!got) throw std::runtime_error(fmt::format("{} has no words for it", door.name));
  if (!got->complaint.empty()) throw std::runtime_error(fmt::format("{}: {}", door.name, got->complaint));
  error = got->error;
  return got->status;
}

}  // namespace strew::conformance
