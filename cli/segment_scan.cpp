#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_segment_scan_arguments(command_syntax& app, operator_options& options) {
  add_scan_operands(app, options);
  add_batch_dims_option(app, options);
}

}  // namespace

const operator_spec segment_scan_spec = {
    "segment-scan",
    "scanning",
    "Tell the reduction of each segment on its way: running sums of groups, ranks in them",
    "out[B, p, s] is the reduction of data[B, indices[B, q], s] over the positions q of p's segment up to p, or "
    "before\n"
    "it with --exclusive, where the first position of a segment has 0. B are the --batch-dims leading dimensions, s\n"
    "those behind the rows; the output has the extents of the indices, or data.shape[:B + 1], and of a row.\n\n"
    "Examples:\n"
    "  strew segment-scan amounts.npy --segments accounts.npy -o balances.npy\n"
    "  strew segment-scan --value 1 --segments experts.npy --exclusive -o places.npy\n"
    "  strew segment-scan rows.npy --offsets begins.npy --reduction max -o highest.npy",
    operator_kind::scan,
    false,
    add_segment_scan_arguments,
    STREW_OPERATOR_SEGMENT_SCAN,
};

}  // namespace strew::cli
