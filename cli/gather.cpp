#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_gather_arguments(command_syntax& app, operator_options& options) {
  add_gather_operands(app, options);
  add_rows_option(app, options);
  add_axis_option(app, options, 0);
  add_batch_dims_option(app, options);
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
    "  strew gather table.npy --rows 1,5,-1 -o out.npy\n"
    "  strew gather table.npy columns.npy --axis -1 -o out.npy\n"
    "  strew gather data.npy indices.npy --axis 1 --batch-dims 1 -o out.npy",
    operator_kind::gather,
    false,
    add_gather_arguments,
    STREW_OPERATOR_GATHER,
};

}  // namespace strew::cli
