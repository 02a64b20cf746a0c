#include "api/operator.hpp"

#include <cstddef>
#include <iterator>

namespace strew::engine::api {
namespace {

enum field : std::uint32_t {
  mode = 1,
  axis = 2,
  batch_dims = 4,
  gather_lists = 8,
  scatter_lists = 16,
  segments = 32,
  codes = 64
};
constexpr const char* field_names[] = {
    "mode", "axis", "batch_dims", "gather_dimensions", "scatter_dimensions", "segmentation", "quantization"};

constexpr operator_info all_operators[] = {
    {"gather", false, true, axis | batch_dims},
    {"scatter", true, true, axis | batch_dims},
    {"gather_elements", false, true, axis},
    {"scatter_elements", true, true, axis},
    {"gather_nd", false, true, batch_dims},
    {"scatter_nd", true, true, batch_dims},
    {"tensor_scatter", true, false, mode | axis},
    {"stablehlo_gather", false, true, gather_lists},
    {"stablehlo_scatter", true, false, scatter_lists},
    {"segment_reduce", true, false, batch_dims | segments | codes},
    {"sddmm", true, false, batch_dims | segments},
    {"gather_block_quantized", false, false, axis | batch_dims | codes},
    {"segment_scan", true, false, mode | batch_dims | segments},
};
static_assert(std::size(all_operators) == STREW_OPERATOR_SEGMENT_SCAN);

std::uint32_t fields_of(const strew_operator& op) {
  return (op.mode != 0 ? mode : 0U) | (op.axis != 0 ? axis : 0U) | (op.batch_dims != 0 ? batch_dims : 0U) |
         (op.gather_dimensions != nullptr ? gather_lists : 0U) |
         (op.scatter_dimensions != nullptr ? scatter_lists : 0U) | (op.segmentation != nullptr ? segments : 0U) |
         (op.quantization != nullptr ? codes : 0U);
}

[[gnu::cold, gnu::noinline]] failure unknown_kind(std::int32_t kind) {
  return fail(rule::PT5, operand::none, "the kind is {}, outside [1, {}]", kind, std::size(all_operators));
}

[[gnu::cold, gnu::noinline]] failure unused_field(const operator_info& about, std::uint32_t idle) {
  std::size_t number = 0;
  while ((idle >> number & 1U) == 0) ++number;
  return fail(rule::PT5, operand::none, "{} has no {}, but one is given", about.name, field_names[number]);
}

[[gnu::cold, gnu::noinline]] failure unused_updates(const operator_info& about) {
  return fail(rule::PT5, operand::updates, "{} has no updates, but some are given", about.name);
}

constexpr strew_options defaults_of(bool is_scatter) {
  strew_options made = STREW_OPTIONS_INIT;
  made.out_of_bounds = is_scatter ? STREW_OOB_SKIP : STREW_OOB_CLAMP;
  made.negative_indices = STREW_NEGATIVE_INVALID;
  made.accumulate = is_scatter ? STREW_ACCUMULATE_NATIVE : STREW_ACCUMULATE_WIDE;
  return made;
}
constexpr strew_options stablehlo_defaults[] = {defaults_of(false), defaults_of(true)};

// A separate function: other operators do not need the stack of dimension lists.
[[gnu::noinline]] result<operation> lower_gather(const strew_operator& op, const operands& ops,
                                                 const operator_options& options) {
  return lower::stablehlo_gather(ops, to_dimensions(*op.gather_dimensions), options);
}

[[gnu::noinline]] result<operation> lower_scatter(const strew_operator& op, const operands& ops,
                                                  const operator_options& options) {
  return lower::stablehlo_scatter(ops, to_dimensions(*op.scatter_dimensions), options);
}

[[gnu::noinline]] result<operation> lower_segments(const strew_operator& op, const arguments& given,
                                                   const operands& ops, const operator_options& options) {
  segment_rules by = to_segment_rules(op, given);
  if (op.kind == STREW_OPERATOR_SEGMENT_REDUCE) return lower::segment_reduce(ops, by, options);
  if (op.kind == STREW_OPERATOR_SEGMENT_SCAN) return lower::segment_scan(ops, by, options);
  by.addressed = operand::weights;
  return lower::sddmm(ops, by, options);
}

[[gnu::noinline]] result<operation> lower_codes(const strew_operator& op, const arguments& given, const operands& ops,
                                                const operator_options& options) {
  const quantization_rules by = to_quantization_rules(*op.quantization, given, op.axis, op.batch_dims);
  return lower::gather_block_quantized(ops, by, options);
}

}  // namespace

const operator_info* find_operator(std::int32_t kind) {
  const std::size_t number = static_cast<std::size_t>(static_cast<std::uint32_t>(kind)) - 1;
  return number < std::size(all_operators) ? &all_operators[number] : nullptr;
}

status check_operator(const strew_operator* op, const strew_tensor* updates) {
  if (auto bad = check_struct(op)) return bad;
  const operator_info* about = find_operator(op->kind);
  if (about == nullptr) return unknown_kind(op->kind);
  if (const std::uint32_t idle = fields_of(*op) & ~about->uses; idle != 0) return unused_field(*about, idle);
  return about->is_scatter || updates == nullptr ? status() : status(unused_updates(*about));
}

status check_dimensions(const strew_operator& op) {
  if (op.kind == STREW_OPERATOR_STABLEHLO_GATHER) return check_struct(op.gather_dimensions);
  if (op.kind == STREW_OPERATOR_STABLEHLO_SCATTER) return check_struct(op.scatter_dimensions);
  if (has_segments(op.kind)) {
    if (auto bad = check_struct(op.segmentation)) return bad;
  }
  return has_codes(&op) ? check_struct(op.quantization) : status();
}

strew_options stablehlo_options(bool is_scatter) {
  return stablehlo_defaults[is_scatter ? 1 : 0];
}

const strew_options* options_of(const strew_operator& op, const strew_options* given) {
  const bool has_own = op.kind == STREW_OPERATOR_STABLEHLO_GATHER || op.kind == STREW_OPERATOR_STABLEHLO_SCATTER;
  if (given != nullptr || !has_own) return given;
  return &stablehlo_defaults[op.kind - STREW_OPERATOR_STABLEHLO_GATHER];
}

arguments arguments_of(const strew_operator& op, const view_list& views) {
  arguments made{views};
  made.is_scatter = find_operator(op.kind)->is_scatter;
  made.can_lack_data = has_segments(op.kind);
  made.needs_weights = op.kind == STREW_OPERATOR_SDDMM;
  made.has_codes = has_codes(&op);
  made.has_indices = views.indices != nullptr || (op.kind != STREW_OPERATOR_TENSOR_SCATTER && !made.can_lack_data);
  return made;
}

namespace {

const char* mode_text(const call_label& label) {
  if (label.kind == STREW_OPERATOR_SEGMENT_SCAN)
    return label.mode == STREW_SCAN_EXCLUSIVE ? ", exclusive" : ", inclusive";
  return label.mode == STREW_MODE_CIRCULAR ? ", circular" : ", linear";
}

}  // namespace

std::string name_of(const call_label& label) {
  if (label.kind == call_label::of_problem) return "problem";
  const operator_info& about = *find_operator(label.kind);
  std::string text = about.name;
  if ((about.uses & axis) != 0) text += formatted(", axis {}", label.axis);
  if (label.batch_dims != 0) text += formatted(", batch_dims {}", label.batch_dims);
  if ((about.uses & mode) != 0) text += mode_text(label);
  return text;
}

operator_options read_options(const strew_operator& op, const strew_options* given, const operands& ops) {
  return op.kind == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED ? to_options(given, ops.output, operand::output)
                                                          : to_options(given, ops.data);
}

result<operation> lower_operator(const strew_operator& op, const arguments& given, const operands& ops,
                                 const operator_options& options) {
  switch (op.kind) {
    case STREW_OPERATOR_GATHER:
    case STREW_OPERATOR_SCATTER:
      return lower::along_axis(ops, op.axis, op.batch_dims, options);
    case STREW_OPERATOR_GATHER_ELEMENTS:
    case STREW_OPERATOR_SCATTER_ELEMENTS:
      return lower::elements(ops, op.axis, options);
    case STREW_OPERATOR_GATHER_ND:
    case STREW_OPERATOR_SCATTER_ND:
      return lower::nd(ops, op.batch_dims, options);
    case STREW_OPERATOR_TENSOR_SCATTER:
      return lower::tensor_scatter(ops, given.has_indices, op.axis, op.mode, options);
    case STREW_OPERATOR_STABLEHLO_GATHER:
      return lower_gather(op, ops, options);
    case STREW_OPERATOR_SEGMENT_REDUCE:
    case STREW_OPERATOR_SDDMM:
    case STREW_OPERATOR_SEGMENT_SCAN:
      return lower_segments(op, given, ops, options);
    case STREW_OPERATOR_GATHER_BLOCK_QUANTIZED:
      return lower_codes(op, given, ops, options);
    default:
      return lower_scatter(op, ops, options);
  }
}

status further_results_of(const strew_operator& op, const arguments& given, const operands& ops,
                          const operator_options& options, std::vector<further_result>& made) {
  return lower::add_further_results(ops, to_segment_rules(op, given), options, made);
}

status check_has_extents(const strew_operator& op) {
  const operator_info& about = *find_operator(op.kind);
  if (about.has_extents) return {};
  if (!about.is_scatter || has_segments(op.kind))
    return fail(rule::AT6, operand::none, "the extents of the output of {} do not follow from <data> and <indices>",
                about.name);
  return fail(rule::AT6, operand::none, "<the extents of the updates> of {} do not follow from <data> and <indices>",
              about.name);
}

result<extents_list> direct_extents(const strew_operator& op, const operands& ops) {
  switch (op.kind) {
    case STREW_OPERATOR_GATHER:
    case STREW_OPERATOR_SCATTER:
      return lower::along_axis_extents(ops.data, ops.indices, op.axis, op.batch_dims);
    case STREW_OPERATOR_GATHER_ELEMENTS:
    case STREW_OPERATOR_SCATTER_ELEMENTS:
      return lower::elements_extents(ops.data, ops.indices, op.axis);
    case STREW_OPERATOR_STABLEHLO_GATHER:
      return lower::stablehlo_gather_extents(ops.data, ops.indices, to_dimensions(*op.gather_dimensions));
    default:
      return lower::nd_extents(ops.data, ops.indices, op.batch_dims);
  }
}

}  // namespace strew::engine::api
