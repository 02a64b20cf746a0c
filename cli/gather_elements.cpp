#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_gather_elements_arguments(command_syntax& app, operator_options& options) {
  add_gather_operands(app, options);
  add_axis_option(app, options, 0);
}

}  // namespace

const operator_spec gather_elements_spec = {
    "gather-elements",
    "gathering",
    "Take elements of DATA along an axis, one for each of INDICES",
    "out[c] = data[c with c[axis] := indices[c]] at each place c of the indices. The output has the extents of the\n"
    "indices, which are at most those of the data, but for the axis.\n\n"
    "Examples:\n"
    "  strew gather-elements data.npy order.npy -o out.npy\n"
    "  strew gather-elements scores.npy best.npy --axis -1 -o out.npy",
    operator_kind::gather,
    false,
    add_gather_elements_arguments,
    STREW_OPERATOR_GATHER_ELEMENTS,
};

}  // namespace strew::cli
