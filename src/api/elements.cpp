// gather_elements and scatter_elements of the C ABI.
#include <cstdint>

#include "api/call.hpp"

namespace strew::api {
namespace {

auto lower_elements(std::int64_t axis) {
  return [=](const operands& ops, const operator_options& options) { return lower::elements(ops, axis, options); };
}

}  // namespace
}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_gather_elements(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                   std::int64_t axis, const strew_options* options, const strew_execution* execution,
                                   strew_error* error) {
  return api::call({api::call_of::elements, axis, 0}, api::gather_of(data, indices, output, true), options, execution,
                   error, api::lower_elements(axis));
}

strew_status strew_plan_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                        const strew_tensor* output, std::int64_t axis, const strew_options* options,
                                        strew_plan** plan, strew_error* error) {
  return api::make(api::gather_of(data, indices, output, false), options, plan, error, api::lower_elements(axis));
}

strew_status strew_scatter_elements(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                    const strew_tensor* output, std::int64_t axis, const strew_options* options,
                                    const strew_execution* execution, strew_error* error) {
  return api::call({api::call_of::elements, axis, 0}, api::scatter_of(data, indices, updates, output, true), options,
                   execution, error, api::lower_elements(axis));
}

strew_status strew_plan_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                         const strew_tensor* updates, const strew_tensor* output, std::int64_t axis,
                                         const strew_options* options, strew_plan** plan, strew_error* error) {
  return api::make(api::scatter_of(data, indices, updates, output, false), options, plan, error,
                   api::lower_elements(axis));
}
