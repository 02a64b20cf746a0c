#include "request.hpp"

namespace strew::python {
namespace {

strew_dims dims(const std::vector<std::int64_t>& values) {
  return {values.empty() ? nullptr : values.data(), values.size()};
}

strew_gather_dimensions gather_numbers(const request& asked) {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  if (asked.dimensions == nullptr) return made;
  const auto& lists = asked.dimensions->lists;
  made.offset_dims = dims(lists[0]);
  made.collapsed_slice_dims = dims(lists[1]);
  made.operand_batching_dims = dims(lists[2]);
  made.start_indices_batching_dims = dims(lists[3]);
  made.start_index_map = dims(lists[4]);
  made.slice_sizes = dims(lists[5]);
  made.index_vector_dim = asked.dimensions->index_vector_dim;
  return made;
}

strew_scatter_dimensions scatter_numbers(const request& asked) {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  if (asked.dimensions == nullptr) return made;
  const auto& lists = asked.dimensions->lists;
  made.update_window_dims = dims(lists[0]);
  made.inserted_window_dims = dims(lists[1]);
  made.input_batching_dims = dims(lists[2]);
  made.scatter_indices_batching_dims = dims(lists[3]);
  made.scatter_dims_to_operand_dims = dims(lists[4]);
  made.index_vector_dim = asked.dimensions->index_vector_dim;
  return made;
}

}  // namespace

bool is_gather(operation what) {
  return what == operation::gather || what == operation::gather_elements || what == operation::gather_nd ||
         what == operation::stablehlo_gather;
}

strew_status call(const request& asked, const tensors& t, const strew_execution& how, strew_error& record) {
  const strew_options* options = &asked.options;
  switch (asked.what) {
    case operation::gather:
      return strew_gather(t.data, t.indices, t.output, asked.axis, asked.batch_dims, options, &how, &record);
    case operation::scatter:
      return strew_scatter(t.data, t.indices, t.updates, t.output, asked.axis, asked.batch_dims, options, &how,
                           &record);
    case operation::gather_elements:
      return strew_gather_elements(t.data, t.indices, t.output, asked.axis, options, &how, &record);
    case operation::scatter_elements:
      return strew_scatter_elements(t.data, t.indices, t.updates, t.output, asked.axis, options, &how, &record);
    case operation::gather_nd:
      return strew_gather_nd(t.data, t.indices, t.output, asked.batch_dims, options, &how, &record);
    case operation::scatter_nd:
      return strew_scatter_nd(t.data, t.indices, t.updates, t.output, asked.batch_dims, options, &how, &record);
    case operation::tensor_scatter:
      return strew_tensor_scatter(t.data, t.updates, t.indices, t.output, asked.axis, asked.mode, options, &how,
                                  &record);
    case operation::stablehlo_gather: {
      const strew_gather_dimensions numbers = gather_numbers(asked);
      return strew_stablehlo_gather(t.data, t.indices, t.output, &numbers, options, &how, &record);
    }
    case operation::stablehlo_scatter: {
      const strew_scatter_dimensions numbers = scatter_numbers(asked);
      return strew_stablehlo_scatter(t.data, t.indices, t.updates, t.output, &numbers, options, &how, &record);
    }
  }
  return STREW_ERROR_INTERNAL;
}

strew_status make_plan(const request& asked, const tensors& t, strew_plan** plan, strew_error& record) {
  const strew_options* options = &asked.options;
  switch (asked.what) {
    case operation::gather:
      return strew_plan_gather(t.data, t.indices, t.output, asked.axis, asked.batch_dims, options, plan, &record);
    case operation::scatter:
      return strew_plan_scatter(t.data, t.indices, t.updates, t.output, asked.axis, asked.batch_dims, options, plan,
                                &record);
    case operation::gather_elements:
      return strew_plan_gather_elements(t.data, t.indices, t.output, asked.axis, options, plan, &record);
    case operation::scatter_elements:
      return strew_plan_scatter_elements(t.data, t.indices, t.updates, t.output, asked.axis, options, plan, &record);
    case operation::gather_nd:
      return strew_plan_gather_nd(t.data, t.indices, t.output, asked.batch_dims, options, plan, &record);
    case operation::scatter_nd:
      return strew_plan_scatter_nd(t.data, t.indices, t.updates, t.output, asked.batch_dims, options, plan, &record);
    case operation::tensor_scatter:
      return strew_plan_tensor_scatter(t.data, t.updates, t.indices, t.output, asked.axis, asked.mode, options, plan,
                                       &record);
    case operation::stablehlo_gather: {
      const strew_gather_dimensions numbers = gather_numbers(asked);
      return strew_plan_stablehlo_gather(t.data, t.indices, t.output, &numbers, options, plan, &record);
    }
    case operation::stablehlo_scatter: {
      const strew_scatter_dimensions numbers = scatter_numbers(asked);
      return strew_plan_stablehlo_scatter(t.data, t.indices, t.updates, t.output, &numbers, options, plan, &record);
    }
  }
  return STREW_ERROR_INTERNAL;
}

strew_status output_extents(const request& asked, const tensors& t, std::uint64_t capacity, std::int64_t* extents,
                            std::uint64_t* rank, strew_error& record) {
  strew_operator what = STREW_OPERATOR_INIT;
  const strew_gather_dimensions numbers = gather_numbers(asked);
  if (asked.what == operation::gather) {
    what.kind = STREW_OPERATOR_GATHER;
    what.axis = asked.axis;
    what.batch_dims = asked.batch_dims;
  } else if (asked.what == operation::gather_nd) {
    what.kind = STREW_OPERATOR_GATHER_ND;
    what.batch_dims = asked.batch_dims;
  } else if (asked.what == operation::stablehlo_gather) {
    what.kind = STREW_OPERATOR_STABLEHLO_GATHER;
    what.gather_dimensions = &numbers;
  }
  if (what.kind != 0) return strew_shape(&what, t.data, t.indices, capacity, extents, rank, &record);
  *rank = t.indices->rank;
  for (std::uint64_t d = 0; d < *rank && d < capacity; ++d) extents[d] = t.indices->extents[d];
  return STREW_OK;
}

}  // namespace strew::python
