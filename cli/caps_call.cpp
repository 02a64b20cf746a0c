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

strew_gather_dimensions gathered_windows() {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = {window_dims, 2};
  made.start_index_map = {first_dim, 1};
  made.slice_sizes = {window_sizes, 2};
  made.index_vector_dim = 1;
  return made;
}

strew_scatter_dimensions scattered_windows() {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = {window_dims, 2};
  made.scatter_dims_to_operand_dims = {first_dim, 1};
  made.index_vector_dim = 1;
  return made;
}

const subject all_subjects[] = {
    {operator_kind::gather, STREW_OPERATOR_GATHER, &gather_spec, {table_extents, three, row_extents}},
    {operator_kind::gather, STREW_OPERATOR_GATHER_ELEMENTS, &gather_elements_spec, {table_extents, elements, elements}},
    {operator_kind::gather, STREW_OPERATOR_GATHER_ND, &gather_nd_spec, {table_extents, tuples, row_extents}},
    {operator_kind::gather, STREW_OPERATOR_STABLEHLO_GATHER, nullptr, {table_extents, tuples, windows}},
    {operator_kind::scatter, STREW_OPERATOR_SCATTER, &scatter_spec, {table_extents, three, row_extents}},
    {operator_kind::scatter,
     STREW_OPERATOR_SCATTER_ELEMENTS,
     &scatter_elements_spec,
     {table_extents, elements, elements}},
    {operator_kind::scatter, STREW_OPERATOR_SCATTER_ND, &scatter_nd_spec, {table_extents, tuples, row_extents}},
    {operator_kind::scatter, STREW_OPERATOR_STABLEHLO_SCATTER, nullptr, {table_extents, tuples, windows}},
    {operator_kind::append, STREW_OPERATOR_TENSOR_SCATTER, &tensor_scatter_spec, {cache, three, appended}},
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
  const strew_gather_dimensions gathers = gathered_windows();
  const strew_scatter_dimensions scatters = scattered_windows();
  strew_operator what = STREW_OPERATOR_INIT;
  what.kind = asked.operation;
  what.axis = asked.kind == operator_kind::append ? 1 : 0;
  if (what.kind == STREW_OPERATOR_STABLEHLO_GATHER) what.gather_dimensions = &gathers;
  if (what.kind == STREW_OPERATOR_STABLEHLO_SCATTER) what.scatter_dimensions = &scatters;
  const bool writes = has_updates(asked.kind);
  return strew_plan_make(&what, &data, &indices, writes ? &direct : nullptr, writes ? &data : &direct, &how.options,
                         plan, error);
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
