#include "call_spec.hpp"

#include <iterator>

namespace strew::python {
namespace {

strew_dims dims(const std::vector<std::int64_t>& values) {
  return {values.empty() ? nullptr : values.data(), values.size()};
}

strew_gather_dimensions gather_numbers(const call_spec& spec) {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  if (spec.dimensions == nullptr) return made;
  const auto& lists = spec.dimensions->lists;
  made.offset_dims = dims(lists[0]);
  made.collapsed_slice_dims = dims(lists[1]);
  made.operand_batching_dims = dims(lists[2]);
  made.start_indices_batching_dims = dims(lists[3]);
  made.start_index_map = dims(lists[4]);
  made.slice_sizes = dims(lists[5]);
  made.index_vector_dim = spec.dimensions->index_vector_dim;
  return made;
}

strew_scatter_dimensions scatter_numbers(const call_spec& spec) {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  if (spec.dimensions == nullptr) return made;
  const auto& lists = spec.dimensions->lists;
  made.update_window_dims = dims(lists[0]);
  made.inserted_window_dims = dims(lists[1]);
  made.input_batching_dims = dims(lists[2]);
  made.scatter_indices_batching_dims = dims(lists[3]);
  made.scatter_dims_to_operand_dims = dims(lists[4]);
  made.index_vector_dim = spec.dimensions->index_vector_dim;
  return made;
}

// The descriptor of a call with what it points to.
class described {
 public:
  explicit described(const call_spec& spec) {
    op_.kind = spec.op;
    op_.mode = spec.mode;
    op_.axis = spec.axis;
    op_.batch_dims = spec.batch_dims;
    if (spec.op == STREW_OPERATOR_STABLEHLO_GATHER) {
      gathers_ = gather_numbers(spec);
      op_.gather_dimensions = &gathers_;
    } else if (spec.op == STREW_OPERATOR_STABLEHLO_SCATTER) {
      scatters_ = scatter_numbers(spec);
      op_.scatter_dimensions = &scatters_;
    }
    if (spec.segmentation) op_.segmentation = &*spec.segmentation;
    if (spec.quantization) op_.quantization = &*spec.quantization;
  }
  described(const described&) = delete;
  described& operator=(const described&) = delete;
  [[nodiscard]] const strew_operator* native() const { return &op_; }

 private:
  strew_operator op_ = STREW_OPERATOR_INIT;
  strew_gather_dimensions gathers_;  // set where the operator has them
  strew_scatter_dimensions scatters_;
};

// One for each operator that small calls have: whoever calls at them holds the GIL. They live as long as the process:
// other threads may be inside a call while it ends.
constexpr strew_site new_site = {sizeof(strew_site), 1, 1, nullptr};
strew_site sites[] = {new_site, new_site, new_site, new_site, new_site,
                      new_site, new_site, new_site, new_site, new_site};
static_assert(std::size(sites) == STREW_OPERATOR_STABLEHLO_SCATTER + 1);

}  // namespace

bool is_gather(std::int32_t kind) {
  return kind == STREW_OPERATOR_GATHER || kind == STREW_OPERATOR_GATHER_ELEMENTS || kind == STREW_OPERATOR_GATHER_ND ||
         kind == STREW_OPERATOR_STABLEHLO_GATHER || kind == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
}

namespace {

// Codes are reduced at a site of their own.
strew_status reduce_codes(const call_spec& spec, const strew_operands& all, const strew_execution& execution,
                          strew_error& record) {
  const described op(spec);
  strew_site once = STREW_SITE_INIT;
  const strew_status status = strew_run_at(&once, op.native(), &all, &spec.options, &execution, &record);
  strew_site_clear(&once);
  return status;
}

strew_status call_further(const call_spec& spec, const strew_operands& all, const strew_execution& execution,
                          strew_error& record) {
  if (spec.op == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED)
    return strew_gather_block_quantized(&all, &*spec.quantization, spec.axis, spec.batch_dims, &spec.options,
                                        &execution, &record);
  if (spec.quantization) return reduce_codes(spec, all, execution, record);
  const strew_segmentation& by = *spec.segmentation;
  if (spec.op == STREW_OPERATOR_SEGMENT_SCAN)
    return strew_segment_scan(&all, &by, spec.mode, spec.batch_dims, &spec.options, &execution, &record);
  if (spec.op == STREW_OPERATOR_SDDMM)
    return strew_sddmm(&all, &by, spec.batch_dims, &spec.options, &execution, &record);
  return strew_segment_reduce(&all, &by, spec.batch_dims, &spec.options, &execution, &record);
}

}  // namespace

strew_status call(const call_spec& spec, const strew_operands& t, const strew_execution& execution,
                  strew_error& record) {
  if (has_further(spec)) return call_further(spec, t, execution, record);
  const described op(spec);
  return strew_run(op.native(), t.data, t.indices, t.updates, t.output, &spec.options, &execution, &record);
}

strew_status run_at_site(const call_spec& spec, const strew_operands& given, const strew_execution& execution,
                         strew_error& record) {
  const described op(spec);
  return strew_run_at(&sites[spec.op], op.native(), &given, &spec.options, &execution, &record);
}

strew_status make_plan(const call_spec& spec, const strew_operands& t, strew_plan** plan, strew_error& record) {
  const described op(spec);
  return strew_plan_of(op.native(), &t, &spec.options, plan, &record);
}

strew_status output_extents(const call_spec& spec, const strew_operands& t, std::uint64_t capacity,
                            std::int64_t* extents, std::uint64_t* rank, strew_error& record) {
  if (spec.op ==
      STREW_OPERATOR_GATHER_ELEMENTS) {  // whether they fit is for the call to say, in the order of all rules
    *rank = t.indices->rank;
    for (std::uint64_t d = 0; d < *rank && d < capacity; ++d) extents[d] = t.indices->extents[d];
    return STREW_STATUS_OK;
  }
  const described op(spec);
  return strew_shape(op.native(), t.data, t.indices, capacity, extents, rank, &record);
}

}  // namespace strew::python
