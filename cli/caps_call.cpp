#include "caps_call.hpp"

#include <fmt/format.h>

#include <memory>

#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {
namespace {

constexpr std::int64_t table_extents[] = {4, 2}, cache[] = {3, 4, 2};
constexpr std::int64_t three[] = {3}, tuples[] = {3, 1}, elements[] = {3, 2};
constexpr std::int64_t row_extents[] = {3, 2}, windows[] = {3, 2, 2}, appended[] = {3, 1, 2};

constexpr std::int64_t window_dims[] = {1, 2}, first_dim[] = {0}, window_sizes[] = {2, 2};

strew_status plan_general_gather(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& direct,
                                 const strew_options& options, strew_plan** plan, strew_error* error) {
  strew_gather_dimensions dimensions = STREW_GATHER_DIMENSIONS_INIT;
  dimensions.offset_dims = {window_dims, 2};
  dimensions.start_index_map = {first_dim, 1};
  dimensions.slice_sizes = {window_sizes, 2};
  dimensions.index_vector_dim = 1;
  return strew_plan_stablehlo_gather(&data, &indices, &direct, &dimensions, &options, plan, error);
}

strew_status plan_general_scatter(const strew_tensor& data, const strew_tensor& indices, const strew_tensor& direct,
                                  const strew_options& options, strew_plan** plan, strew_error* error) {
  strew_scatter_dimensions dimensions = STREW_SCATTER_DIMENSIONS_INIT;
  dimensions.update_window_dims = {window_dims, 2};
  dimensions.scatter_dims_to_operand_dims = {first_dim, 1};
  dimensions.index_vector_dim = 1;
  return strew_plan_stablehlo_scatter(&data, &indices, &direct, &data, &dimensions, &options, plan, error);
}

const subject all_subjects[] = {
    {"gather", operator_kind::gather, &gather_spec, {table_extents, three, row_extents}, nullptr},
    {"gather_elements", operator_kind::gather, &gather_elements_spec, {table_extents, elements, elements}, nullptr},
    {"gather_nd", operator_kind::gather, &gather_nd_spec, {table_extents, tuples, row_extents}, nullptr},
    {"stablehlo_gather", operator_kind::gather, nullptr, {table_extents, tuples, windows}, plan_general_gather},
    {"scatter", operator_kind::scatter, &scatter_spec, {table_extents, three, row_extents}, nullptr},
    {"scatter_elements", operator_kind::scatter, &scatter_elements_spec, {table_extents, elements, elements}, nullptr},
    {"scatter_nd", operator_kind::scatter, &scatter_nd_spec, {table_extents, tuples, row_extents}, nullptr},
    {"stablehlo_scatter", operator_kind::scatter, nullptr, {table_extents, tuples, windows}, plan_general_scatter},
    {"tensor_scatter", operator_kind::append, &tensor_scatter_spec, {cache, three, appended}, nullptr},
};

strew_tensor tensor(strew_dtype dtype, std::uint64_t element_bytes, std::span<const std::int64_t> extents) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = dtype;
  made.element_bytes = element_bytes;
  made.rank = extents.size();
  made.extents = extents.data();
  return made;
}

strew_status make_plan(const subject& asked, const question& how, strew_plan** plan, strew_error* error) {
  const strew_tensor data = tensor(how.dtype, how.element_bytes, asked.extents.data);
  const strew_tensor indices = tensor(how.index_dtype, how.index_dtype == STREW_OPAQUE ? 1 : 0, asked.extents.indices);
  const strew_tensor direct = tensor(how.dtype, how.element_bytes, asked.extents.direct);
  if (asked.spec == nullptr) return asked.plan(data, indices, direct, how.options, plan, error);
  operator_call call;
  call.data = data;
  call.indices = indices;
  call.updates = direct;
  call.output = has_updates(asked.kind) ? data : direct;
  call.axis = asked.kind == operator_kind::append ? 1 : 0;
  call.options = how.options;
  return asked.spec->plan(call, plan, error);
}

}  // namespace

std::span<const subject> subjects() {
  return all_subjects;
}

reply ask(const subject& asked, const question& how) {
  strew_error error = STREW_ERROR_INIT;
  strew_plan* made = nullptr;
  const strew_status status = make_plan(asked, how, &made, &error);
  const std::unique_ptr<strew_plan, plan_deleter> plan(made);
  if (status != STREW_OK) return {error.rule, ""};
  return {"", fmt::format("{}\n{}\n{}", plan_text(made, strew_plan_problem), plan_text(made, strew_plan_describe),
                          strew_plan_workspace(made))};
}

}  // namespace strew::cli
