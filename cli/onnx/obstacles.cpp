#include "onnx/obstacles.hpp"

#include <algorithm>
#include <string>

#include "codes.hpp"
#include "formatted.hpp"
#include "strew/words.hpp"

namespace strew::cli {
namespace {

outcome in_the_way(bool is_there, std::string_view option, const std::string& why, std::string hint = "") {
  if (!is_there) return std::nullopt;
  return usage_diagnostic(formatted("{}: {}", option, why), std::move(hint));
}

std::string policy_hint(const operator_spec& spec, std::int32_t policy) {
  if (policy == STREW_OOB_WRAP) return "a node Mod (opset 10) of the indices before it does that";
  if (policy != STREW_OOB_CLAMP) return "";
  return spec.has_tuples ? "nodes Max and Min (opset 12) of the indices before it do that"
                         : "a node Clip (opset 12) of the indices before it does that";
}

outcome find_policy(const operator_spec& spec, const operator_options& options, std::string_view op_type) {
  const std::int32_t policy = options.out_of_bounds;
  return in_the_way(policy != STREW_OOB_ERROR && policy != STREW_OOB_ASSUME,
                    formatted("--out-of-bounds {}", words::out_of_bounds[policy]),
                    formatted("to {} an index out of bounds is an error, and no attribute says otherwise", op_type),
                    policy_hint(spec, policy));
}

// Of the operators that have no batch dimensions in ONNX.
outcome find_batches(const operator_spec& spec, const operator_options& options, std::string_view op_type) {
  const bool has_none = spec.op == STREW_OPERATOR_GATHER || spec.op == STREW_OPERATOR_SCATTER_ND;
  const bool is_behind = spec.op == STREW_OPERATOR_GATHER && options.axis == options.batch_dims;
  return in_the_way(has_none && options.batch_dims != 0, "--batch-dims",
                    formatted("{} has no batch dimensions", op_type),
                    is_behind ? "gather-nd does the same with one more dimension of the indices, of 1; GatherND has "
                                "batch_dims since opset 12"
                              : "");
}

outcome find_old_values(const operator_options& options, const operator_call& call, std::string_view op_type) {
  const bool excludes_self = call.options.exclude_self != 0 && options.reduction != STREW_REDUCTION_NONE;
  const bool is_default = excludes_self && !options.exclude_self;
  return in_the_way(excludes_self, is_default ? "--zeros" : "--exclude-self",
                    formatted("{} reduces the old value of a cell too", op_type),
                    is_default ? "--include-self counts the zeros as old values" : "");
}

outcome find_duplicates(const operator_options& options, std::string_view op_type) {
  return in_the_way(options.duplicates == STREW_DUPLICATES_ERROR, "--duplicates error",
                    formatted("{} does not look for indices that repeat", op_type));
}

outcome find_of_segments(const operator_options& options, std::string_view op_type) {
  if (auto found = in_the_way(options.has_codes(), "--scales", formatted("the data of {} are no codes", op_type)))
    return found;
  const char* const result = options.arg ? "--arg" : "--count";
  if (auto found = in_the_way(options.arg || options.count, result, formatted("{} has one output", op_type)))
    return found;
  return find_duplicates(options, op_type);
}

// Rows out of bounds, and zero points that are left out, mean something else to the node than to the operator.
outcome find_of_defaults(const operator_options& options, const prepared_call& prepared, std::string_view op_type) {
  const bool is_zero_row = options.out_of_bounds == STREW_OOB_FILL && !options.fill;
  if (auto found = in_the_way(!is_zero_row && options.out_of_bounds != STREW_OOB_ASSUME,
                              formatted("--out-of-bounds {}", words::out_of_bounds[options.out_of_bounds]),
                              formatted("{} makes a row of zeros of an index out of bounds", op_type),
                              "--out-of-bounds fill, without --fill-value, is the same"))
    return found;
  const bool has_middle = prepared.call.data.dtype == STREW_DTYPE_U8 && !options.zero_points;
  const int middle = 1 << (code_layout(options).bits - 1);
  return in_the_way(has_middle, "--zero-points",
                    formatted("without them {} takes {} as the zero of codes of uint8, and strew 0", op_type, middle),
                    "an array of zeros says so to both");
}

outcome find_of_codes(const operator_options& options, const prepared_call& prepared, std::string_view op_type) {
  const strew_quantization layout = code_layout(options);
  const operator_call& call = prepared.call;
  const std::int64_t bytes = call.data.extents[call.data.rank - 1];
  const bool is_shorter = columns_of(options, prepared) / (8 / layout.bits) != bytes ||
                          columns_of(options, prepared) % (8 / layout.bits) != 0;
  const bool is_other_type = options.output_dtype && call.output.dtype != call.scales->dtype;
  const bool has_odd_blocks = call.zero_points && call.zero_points->dtype == STREW_DTYPE_I8 && call.scales->rank > 0 &&
                              call.scales->extents[call.scales->rank - 1] % 2 != 0;
  struct {
    bool is_there;
    const char* option;
    std::string why;
  } const obstacles[] = {
      {options.codebook.has_value(), "--codebook", formatted("{} has no codebook", op_type)},
      {layout.packing == STREW_PACKING_HALVES, "--packing halves",
       formatted("{} has the first code of a byte in its lowest bits", op_type)},
      {is_shorter, "--columns", formatted("a row of {} has as many values as its bytes hold", op_type)},
      {is_other_type, "--output-dtype", formatted("the output of {} has the type of the scales", op_type)},
      {options.batch_dims != 0, "--batch-dims", formatted("{} has no batch dimensions", op_type)},
      {options.negative_indices == STREW_NEGATIVE_INVALID, "--negative-indices invalid",
       formatted("{} counts negative indices from the end", op_type)},
      {has_odd_blocks, "--zero-points",
       formatted("{} has int4 for codes of i8, and rows of an odd number of them begin inside a byte", op_type)},
  };
  for (const auto& one : obstacles) {
    if (auto found = in_the_way(one.is_there, one.option, one.why)) return found;
  }
  return find_of_defaults(options, prepared, op_type);
}

}  // namespace

diagnostic refuse_operator(const operator_spec& spec, const operator_options& options, const prepared_call& prepared) {
  if (spec.op == STREW_OPERATOR_SEGMENT_SCAN)
    return usage_diagnostic("ONNX has no operator like segment-scan: its CumSum knows no segments");
  if (spec.op == STREW_OPERATOR_SDDMM)
    return usage_diagnostic("ONNX has no operator like sddmm",
                            "three nodes do that: Gather of the rows of both, Mul, ReduceSum");
  const bool is_first = options.axis == 0 && options.batch_dims == 0;
  std::vector<std::int64_t> tuples = prepared.indices.array.extents;
  tuples.push_back(1);
  return usage_diagnostic(
      "ONNX has no operator like scatter along an axis",
      is_first ? formatted("along axis 0 scatter-nd does the same with indices of [{}], and is ScatterND",
                           join(tuples, ", "))
               : "scatter-elements does the same with an index for each update, and is ScatterElements");
}

outcome find_obstacle(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
                      std::string_view op_type) {
  if (needs_codes(spec)) return find_of_codes(options, prepared, op_type);
  if (spec.kind == operator_kind::reduction) return find_of_segments(options, op_type);
  if (auto found = find_policy(spec, options, op_type)) return found;
  if (auto found = find_batches(spec, options, op_type)) return found;
  if (auto found = find_old_values(options, prepared.call, op_type)) return found;
  return find_duplicates(options, op_type);
}

diagnostic explain_difference(const operator_options& options, std::string_view op_type,
                              std::optional<std::int64_t> opset) {
  if (options.negative_indices == STREW_NEGATIVE_INVALID)
    return usage_diagnostic(formatted("--negative-indices invalid: {} counts negative indices from the end", op_type),
                            "without the option others mean the same to both");
  if (options.accumulate == STREW_ACCUMULATE_NATIVE)
    return usage_diagnostic(formatted("--accumulate native: no attribute of {} says where it rounds", op_type));
  return usage_diagnostic(
      formatted("--opset {}: in it {} does not count negative indices from the end", opset.value_or(0), op_type),
      "--negative-indices invalid says that there are none; later opsets have both");
}

}  // namespace strew::cli
