#include "conformance/attributes.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

namespace strew::conformance {

namespace {

using names = std::map<std::string, int32_t>;

int32_t choice(const json& value, const names& values) {
  const auto found = values.find(value.get<std::string>());
  if (found == values.end()) throw std::invalid_argument(fmt::format("unknown attribute value {}", value.dump()));
  return found->second;
}

const names reductions = {{"none", STREW_REDUCTION_NONE}, {"add", STREW_REDUCTION_ADD}, {"sub", STREW_REDUCTION_SUB},
                          {"mul", STREW_REDUCTION_MUL},   {"min", STREW_REDUCTION_MIN}, {"max", STREW_REDUCTION_MAX},
                          {"mean", STREW_REDUCTION_MEAN}, {"and", STREW_REDUCTION_AND}, {"or", STREW_REDUCTION_OR},
                          {"xor", STREW_REDUCTION_XOR}};
const names policies = {{"error", STREW_OOB_ERROR}, {"clamp", STREW_OOB_CLAMP}, {"wrap", STREW_OOB_WRAP},
                        {"drop", STREW_OOB_SKIP},   {"zero", STREW_OOB_FILL},   {"nan", STREW_OOB_FILL}};
const names negatives = {{"wrap", STREW_NEGATIVE_FROM_END}, {"error", STREW_NEGATIVE_INVALID}};
const names partial_windows = {{"element", STREW_PARTIAL_ELEMENT}, {"skip", STREW_PARTIAL_WHOLE}};
const names shape_rules = {{"onnx", 0}, {"webnn", 1}};
const names modes = {{"linear", STREW_MODE_LINEAR}, {"circular", STREW_MODE_CIRCULAR}};

// A list of StableHLO under its name in either form.
struct number_list {
  const char *of_gather, *of_scatter;
  shape oracle::dimensions::*list;
};
constexpr number_list number_lists[] = {
    {"offset_dims", "update_window_dims", &oracle::dimensions::window},
    {"collapsed_slice_dims", "inserted_window_dims", &oracle::dimensions::collapsed},
    {"operand_batching_dims", "input_batching_dims", &oracle::dimensions::batching},
    {"start_indices_batching_dims", "scatter_indices_batching_dims", &oracle::dimensions::index_batching},
    {"start_index_map", "scatter_dims_to_operand_dims", &oracle::dimensions::index_map},
    {"slice_sizes", "", &oracle::dimensions::slice_sizes}};

void set_defaults(attributes& a, operator_kind op, const std::string& dialect) {
  if (op == operator_kind::tensor_scatter) a.axis = -2;
  if (dialect == "stablehlo" || dialect == "jax") a.options.accumulate = STREW_ACCUMULATE_NATIVE;
  if (!cases::is_stablehlo(op)) return;
  a.options.negative_indices = STREW_NEGATIVE_INVALID;
  a.options.out_of_bounds = cases::is_scatter(op) ? STREW_OOB_SKIP : STREW_OOB_CLAMP;
}

bool read_number_list(attributes& a, operator_kind op, const std::string& name, const json& value) {
  if (!cases::is_stablehlo(op)) return false;
  if (name == "index_vector_dim") return value.get_to(a.numbers.index_vector_dim), true;
  for (const number_list& one : number_lists) {
    if (name == (cases::is_scatter(op) ? one.of_scatter : one.of_gather))
      return value.get_to(a.numbers.*one.list), true;
  }
  return false;
}

bool read_option(strew_options& options, const std::string& name, const json& value) {
  if (name == "reduction") return options.reduction = choice(value, reductions), true;
  if (name == "include_self") return options.exclude_self = value.get<bool>() ? 0 : 1, true;
  if (name == "negative") return options.negative_indices = choice(value, negatives), true;
  if (name == "oob") return options.out_of_bounds = choice(value, policies), true;
  if (name == "partial_window") return options.partial_window = choice(value, partial_windows), true;
  return false;
}

bool read_hint(attributes& a, const std::string& name, const json& value) {
  if (name == "unique_indices") return value.get_to(a.unique_indices), true;
  if (name == "indices_are_sorted") return value.get_to(a.indices_are_sorted), true;
  return false;
}

bool read_rule(attributes& a, const std::string& name, const json& value) {
  if (name == "axis") return value.get_to(a.axis), true;
  if (name == "batch_dims") return value.get_to(a.batch_dims), true;
  if (name == "mode") return a.mode = choice(value, modes), true;
  if (name == "index_dtypes") return value.get_to(a.index_types), true;
  if (name == "shape_rule") return a.equal_off_axis = choice(value, shape_rules) != 0, true;
  if (name == "reshape_updates") return value.get_to(a.reshape_updates), true;
  return false;
}

}  // namespace

attributes read_attributes(operator_kind op, const std::string& dialect, const json& text) {
  attributes a;
  set_defaults(a, op, dialect);
  for (const auto& [name, value] : text.items()) {
    if (value.is_null()) continue;
    const bool known = read_option(a.options, name, value) || read_hint(a, name, value) || read_rule(a, name, value) ||
                       read_number_list(a, op, name, value);
    if (!known) throw std::invalid_argument(fmt::format("unknown attribute {} = {}", name, value.dump()));
    if (name == "oob") a.fill_is_nan = value == "nan";
  }
  return a;
}

}  // namespace strew::conformance
