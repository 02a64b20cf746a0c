#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

constexpr std::int64_t default_axis = -2;  // as in ONNX

void add_tensor_scatter_arguments(command_syntax& app, operator_options& options) {
  add_append_operands(app, options);
  add_axis_option(app, options, default_axis);
  add_mode_option(app, options);
}

}  // namespace

const operator_spec tensor_scatter_spec = {
    "tensor-scatter",
    "appending",
    "Write UPDATES into a copy of CACHE, for each entry of the batch from a row of its own on",
    "out = cache, then the rows w, w + 1, ... along the axis become the updates, where w is the entry of "
    "WRITE_INDICES\n"
    "for the first dimension, the batch; without WRITE_INDICES w is 0. Updates have the extents of the cache, but may\n"
    "be shorter along the axis.\n\n"
    "Examples:\n"
    "  strew tensor-scatter cache.npy updates.npy write_indices.npy -o out.npy\n"
    "  strew tensor-scatter cache.npy updates.npy write_indices.npy --mode circular -o out.npy\n"
    "  strew tensor-scatter cache.npy prompt.npy --axis 1 -o out.npy",
    operator_kind::append,
    false,
    add_tensor_scatter_arguments,
    STREW_OPERATOR_TENSOR_SCATTER,
};

}  // namespace strew::cli
