#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_scatter_elements_arguments(command_syntax& app, operator_options& options) {
  add_scatter_operands(app, options);
  add_axis_option(app, options, 0);
}

}  // namespace

const operator_spec scatter_elements_spec = {
    "scatter-elements",
    "scattering",
    "Write elements of UPDATES into a copy of DATA along an axis, one for each of INDICES",
    "out = data, then out[c with c[axis] := indices[c]] = updates[c] at each place c of the indices, in row-major\n"
    "order. Updates have the extents of the indices, which are at most those of the data, but for the axis.\n\n"
    "Examples:\n"
    "  strew scatter-elements data.npy indices.npy updates.npy -o out.npy\n"
    "  strew scatter-elements data.npy indices.npy updates.npy --axis 1 --reduction mean -o out.npy\n"
    "  strew scatter-elements data.npy indices.npy updates.npy --duplicates error -o out.npy",
    operator_kind::scatter,
    false,
    add_scatter_elements_arguments,
    STREW_OPERATOR_SCATTER_ELEMENTS,
};

}  // namespace strew::cli
