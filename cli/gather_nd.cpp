#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_gather_nd_arguments(command_syntax& app, operator_options& options) {
  add_gather_operands(app, options);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec gather_nd_spec = {
    "gather-nd",
    "gathering",
    "Take slices of DATA at the index tuples in the last dimension of INDICES",
    "out[B, m, s] = data[B, indices[B, m, :], s], with B the --batch-dims leading dimensions.\n"
    "The output has the extents indices.shape[:-1] + data.shape[B + tuple length:].\n\n"
    "Examples:\n"
    "  strew gather-nd data.npy indices.npy -o out.npy\n"
    "  strew gather-nd data.npy indices.npy --batch-dims 1 -o out.npy\n"
    "  strew gather-nd data.npy indices.npy --out-of-bounds fill --fill-value -1 -o out.npy",
    operator_kind::gather,
    true,
    add_gather_nd_arguments,
    STREW_OPERATOR_GATHER_ND,
};

}  // namespace strew::cli
