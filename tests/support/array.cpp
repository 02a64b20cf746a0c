#include "support/array.hpp"

namespace strew::support {

strew_tensor describe(void* data, strew_dtype dtype, const shape& extents, const shape& strides) {
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = dtype;
  t.data = data;
  t.rank = extents.size();
  t.extents = extents.data();
  t.strides = strides.data();
  return t;
}

strew_options options_of(int32_t reduction, int32_t out_of_bounds, int32_t negative) {
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = reduction;
  options.out_of_bounds = out_of_bounds;
  options.negative_indices = negative;
  return options;
}

strew_error gather_nd(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& output,
                      int64_t batch_dims, const strew_options& options) {
  strew_error error = STREW_ERROR_INIT;
  error.status = strew_gather_nd(&data, &indices, &output, batch_dims, &options, nullptr, &error);
  return error;
}

strew_error scatter_nd(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& updates,
                       const strew_tensor& output, int64_t batch_dims, const strew_options& options) {
  strew_error error = STREW_ERROR_INIT;
  error.status = strew_scatter_nd(&data, &indices, &updates, &output, batch_dims, &options, nullptr, &error);
  return error;
}

}  // namespace strew::support
