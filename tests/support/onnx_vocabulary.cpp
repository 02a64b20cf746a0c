#include "support/onnx_vocabulary.hpp"

#include <algorithm>

namespace strew::support {
namespace {

constexpr int64_t newest_opset = 28;

// The opsets whose version of an operator says a call.
struct words {
  std::string_view op_type;
  int64_t first, last = newest_opset;
};

strew_options given_options(const frontend_call& call) {
  return call.options == nullptr ? strew_options(STREW_OPTIONS_INIT) : *call.options;
}

std::string_view reduction_name(int32_t reduction) {
  switch (reduction) {
    case STREW_REDUCTION_NONE:
      return "none";
    case STREW_REDUCTION_ADD:
      return "add";
    case STREW_REDUCTION_MUL:
      return "mul";
    case STREW_REDUCTION_MIN:
      return "min";
    case STREW_REDUCTION_MAX:
      return "max";
    default:
      return "";
  }
}

// What a scatter has no word for, and a gather ignores.
bool has_usual_writes(const strew_options& o) {
  return o.exclude_self == 0 && o.accumulate == STREW_ACCUMULATE_WIDE && o.unordered == 0 &&
         o.duplicates == STREW_DUPLICATES_ALLOW;
}

bool has_usual_options(const frontend_call& call, const strew_options& o) {
  const bool is_known = o.accumulate >= STREW_ACCUMULATE_WIDE && o.accumulate <= STREW_ACCUMULATE_NATIVE &&
                        o.duplicates >= STREW_DUPLICATES_ALLOW && o.duplicates <= STREW_DUPLICATES_ERROR;
  return o.out_of_bounds == STREW_OOB_ERROR && o.partial_window == STREW_PARTIAL_ELEMENT && o.fill_value == nullptr &&
         o.solver == nullptr && is_known && (!call.is_scatter() || has_usual_writes(o));
}

// Reductions came with 16, their extremes with 18.
int64_t first_with(int32_t reduction) {
  if (reduction == STREW_REDUCTION_NONE) return 11;
  return reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX ? 18 : 16;
}

// The deprecated name says the same; half of the calls that it can say go by it.
std::optional<words> elements_words(const frontend_call& call, const strew_options& o) {
  const bool is_plain = o.reduction == STREW_REDUCTION_NONE;
  if (o.negative_indices == STREW_NEGATIVE_INVALID)
    return is_plain ? std::optional(words{"Scatter", 9, 10}) : std::nullopt;
  if (is_plain && call.data->dtype != STREW_DTYPE_BF16 && call.opset == 0 && call.choice % 32 >= 16)
    return words{"Scatter", 11};
  return words{"ScatterElements", first_with(o.reduction)};
}

std::optional<words> words_of(const frontend_call& call, const strew_options& o) {
  const bool from_end = o.negative_indices == STREW_NEGATIVE_FROM_END;
  const bool is_plain = o.reduction == STREW_REDUCTION_NONE;
  if (call.op == STREW_OPERATOR_SCATTER_ELEMENTS) return elements_words(call, o);
  if (call.op == STREW_OPERATOR_GATHER && call.batch_dims == 0 && is_plain)
    return from_end ? words{"Gather", 11} : words{"Gather", 1, 10};
  if (!from_end) return std::nullopt;
  if (call.op == STREW_OPERATOR_SCATTER_ND && call.batch_dims == 0) return words{"ScatterND", first_with(o.reduction)};
  if (!is_plain) return std::nullopt;
  if (call.op == STREW_OPERATOR_GATHER_ELEMENTS) return words{"GatherElements", 11};
  if (call.op == STREW_OPERATOR_GATHER_ND) return words{"GatherND", call.batch_dims == 0 ? 11 : 12};
  if (call.op == STREW_OPERATOR_TENSOR_SCATTER) return words{"TensorScatter", 24};
  return std::nullopt;
}

void add(onnx_vocabulary& made, std::string_view name, int64_t value) {
  made.attributes.push_back({.name = name, .kind = onnx::attribute_kind::integer, .integer = value});
}

void add(onnx_vocabulary& made, std::string_view name, std::string_view value) {
  made.attributes.push_back({.name = name, .kind = onnx::attribute_kind::text, .text = value});
}

// An odd choice leaves out what is the default.
void set_attributes(onnx_vocabulary& made, const frontend_call& call, const strew_options& o) {
  const bool states_defaults = call.choice % 2 == 0, is_append = call.op == STREW_OPERATOR_TENSOR_SCATTER;
  if (!call.is_nd() && (states_defaults || call.axis != (is_append ? -2 : 0))) add(made, "axis", call.axis);
  const bool has_batch_dims = made.op_type == "GatherND" && made.opset >= 12;
  if (has_batch_dims && (states_defaults || call.batch_dims != 0)) add(made, "batch_dims", call.batch_dims);
  const bool has_reduction = call.is_scatter() && !is_append && made.op_type != "Scatter" && made.opset >= 16;
  if (has_reduction && (states_defaults || o.reduction != STREW_REDUCTION_NONE))
    add(made, "reduction", reduction_name(o.reduction));
  const bool is_circular = call.mode == STREW_MODE_CIRCULAR;
  if (is_append && (states_defaults || is_circular)) add(made, "mode", is_circular ? "circular" : "linear");
  if (call.choice % 8 >= 4) std::ranges::reverse(made.attributes);
}

void set_inputs(onnx_vocabulary& made, const frontend_call& call) {
  const const_view indices = call.indices == nullptr ? const_view() : onnx_view<const_view>(*call.indices);
  made.inputs = {onnx_view<const_view>(*call.data)};
  const bool is_append = call.op == STREW_OPERATOR_TENSOR_SCATTER;
  if (is_append) made.inputs.push_back(onnx_view<const_view>(*call.updates));
  if (!is_append || call.indices != nullptr || call.choice % 2 == 0) made.inputs.push_back(indices);
  if (call.is_scatter() && !is_append) made.inputs.push_back(onnx_view<const_view>(*call.updates));
}

// The rule of ONNX that strew does not have, in the order of the frontend.
std::string_view broken_rule(const frontend_call& call, const onnx_vocabulary& made) {
  const strew_tensor& data = *call.data;
  const bool is_float8 = data.dtype == STREW_DTYPE_F8_E4M3 || data.dtype == STREW_DTYPE_F8_E5M2;
  const bool is_number = data.dtype != STREW_DTYPE_OPAQUE && data.dtype <= STREW_DTYPE_C128;
  if (!is_number && !(is_float8 && call.op == STREW_OPERATOR_TENSOR_SCATTER)) return "ON7";
  if (data.dtype == STREW_DTYPE_BF16 && (made.opset < 13 || made.op_type == "Scatter")) return "ON7";
  if (call.indices == nullptr) return "";
  const strew_tensor& indices = *call.indices;
  const bool takes_narrow = !call.is_nd() && call.op != STREW_OPERATOR_TENSOR_SCATTER;
  if (indices.dtype != STREW_DTYPE_I64 && !(takes_narrow && indices.dtype == STREW_DTYPE_I32)) return "ON8";
  if (!call.is_nd()) return "";
  if (data.rank == 0 || indices.rank == 0) return "ON9";
  if (call.op == STREW_OPERATOR_SCATTER_ND) return "";
  const auto least = static_cast<int64_t>(std::min(data.rank, indices.rank));
  if (call.batch_dims < 0 || call.batch_dims >= least || indices.extents[indices.rank - 1] == 0) return "ON10";
  return "";
}

}  // namespace

std::optional<onnx_vocabulary> say_in_onnx(const frontend_call& call) {
  const strew_options o = given_options(call);
  if (!has_usual_options(call, o) || reduction_name(o.reduction).empty()) return std::nullopt;
  if (call.mode != STREW_MODE_LINEAR && call.mode != STREW_MODE_CIRCULAR) return std::nullopt;
  const std::optional<words> found = words_of(call, o);
  if (!found || (call.opset != 0 && (call.opset < found->first || call.opset > found->last))) return std::nullopt;
  onnx_vocabulary made;
  made.op_type = found->op_type;
  const auto count = static_cast<uint64_t>(found->last - found->first + 1);
  made.opset = call.opset != 0 ? call.opset : found->first + static_cast<int64_t>(call.choice / 32 % count);
  made.domain = call.choice % 16 >= 8 ? "ai.onnx" : "";
  set_attributes(made, call, o);
  set_inputs(made, call);
  made.rule = broken_rule(call, made);
  return made;
}

}  // namespace strew::support
