#include <algorithm>

#include "operator_spec.hpp"
#include "option_table.hpp"

namespace strew::cli {
namespace {

void add_arguments(CLI::App& app, operator_options& options) {
  add_gather_operands(app, options);
  add_axis_option(app, options, 0);
}

// The extents of the indices; whether they fit the data is for the plan to say.
strew_status output_shape(const operator_call& call, std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank,
                          strew_error*) {
  *rank = call.indices.rank;
  std::copy_n(call.indices.extents, std::min(capacity, call.indices.rank), extents);
  return STREW_OK;
}

strew_status plan(const operator_call& call, strew_plan** plan, strew_error* error) {
  return strew_plan_gather_elements(&call.data, &call.indices, &call.output, call.axis, &call.options, plan, error);
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
    add_arguments,
    output_shape,
    plan,
};

}  // namespace strew::cli
