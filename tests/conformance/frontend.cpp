#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "conformance/case.hpp"
#include "support/frontend_call.hpp"

namespace strew::conformance {

namespace {

using support::frontend_operator;

struct own_frontend {
  const char* name;
  std::optional<support::frontend_answer> (*call)(const support::frontend_call&);
};

const own_frontend* find_frontend(const test_case& c) {
  static const std::map<std::string, own_frontend> frontends = {{"directml", {"DirectML", support::call_directml}},
                                                                {"bnns", {"BNNS", support::call_bnns}}};
  const auto found = frontends.find(c.dialect);
  return found == frontends.end() ? nullptr : &found->second;
}

// ONNX's Scatter is scatter_elements.
frontend_operator operator_of(const test_case& c) {
  static const std::map<std::string, frontend_operator> operators = {
      {"gather", frontend_operator::gather},
      {"gather_elements", frontend_operator::gather_elements},
      {"gather_nd", frontend_operator::gather_nd},
      {"scatter", frontend_operator::scatter_elements},
      {"scatter_elements", frontend_operator::scatter_elements},
      {"scatter_nd", frontend_operator::scatter_nd}};
  const auto found = operators.find(c.op);
  if (found == operators.end()) throw std::runtime_error(fmt::format("no frontend has the operator {}", c.op));
  return found->second;
}

}  // namespace

const char* frontend_of(const test_case& c) {
  const own_frontend* const frontend = find_frontend(c);
  return frontend == nullptr ? nullptr : frontend->name;
}

strew_status call_through_frontend(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                                   strew_error& error) {
  const strew_tensor indices = c.indices->view();
  const strew_tensor updates = c.updates ? c.updates->view() : strew_tensor{};
  const strew_options options = options_of(c);
  support::frontend_call made;
  made.op = operator_of(c);
  made.data = &data;
  made.indices = &indices;
  made.updates = c.updates ? &updates : nullptr;
  made.output = &output;
  made.axis = c.attrs.axis;
  made.batch_dims = c.attrs.batch_dims;
  made.options = &options;
  const own_frontend& frontend = *find_frontend(c);
  const std::optional<support::frontend_answer> got = frontend.call(made);
  if (!got && !c.expected) return STREW_STATUS_ATTRIBUTE;
  if (!got) throw std::runtime_error(fmt::format("{} cannot express it", frontend.name));
  if (!got->complaint.empty()) throw std::runtime_error(fmt::format("{}: {}", frontend.name, got->complaint));
  error = got->error;
  return got->status;
}

}  // namespace strew::conformance
