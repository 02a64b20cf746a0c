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

const std::vector<std::string> gather_lists = {"offset_dims",           "collapsed_slice_dims",
                                               "operand_batching_dims", "start_indices_batching_dims",
                                               "start_index_map",       "slice_sizes"};
const std::vector<std::string> scatter_lists = {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                                                "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"};

void set_defaults(attributes& a, const std::string& op, const std::string& dialect) {
  if (op == "tensor_scatter") a.axis = -2;
  if (dialect == "stablehlo" || dialect == "jax") a.options.accumulate = STREW_ACCUMULATE_NATIVE;
  if (op != "stablehlo_gather" && op != "stablehlo_scatter") return;
  a.options.negative_indices = STREW_NEGATIVE_INVALID;
  a.options.out_of_bounds = op == "stablehlo_gather" ? STREW_OOB_CLAMP : STREW_OOB_SKIP;
}

bool read_number_list(attributes& a, const std::string& op, const std::string& name, const json& value) {
  const bool stablehlo = op == "stablehlo_gather" || op == "stablehlo_scatter";
  if (!stablehlo) return false;
  if (name == "index_vector_dim") return value.get_to(a.index_vector_dim), true;
  const std::vector<std::string>& lists = op == "stablehlo_gather" ? gather_lists : scatter_lists;
  for (size_t i = 0; i < lists.size(); ++i) {
    if (lists[i] == name) return value.get_to(a.lists[i]), true;
  }
  return false;
}

bool read_option(strew_options& options, const std::string& name, const json& value) {
  if (name == "reduction") return options.reduction = choice(value, reductions), true;
  if (name == "include_self") return options.exclude_self = value.get<bool>() ? 0 : 1, true;
  if (name == "negative") return options.negative_indices = choice(value, negatives), true;
  if (name == "oob") return options.out_of_bounds = choice(value, policies), true;
  if (name == "partial_window") return options.partial_window = choice(value, partial_windows), true;
  // Promises, which change no result where they hold.
  return name == "unique_indices" || name == "indices_are_sorted";
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

strew_dims dims(const shape& list) {
  return {list.data(), list.size()};
}

}  // namespace

strew_gather_dimensions attributes::gather_dimensions() const {
  strew_gather_dimensions d = STREW_GATHER_DIMENSIONS_INIT;
  d.offset_dims = dims(lists[0]);
  d.collapsed_slice_dims = dims(lists[1]);
  d.operand_batching_dims = dims(lists[2]);
  d.start_indices_batching_dims = dims(lists[3]);
  d.start_index_map = dims(lists[4]);
  d.slice_sizes = dims(lists[5]);
  d.index_vector_dim = index_vector_dim;
  return d;
}

strew_scatter_dimensions attributes::scatter_dimensions() const {
  strew_scatter_dimensions d = STREW_SCATTER_DIMENSIONS_INIT;
  d.update_window_dims = dims(lists[0]);
  d.inserted_window_dims = dims(lists[1]);
  d.input_batching_dims = dims(lists[2]);
  d.scatter_indices_batching_dims = dims(lists[3]);
  d.scatter_dims_to_operand_dims = dims(lists[4]);
  d.index_vector_dim = index_vector_dim;
  return d;
}

attributes read_attributes(const std::string& op, const std::string& dialect, const json& text) {
  attributes a;
  set_defaults(a, op, dialect);
  for (const auto& [name, value] : text.items()) {
    if (value.is_null()) continue;
    const bool known =
        read_option(a.options, name, value) || read_rule(a, name, value) || read_number_list(a, op, name, value);
    if (!known) throw std::invalid_argument(fmt::format("unknown attribute {} = {}", name, value.dump()));
    if (name == "oob") a.fill_is_nan = value == "nan";
  }
  return a;
}

}  // namespace strew::conformance
