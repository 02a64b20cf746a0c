#include "digest/call.hpp"

namespace strew::digest {

namespace {

strew_dims dims(const shape& list) {
  return {list.empty() ? nullptr : list.data(), list.size()};
}

strew_gather_dimensions gather_dimensions(const problem& p) {
  strew_gather_dimensions d = STREW_GATHER_DIMENSIONS_INIT;
  d.offset_dims = dims(p.lists[0]);
  d.collapsed_slice_dims = dims(p.lists[1]);
  d.operand_batching_dims = dims(p.lists[2]);
  d.start_indices_batching_dims = dims(p.lists[3]);
  d.start_index_map = dims(p.lists[4]);
  d.slice_sizes = dims(p.lists[5]);
  d.index_vector_dim = p.index_vector_dim;
  return d;
}

strew_scatter_dimensions scatter_dimensions(const problem& p) {
  strew_scatter_dimensions d = STREW_SCATTER_DIMENSIONS_INIT;
  d.update_window_dims = dims(p.lists[0]);
  d.inserted_window_dims = dims(p.lists[1]);
  d.input_batching_dims = dims(p.lists[2]);
  d.scatter_indices_batching_dims = dims(p.lists[3]);
  d.scatter_dims_to_operand_dims = dims(p.lists[4]);
  d.index_vector_dim = p.index_vector_dim;
  return d;
}

}  // namespace

strew_status call(const problem& p, const operands& with, const strew_options& options, strew_error& error) {
  const auto& [data, indices, updates, output] = with;
  switch (p.op) {
    case operation::gather:
      return strew_gather(&data, &indices, &output, p.axis, p.batch_dims, &options, nullptr, &error);
    case operation::gather_elements:
      return strew_gather_elements(&data, &indices, &output, p.axis, &options, nullptr, &error);
    case operation::gather_nd:
      return strew_gather_nd(&data, &indices, &output, p.batch_dims, &options, nullptr, &error);
    case operation::stablehlo_gather: {
      const strew_gather_dimensions numbers = gather_dimensions(p);
      return strew_stablehlo_gather(&data, &indices, &output, &numbers, &options, nullptr, &error);
    }
    case operation::scatter:
      return strew_scatter(&data, &indices, &updates, &output, p.axis, p.batch_dims, &options, nullptr, &error);
    case operation::scatter_elements:
      return strew_scatter_elements(&data, &indices, &updates, &output, p.axis, &options, nullptr, &error);
    case operation::scatter_nd:
      return strew_scatter_nd(&data, &indices, &updates, &output, p.batch_dims, &options, nullptr, &error);
    case operation::stablehlo_scatter: {
      const strew_scatter_dimensions numbers = scatter_dimensions(p);
      return strew_stablehlo_scatter(&data, &indices, &updates, &output, &numbers, &options, nullptr, &error);
    }
    case operation::tensor_scatter:
      return strew_tensor_scatter(&data, &updates, &indices, &output, p.axis, p.mode, nullptr, nullptr, &error);
  }
  return STREW_ERROR_INTERNAL;
}

}  // namespace strew::digest
