// tensor_scatter of the C ABI.
#include <cstdint>

#include "api/call.hpp"

namespace strew::api {
namespace {

auto lower_tensor_scatter(bool has_indices, std::int64_t axis, std::int32_t mode) {
  return [=](const operands& ops, const operator_options& options) {
    return lower::tensor_scatter(ops, has_indices, axis, mode, options);
  };
}

arguments append_of(const strew_tensor* cache, const strew_tensor* updates, const strew_tensor* write_indices,
                    const strew_tensor* output, bool has_memory) {
  arguments given = scatter_of(cache, write_indices, updates, output, has_memory);
  given.has_indices = write_indices != nullptr;
  return given;
}

}  // namespace
}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                  const strew_tensor* write_indices, const strew_tensor* output, std::int64_t axis,
                                  std::int32_t mode, const strew_options* options, const strew_execution* execution,
                                  strew_error* error) {
  return api::call({api::call_of::tensor_scatter, axis, mode},
                   api::append_of(cache, updates, write_indices, output, true), options, execution, error,
                   api::lower_tensor_scatter(write_indices != nullptr, axis, mode));
}

strew_status strew_plan_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                       const strew_tensor* write_indices, const strew_tensor* output, std::int64_t axis,
                                       std::int32_t mode, const strew_options* options, strew_plan** plan,
                                       strew_error* error) {
  return api::make(api::append_of(cache, updates, write_indices, output, false), options, plan, error,
                   api::lower_tensor_scatter(write_indices != nullptr, axis, mode));
}
