// gather and scatter of the C ABI.
#include <cstdint>

#include "api/call.hpp"

namespace strew::api {
namespace {

auto lower_along_axis(std::int64_t axis, std::int64_t batch_dims) {
  return [=](const operands& ops, const operator_options& options) {
    return lower::along_axis(ops, axis, batch_dims, options);
  };
}

}  // namespace
}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                          std::int64_t axis, std::int64_t batch_dims, const strew_options* options,
                          const strew_execution* execution, strew_error* error) {
  return api::call({api::call_of::along_axis, axis, batch_dims}, api::gather_of(data, indices, output, true), options,
                   execution, error, api::lower_along_axis(axis, batch_dims));
}

strew_status strew_plan_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                               std::int64_t axis, std::int64_t batch_dims, const strew_options* options,
                               strew_plan** plan, strew_error* error) {
  return api::make(api::gather_of(data, indices, output, false), options, plan, error,
                   api::lower_along_axis(axis, batch_dims));
}

strew_status strew_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                           const strew_tensor* output, std::int64_t axis, std::int64_t batch_dims,
                           const strew_options* options, const strew_execution* execution, strew_error* error) {
  return api::call({api::call_of::along_axis, axis, batch_dims}, api::scatter_of(data, indices, updates, output, true),
                   options, execution, error, api::lower_along_axis(axis, batch_dims));
}

strew_status strew_plan_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                const strew_tensor* output, std::int64_t axis, std::int64_t batch_dims,
                                const strew_options* options, strew_plan** plan, strew_error* error) {
  return api::make(api::scatter_of(data, indices, updates, output, false), options, plan, error,
                   api::lower_along_axis(axis, batch_dims));
}

strew_status strew_shape_along_axis(const strew_tensor* data, const strew_tensor* indices, std::int64_t axis,
                                    std::int64_t batch_dims, std::uint64_t capacity, std::int64_t* extents,
                                    std::uint64_t* rank, strew_error* error) {
  return api::shape(data, indices, capacity, extents, rank, error, [&](const operands& ops) {
    return lower::along_axis_extents(ops.data, ops.indices, axis, batch_dims);
  });
}
