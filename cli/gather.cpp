#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_arguments(CLI::App& app, operator_options& options) {
  add_gather_operands(app, options);
  add_axis_option(app, options, 0);
  add_batch_dims_option(app, options);
}

strew_status output_shape(const operator_call& call, std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank,
                          strew_error* error) {
  strew_operator what = STREW_OPERATOR_INIT;
  what.kind = STREW_OPERATOR_GATHER;
  what.axis = call.axis;
  what.batch_dims = call.batch_dims;
  return strew_shape(&what, &call.data, &call.indices, capacity, extents, rank, error);
}

strew_status plan(const operator_call& call, strew_plan** plan, strew_error* error) {
  return strew_plan_gather(&call.data, &call.indices, &call.output, call.axis, call.batch_dims, &call.options, plan,
                           error);
}

}  // namespace

const operator_spec gather_spec = {
    "gather",
    "gathering",
    "Take slices of DATA along an axis, one for each of INDICES",
    "out[B, p, j, s] = data[B, p, indices[B, j], s], with B the --batch-dims leading dimensions, p and s the others\n"
    "before and after the axis. The output has the extents data.shape[:axis] + indices.shape[B:] +\n"
    "data.shape[axis + 1:].\n\n"
    "Examples:\n"
    "  strew gather table.npy rows.npy -o out.npy\n"
    "  strew gather table.npy columns.npy --axis -1 -o out.npy\n"
    "  strew gather data.npy indices.npy --axis 1 --batch-dims 1 -o out.npy",
    operator_kind::gather,
    false,
    add_arguments,
    output_shape,
    plan,
};

}  // namespace strew::cli
