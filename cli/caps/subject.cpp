#include "caps/subject.hpp"

#include "prepare.hpp"

namespace strew::cli {
namespace {

constexpr operator_spec stablehlo(operator_kind kind, std::int32_t op) {
  return {nullptr, nullptr, nullptr, nullptr, kind, true, nullptr, op};
}
const operator_spec stablehlo_gather_spec = stablehlo(operator_kind::gather, STREW_OPERATOR_STABLEHLO_GATHER);
const operator_spec stablehlo_scatter_spec = stablehlo(operator_kind::scatter, STREW_OPERATOR_STABLEHLO_SCATTER);

// Windows of two rows; the index vector is their start in the first dimension.
constexpr std::int64_t window_dims[] = {1, 2}, first_dim[] = {0}, window_sizes[] = {2, 2};
const strew_gather_dimensions gathered_windows = {
    sizeof(strew_gather_dimensions), 1, {window_dims, 2}, {}, {}, {}, {first_dim, 1}, {window_sizes, 2}, 1};
const strew_scatter_dimensions scattered_windows = {
    sizeof(strew_scatter_dimensions), 1, {window_dims, 2}, {}, {}, {}, {first_dim, 1}, 1};

}  // namespace

const std::vector<subject>& subjects() {
  static const std::vector<subject> all = {{gather_spec, {4, 2}, {3}, {3, 2}},
                                           {gather_elements_spec, {4, 2}, {3, 2}, {3, 2}},
                                           {gather_nd_spec, {4, 2}, {3, 1}, {3, 2}},
                                           {stablehlo_gather_spec, {4, 2}, {3, 1}, {3, 2, 2}},
                                           {scatter_spec, {4, 2}, {3}, {3, 2}},
                                           {scatter_elements_spec, {4, 2}, {3, 2}, {3, 2}},
                                           {scatter_nd_spec, {4, 2}, {3, 1}, {3, 2}},
                                           {stablehlo_scatter_spec, {4, 2}, {3, 1}, {3, 2, 2}},
                                           {tensor_scatter_spec, {3, 4, 2}, {3}, {3, 1, 2}},
                                           {segment_reduce_spec, {4, 2}, {3}, {2, 2}},
                                           {segment_scan_spec, {4, 2}, {3}, {3, 2}},
                                           {sddmm_spec, {4, 2}, {3}, {3}},
                                           {gather_block_quantized_spec, {4, 2}, {3}, {3, 2}}};
  return all;
}

namespace {

constexpr std::int64_t segment_count = 2;
constexpr std::int64_t right_rows[] = {segment_count, 2}, block_scales[] = {4, 1};
constexpr std::int32_t bits_of_code = 8;

// Operands that are not described by the subject.
void add_further(const subject& target, operator_call& call) {
  const auto describe = [](std::optional<strew_tensor>& tensor, const auto& extents) {
    tensor.emplace(strew_tensor(STREW_TENSOR_INIT)).rank = std::size(extents);
    tensor->extents = std::data(extents);
  };
  if (target.is(operator_kind::reduction)) describe(call.base, target.direct);
  if (target.is(operator_kind::product)) describe(call.right, right_rows);
  if (has_segments(target.spec.kind)) {
    describe(call.segments, target.indices);
    call.segmentation = strew_segmentation(STREW_SEGMENTATION_INIT);
    if (target.is(operator_kind::scan)) call.segmentation->segment_count = segment_count;
  }
  if (!needs_codes(target.spec)) return;
  describe(call.scales, block_scales);
  call.data.dtype = STREW_DTYPE_U8;
  call.scales->dtype = STREW_DTYPE_F32;
  call.quantization.emplace(strew_quantization(STREW_QUANTIZATION_INIT)).bits = bits_of_code;
}

}  // namespace

operator_call call_of(const subject& target) {
  operator_call call;
  const auto describe = [](strew_tensor& tensor, const std::vector<std::int64_t>& extents) {
    tensor.rank = extents.size();
    tensor.extents = extents.data();
  };
  describe(call.data, target.data);
  describe(call.indices, target.indices);
  describe(call.updates, target.direct);
  describe(call.output, has_updates(target.spec.kind) ? target.data : target.direct);
  add_further(target, call);
  set_type(call, STREW_DTYPE_F16);
  set_index_type(call, STREW_DTYPE_I64);
  call.op.kind = target.spec.op;
  if (call.op.kind == STREW_OPERATOR_STABLEHLO_GATHER) call.op.gather_dimensions = &gathered_windows;
  if (call.op.kind == STREW_OPERATOR_STABLEHLO_SCATTER) call.op.scatter_dimensions = &scattered_windows;
  if (target.is(operator_kind::append)) call.op.axis = 1;
  if (target.is(operator_kind::gather)) call.options.out_of_bounds = STREW_OOB_FILL;
  if (target.is(operator_kind::scatter) || has_segments(target.spec.kind)) call.options.out_of_bounds = STREW_OOB_SKIP;
  if (target.is(operator_kind::scatter) || target.is(operator_kind::reduction) || target.is(operator_kind::scan)) {
    call.options.reduction = STREW_REDUCTION_ADD;
  }
  return call;
}

void set_type(operator_call& call, strew_dtype type, std::uint64_t record_bytes) {
  const auto given = [](std::optional<strew_tensor>& one) { return one ? &*one : nullptr; };
  strew_tensor* const data = call.quantization ? nullptr : &call.data;
  for (strew_tensor* one : {data, &call.updates, &call.output, given(call.base), given(call.right)}) {
    if (one == nullptr) continue;
    one->dtype = type;
    one->element_bytes = type == STREW_DTYPE_OPAQUE ? record_bytes : 0;
  }
}

void set_index_type(operator_call& call, strew_dtype type) {
  for (strew_tensor* one : {&call.indices, call.segments ? &*call.segments : nullptr}) {
    if (one == nullptr) continue;
    one->dtype = type;
    one->element_bytes = type == STREW_DTYPE_OPAQUE ? 1 : 0;
  }
}

reply query(const subject& target, const operator_call& call) {
  strew_error error = STREW_ERROR_INIT;
  const unique_plan plan = make_plan(target.spec.kind, call, error);
  if (plan == nullptr) return {error.rule, ""};
  return {"", plan_text(plan.get(), strew_plan_problem) + "\n" + plan_text(plan.get(), strew_plan_describe) + "\n" +
                  std::to_string(strew_plan_workspace(plan.get()))};
}

}  // namespace strew::cli
