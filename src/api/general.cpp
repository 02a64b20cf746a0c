// StableHLO's gather and scatter of the C ABI.
#include <cstdint>
#include <utility>

#include "api/call.hpp"

namespace strew::api {
namespace {

// Null options are StableHLO's own, not those of the other operators.
strew_options gather_defaults() {
  strew_options made = STREW_OPTIONS_INIT;
  made.out_of_bounds = STREW_OOB_CLAMP;
  made.negative_indices = STREW_NEGATIVE_INVALID;
  return made;
}

strew_options scatter_defaults() {
  strew_options made = STREW_OPTIONS_INIT;
  made.out_of_bounds = STREW_OOB_SKIP;
  made.negative_indices = STREW_NEGATIVE_INVALID;
  made.accumulate = STREW_NATIVE;
  return made;
}

// Dimension numbers are read when the structs are: before types.
template <class Given, class Dims>
auto reader(const Given* given, Dims& to) {
  return [given, &to]() -> check {
    auto read = to_dimensions(given);
    if (!read) return std::move(read).error();
    to = *std::move(read);
    return {};
  };
}

auto lower_gather(const gather_dimensions& dims) {
  return [&dims](const operands& ops, const operator_options& options) {
    return lower::general_gather(ops, dims, options);
  };
}

auto lower_scatter(const scatter_dimensions& dims) {
  return [&dims](const operands& ops, const operator_options& options) {
    return lower::general_scatter(ops, dims, options);
  };
}

}  // namespace
}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                    const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                    const strew_options* options, const strew_execution* execution,
                                    strew_error* error) {
  const strew_options defaults = api::gather_defaults();
  gather_dimensions dims;
  return api::call({}, api::gather_of(operand, start_indices, result, true), options == nullptr ? &defaults : options,
                   execution, error, api::lower_gather(dims), api::reader(dimensions, dims));
}

strew_status strew_plan_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                         const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                         const strew_options* options, strew_plan** plan, strew_error* error) {
  const strew_options defaults = api::gather_defaults();
  gather_dimensions dims;
  return api::make(api::gather_of(operand, start_indices, result, false), options == nullptr ? &defaults : options,
                   plan, error, api::lower_gather(dims), api::reader(dimensions, dims));
}

strew_status strew_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                     const strew_tensor* updates, const strew_tensor* result,
                                     const strew_scatter_dimensions* dimensions, const strew_options* options,
                                     const strew_execution* execution, strew_error* error) {
  const strew_options defaults = api::scatter_defaults();
  scatter_dimensions dims;
  return api::call({}, api::scatter_of(input, scatter_indices, updates, result, true),
                   options == nullptr ? &defaults : options, execution, error, api::lower_scatter(dims),
                   api::reader(dimensions, dims));
}

strew_status strew_plan_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                          const strew_tensor* updates, const strew_tensor* result,
                                          const strew_scatter_dimensions* dimensions, const strew_options* options,
                                          strew_plan** plan, strew_error* error) {
  const strew_options defaults = api::scatter_defaults();
  scatter_dimensions dims;
  return api::make(api::scatter_of(input, scatter_indices, updates, result, false),
                   options == nullptr ? &defaults : options, plan, error, api::lower_scatter(dims),
                   api::reader(dimensions, dims));
}

strew_status strew_shape_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                          const strew_gather_dimensions* dimensions, std::uint64_t capacity,
                                          std::int64_t* extents, std::uint64_t* rank, strew_error* error) {
  gather_dimensions dims;
  return api::shape(
      operand, start_indices, capacity, extents, rank, error,
      [&dims](const operands& ops) { return lower::general_gather_extents(ops.data, ops.indices, dims); },
      api::reader(dimensions, dims));
}

strew_status strew_stablehlo_options(std::int32_t is_scatter, strew_options* options, strew_error* error) {
  return api::guarded(error, [&]() -> check {
    if (options == nullptr) return fail(rule::PT1, operand::none, "the place for the options is null");
    if (auto bad = api::check_struct(options)) return bad;
    *options = is_scatter != 0 ? api::scatter_defaults() : api::gather_defaults();
    return {};
  });
}
