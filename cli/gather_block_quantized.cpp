#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_gather_block_quantized_arguments(command_syntax& app, operator_options& options) {
  add_code_operands(app, options);
  add_axis_option(app, options, 0);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec gather_block_quantized_spec = {
    "gather-block-quantized",
    "decoding",
    "Take rows of CODES of 8, 4 or 2 bits along an axis, one for each index, and decode them",
    "out[B, p, j, s, c] = (code - zero point) * scale, or codebook[code] * scale, for code c of the row\n"
    "codes[B, p, indices[B, j], s] and the scale and zero point of its block, c // block_size. Scales have the "
    "extents\n"
    "codes.shape[:-1] + [blocks of a row], the output codes.shape[:axis] + indices.shape[B:] + codes.shape[axis + "
    "1:-1] +\n"
    "[values of a row].\n\n"
    "Examples:\n"
    "  strew gather-block-quantized table.npy --indices words.npy --scales scales.npy --block-size 32 -o rows.npy\n"
    "  strew gather-block-quantized table.npy --indices words.npy --scales scales.npy --bits 8 -o rows.npy\n"
    "  strew gather-block-quantized table.npy --indices words.npy --scales scales.npy --codebook nf4.npy "
    "-o r.npy",
    operator_kind::gather,
    false,
    add_gather_block_quantized_arguments,
    STREW_OPERATOR_GATHER_BLOCK_QUANTIZED,
};

}  // namespace strew::cli
