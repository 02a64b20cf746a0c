#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_segment_reduce_arguments(command_syntax& app, operator_options& options) {
  add_reduction_operands(app, options);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec segment_reduce_spec = {
    "segment-reduce",
    "reducing",
    "Reduce rows of DATA, picked by indices and multiplied by weights, segment by segment",
    "out = base, then out[B, segment(B, p), s] is reduced with weights[B, p] * data[B, indices[B, p], s], position by\n"
    "position, with B the --batch-dims leading dimensions and s those behind the rows. Ids and weights have the "
    "extents\n"
    "of the indices, or data.shape[:B + 1] without indices; the output has the segments in place of the rows. With\n"
    "--scales rows are codes, decoded as by gather-block-quantized, but to f32; the output is rounded once.\n\n"
    "Examples:\n"
    "  strew segment-reduce rows.npy --segments groups.npy -o sums.npy\n"
    "  strew segment-reduce table.npy --indices words.npy --offsets bags.npy --reduction mean -o bags.npy\n"
    "  strew segment-reduce features.npy --indices columns.npy --offsets rows.npy --weights values.npy -o out.npy\n"
    "  strew segment-reduce tokens.npy --indices experts.npy --weights gates.npy -o combined.npy\n"
    "  strew segment-reduce codes.npy --indices words.npy --offsets bags.npy --scales scales.npy --bits 8 -o bags.npy\n"
    "  strew segment-reduce rows.npy --segments groups.npy --base sums.npy --in-place",
    operator_kind::reduction,
    false,
    add_segment_reduce_arguments,
    STREW_OPERATOR_SEGMENT_REDUCE,
};

}  // namespace strew::cli
