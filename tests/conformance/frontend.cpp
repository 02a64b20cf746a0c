#include <fmt/format.h>

#include <stdexcept>

#include "conformance/case.hpp"

namespace strew::conformance {

const std::vector<platform_frontend>& all_frontends() {
  static const std::vector<platform_frontend> frontends = {{"directml", "DirectML", false, support::call_directml},
                                                           {"bnns", "BNNS", false, support::call_bnns},
                                                           {"onnx", "ONNX", true, support::call_onnx}};
  return frontends;
}

std::optional<strew_status> call_through_frontend(const platform_frontend& through, const test_case& c,
                                                  const strew_tensor& data, const strew_tensor& output,
                                                  strew_error& error) {
  const bool is_own = c.dialect == through.dialect;
  if (!is_own && (!through.is_for_all || cases::is_stablehlo(c.op))) return std::nullopt;
  const bool has_it = cases::is_of_platforms(c.op) || (through.is_for_all && !cases::is_stablehlo(c.op));
  if (!has_it) throw std::runtime_error(fmt::format("no frontend has {}", cases::name_of(c.op)));
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
  made.opset = is_own && through.is_for_all ? c.opset : 0;
  made.options = &options;
  const std::optional<support::frontend_answer> got = through.call(made);
  if (!got && is_own && c.expected) throw std::runtime_error(fmt::format("{} cannot express it", through.name));
  if (!got) return is_own ? std::optional<strew_status>(STREW_STATUS_ATTRIBUTE) : std::nullopt;
  if (!got->defect.empty()) throw std::runtime_error(fmt::format("{}: {}", through.name, got->defect));
  error = got->error;
  return got->status;
}

}  // namespace strew::conformance
