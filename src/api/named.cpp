// The functions of the individual operators: each builds the descriptor from its parameters.
#include <cstdint>

#include "api/call.hpp"
#include "strew/descriptor.hpp"

namespace strew::engine::api {
namespace {

using strew::detail::numbered;

strew_operator listed(const strew_gather_dimensions* dimensions) {
  strew_operator made = numbered(STREW_OPERATOR_STABLEHLO_GATHER, 0, 0);
  made.gather_dimensions = dimensions;
  return made;
}

strew_operator listed(const strew_scatter_dimensions* dimensions) {
  strew_operator made = numbered(STREW_OPERATOR_STABLEHLO_SCATTER, 0, 0);
  made.scatter_dimensions = dimensions;
  return made;
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                          std::int64_t axis, std::int64_t batch_dims, const strew_options* options,
                          const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER, axis, batch_dims);
  return strew_run(&op, data, indices, nullptr, output, options, execution, error);
}

strew_status strew_plan_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                               std::int64_t axis, std::int64_t batch_dims, const strew_options* options,
                               strew_plan** plan, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER, axis, batch_dims);
  return api::make(&op, {data, indices, nullptr, output}, options, plan, error);
}

strew_status strew_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                           const strew_tensor* output, std::int64_t axis, std::int64_t batch_dims,
                           const strew_options* options, const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER, axis, batch_dims);
  return strew_run(&op, data, indices, updates, output, options, execution, error);
}

strew_status strew_plan_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                const strew_tensor* output, std::int64_t axis, std::int64_t batch_dims,
                                const strew_options* options, strew_plan** plan, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER, axis, batch_dims);
  return api::make(&op, {data, indices, updates, output}, options, plan, error);
}

strew_status strew_gather_elements(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                   std::int64_t axis, const strew_options* options, const strew_execution* execution,
                                   strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER_ELEMENTS, axis, 0);
  return strew_run(&op, data, indices, nullptr, output, options, execution, error);
}

strew_status strew_plan_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                        const strew_tensor* output, std::int64_t axis, const strew_options* options,
                                        strew_plan** plan, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER_ELEMENTS, axis, 0);
  return api::make(&op, {data, indices, nullptr, output}, options, plan, error);
}

strew_status strew_scatter_elements(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                    const strew_tensor* output, std::int64_t axis, const strew_options* options,
                                    const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER_ELEMENTS, axis, 0);
  return strew_run(&op, data, indices, updates, output, options, execution, error);
}

strew_status strew_plan_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                         const strew_tensor* updates, const strew_tensor* output, std::int64_t axis,
                                         const strew_options* options, strew_plan** plan, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER_ELEMENTS, axis, 0);
  return api::make(&op, {data, indices, updates, output}, options, plan, error);
}

strew_status strew_gather_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                             std::int64_t batch_dims, const strew_options* options, const strew_execution* execution,
                             strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER_ND, 0, batch_dims);
  return strew_run(&op, data, indices, nullptr, output, options, execution, error);
}

strew_status strew_plan_gather_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                  std::int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                  strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_GATHER_ND, 0, batch_dims);
  return api::make(&op, {data, indices, nullptr, output}, options, plan, error);
}

strew_status strew_scatter_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                              const strew_tensor* output, std::int64_t batch_dims, const strew_options* options,
                              const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER_ND, 0, batch_dims);
  return strew_run(&op, data, indices, updates, output, options, execution, error);
}

strew_status strew_plan_scatter_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                   const strew_tensor* output, std::int64_t batch_dims, const strew_options* options,
                                   strew_plan** plan, strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_SCATTER_ND, 0, batch_dims);
  return api::make(&op, {data, indices, updates, output}, options, plan, error);
}

strew_status strew_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                  const strew_tensor* write_indices, const strew_tensor* output, std::int64_t axis,
                                  std::int32_t mode, const strew_options* options, const strew_execution* execution,
                                  strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_TENSOR_SCATTER, axis, 0, mode);
  return strew_run(&op, cache, write_indices, updates, output, options, execution, error);
}

strew_status strew_plan_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                       const strew_tensor* write_indices, const strew_tensor* output, std::int64_t axis,
                                       std::int32_t mode, const strew_options* options, strew_plan** plan,
                                       strew_error* error) {
  const strew_operator op = api::numbered(STREW_OPERATOR_TENSOR_SCATTER, axis, 0, mode);
  return api::make(&op, {cache, write_indices, updates, output}, options, plan, error);
}

strew_status strew_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                    const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                    const strew_options* options, const strew_execution* execution,
                                    strew_error* error) {
  const strew_operator op = api::listed(dimensions);
  return strew_run(&op, operand, start_indices, nullptr, result, options, execution, error);
}

strew_status strew_plan_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                         const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                         const strew_options* options, strew_plan** plan, strew_error* error) {
  const strew_operator op = api::listed(dimensions);
  return api::make(&op, {operand, start_indices, nullptr, result}, options, plan, error);
}

strew_status strew_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                     const strew_tensor* updates, const strew_tensor* result,
                                     const strew_scatter_dimensions* dimensions, const strew_options* options,
                                     const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::listed(dimensions);
  return strew_run(&op, input, scatter_indices, updates, result, options, execution, error);
}

strew_status strew_plan_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                          const strew_tensor* updates, const strew_tensor* result,
                                          const strew_scatter_dimensions* dimensions, const strew_options* options,
                                          strew_plan** plan, strew_error* error) {
  const strew_operator op = api::listed(dimensions);
  return api::make(&op, {input, scatter_indices, updates, result}, options, plan, error);
}
