#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_scatter_arguments(command_syntax& app, operator_options& options) {
  add_scatter_operands(app, options);
  add_rows_option(app, options);
  add_axis_option(app, options, 0);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec scatter_spec = {
    "scatter",
    "scattering",
    "Write slices of UPDATES into a copy of DATA along an axis, one for each of INDICES",
    "out = data, then out[B, p, indices[B, j], s] = updates[B, p, j, s] in row-major order of the indices, with B\n"
    "the --batch-dims leading dimensions, p and s the others before and after the axis. Updates have the extents\n"
    "data.shape[:axis] + indices.shape[B:] + data.shape[axis + 1:].\n\n"
    "Examples:\n"
    "  strew scatter table.npy rows.npy updates.npy -o out.npy\n"
    "  strew scatter table.npy rows.npy updates.npy --reduction add -o out.npy\n"
    "  strew scatter --zeros 1000 rows.npy --value 1 --reduction add -o histogram.npy\n"
    "  strew scatter table.npy columns.npy updates.npy --axis 1 --reduction max --exclude-self -o out.npy",
    operator_kind::scatter,
    false,
    add_scatter_arguments,
    STREW_OPERATOR_SCATTER,
};

}  // namespace strew::cli
