#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "conformance/case.hpp"
#include "support/frontend_call.hpp"

namespace strew::conformance {
namespace {

using answer = std::optional<support::frontend_answer>;

// The frontends of one operator each, as the random cases use them too.
template <answer (*Call)(const support::frontend_call&)>
answer call_operator(const test_case& c, bool is_own, const strew_tensor& data, const strew_tensor& output) {
  const strew_tensor indices = c.indices ? c.indices->view() : strew_tensor{};
  const strew_tensor updates = c.updates ? c.updates->view() : strew_tensor{};
  const strew_options options = options_of(c);
  support::frontend_call made;
  made.op = static_cast<int32_t>(c.op);
  made.data = &data;
  made.indices = c.indices ? &indices : nullptr;
  made.updates = c.updates ? &updates : nullptr;
  made.output = &output;
  made.axis = c.attrs.axis;
  made.batch_dims = c.attrs.batch_dims;
  made.mode = c.attrs.mode;
  made.opset = is_own ? c.opset : 0;
  made.options = &options;
  return Call(made);
}

constexpr const char directml[] = "directml";
constexpr const char bnns[] = "bnns";
constexpr const char onnx[] = "onnx";

template <const char* Dialect>
bool is_of(const test_case& c) {
  return c.dialect == Dialect;
}

bool is_not_of_stablehlo(operator_kind op) {
  return !cases::is_stablehlo(op);
}

bool is_own_of_stablehlo(const test_case& c) {
  const bool is_system = c.dialect == "stablehlo" || c.dialect == "jax";
  return is_system && (cases::is_stablehlo(c.op) || c.op == operator_kind::gather);
}

bool is_any(operator_kind /*op*/) {
  return true;
}

}  // namespace

const std::vector<platform_frontend>& all_frontends() {
  static const std::vector<platform_frontend> frontends = {
      {"DirectML", false, is_of<directml>, cases::is_of_platforms, call_operator<support::call_directml>},
      {"BNNS", false, is_of<bnns>, cases::is_of_platforms, call_operator<support::call_bnns>},
      {"ONNX", true, is_of<onnx>, is_not_of_stablehlo, call_operator<support::call_onnx>},
      {"StableHLO", false, is_own_of_stablehlo, is_any, call_stablehlo}};
  return frontends;
}

std::optional<strew_status> call_through_frontend(const platform_frontend& through, const test_case& c,
                                                  const strew_tensor& data, const strew_tensor& output,
                                                  strew_error& error) {
  const bool is_own = through.is_own(c);
  if (!is_own && (!through.is_for_all || !through.has(c.op))) return std::nullopt;
  if (!through.has(c.op)) throw std::runtime_error(fmt::format("{} has no {}", through.name, cases::name_of(c.op)));
  const answer got = through.call(c, is_own, data, output);
  if (!got && is_own && c.expected) throw std::runtime_error(fmt::format("{} cannot express it", through.name));
  if (!got) return is_own ? std::optional<strew_status>(STREW_STATUS_ATTRIBUTE) : std::nullopt;
  if (!got->defect.empty()) throw std::runtime_error(fmt::format("{}: {}", through.name, got->defect));
  error = got->error;
  return got->status;
}

}  // namespace strew::conformance
