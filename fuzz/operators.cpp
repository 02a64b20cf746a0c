// One problem, as one call and as a plan.
#include "problem.hpp"

namespace strew::fuzz {
namespace {

strew_dims list_of(const numbers& from) {
  return {from.empty() ? nullptr : from.data(), from.size()};
}

strew_gather_dimensions gather_of(const form& shape) {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = list_of(shape.windows);
  made.collapsed_slice_dims = list_of(shape.collapsed);
  made.operand_batching_dims = list_of(shape.batching);
  made.start_indices_batching_dims = list_of(shape.paired);
  made.start_index_map = list_of(shape.map);
  made.slice_sizes = list_of(shape.sizes);
  made.index_vector_dim = shape.index_vector_dim;
  return made;
}

strew_scatter_dimensions scatter_of(const form& shape) {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = list_of(shape.windows);
  made.inserted_window_dims = list_of(shape.collapsed);
  made.input_batching_dims = list_of(shape.batching);
  made.scatter_indices_batching_dims = list_of(shape.paired);
  made.scatter_dims_to_operand_dims = list_of(shape.map);
  made.index_vector_dim = shape.index_vector_dim;
  return made;
}

}  // namespace

#define STREW_CALL(call, last)                                                                \
  const strew_tensor d = of.data_view();                                                      \
  const strew_tensor i = of.indices.view();                                                   \
  const strew_tensor* j = of.has_indices ? &i : nullptr;                                      \
  const strew_tensor u = of.updates.view();                                                   \
  const strew_tensor o = of.output.view();                                                    \
  const strew_gather_dimensions gather = gather_of(of.shape);                                 \
  const strew_scatter_dimensions scatter = scatter_of(of.shape);                              \
  const std::int64_t axis = of.shape.axis;                                                    \
  const std::int64_t batch = of.shape.batch_dims;                                             \
  const strew_options* options = &of.options;                                                 \
  switch (of.what) {                                                                          \
    case operation::gather:                                                                   \
      return call##gather(&d, &i, &o, axis, batch, options, last, &error);                    \
    case operation::scatter:                                                                  \
      return call##scatter(&d, &i, &u, &o, axis, batch, options, last, &error);               \
    case operation::gather_elements:                                                          \
      return call##gather_elements(&d, &i, &o, axis, options, last, &error);                  \
    case operation::scatter_elements:                                                         \
      return call##scatter_elements(&d, &i, &u, &o, axis, options, last, &error);             \
    case operation::gather_nd:                                                                \
      return call##gather_nd(&d, &i, &o, batch, options, last, &error);                       \
    case operation::scatter_nd:                                                               \
      return call##scatter_nd(&d, &i, &u, &o, batch, options, last, &error);                  \
    case operation::tensor_scatter:                                                           \
      return call##tensor_scatter(&d, &u, j, &o, axis, of.shape.mode, options, last, &error); \
    case operation::stablehlo_gather:                                                         \
      return call##stablehlo_gather(&d, &i, &o, &gather, options, last, &error);              \
    default:                                                                                  \
      return call##stablehlo_scatter(&d, &i, &u, &o, &scatter, options, last, &error);        \
  }

strew_status run(const problem& of, const strew_execution* execution, strew_error& error){STREW_CALL(strew_, execution)}

strew_status plan(const problem& of, strew_plan** made, strew_error& error) {
  STREW_CALL(strew_plan_, made)
}

}  // namespace strew::fuzz
