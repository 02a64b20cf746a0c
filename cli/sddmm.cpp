#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_sddmm_arguments(command_syntax& app, operator_options& options) {
  add_product_operands(app, options);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec sddmm_spec = {
    "sddmm",
    "multiplying",
    "Sum the products of rows of DATA and RIGHT at chosen pairs: a sampled matrix product",
    "out[B, p] = the sum over k of data[B, indices[B, p], k] * right[B, segment(B, p), k], k after k, with B the\n"
    "--batch-dims leading dimensions and k the elements of a row. The output has the extents of the indices, or\n"
    "data.shape[:B + 1] without indices; segments are those of segment-reduce, and RIGHT has the extents of its "
    "output.\n\n"
    "Examples:\n"
    "  strew sddmm nodes.npy others.npy --indices sources.npy --segments targets.npy -o scores.npy\n"
    "  strew sddmm right.npy left.npy --indices columns.npy --offsets rows.npy -o values.npy\n"
    "  strew sddmm data.npy gradients.npy --indices bags.npy -o weights.npy",
    operator_kind::product,
    false,
    add_sddmm_arguments,
    STREW_OPERATOR_SDDMM,
};

}  // namespace strew::cli
