#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_scatter_nd_arguments(command_syntax& app, operator_options& options) {
  add_scatter_operands(app, options);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec scatter_nd_spec = {
    "scatter-nd",
    "scattering",
    "Write UPDATES into a copy of DATA at the index tuples in the last dimension of INDICES",
    "out = data, then out[B, indices[B, m, :], s] = updates[B, m, s] in row-major order, with B the --batch-dims\n"
    "leading dimensions. Updates have the extents indices.shape[:-1] + data.shape[B + tuple length:].\n\n"
    "Examples:\n"
    "  strew scatter-nd data.npy indices.npy updates.npy -o out.npy\n"
    "  strew scatter-nd data.npy indices.npy updates.npy --reduction add -o out.npy\n"
    "  strew scatter-nd data.npy indices.npy updates.npy --dtype bf16 --reduction add -o out.npy",
    operator_kind::scatter,
    true,
    add_scatter_nd_arguments,
    STREW_OPERATOR_SCATTER_ND,
};

}  // namespace strew::cli
