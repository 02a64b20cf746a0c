// Cases through StableHLO's C++ header, with its own names, and with their hints, which must hold.
#include <algorithm>
#include <numeric>
#include <span>

#include "conformance/case.hpp"
#include "strew/strew.hpp"

namespace strew::conformance {

namespace {

template <class View>
View view_of(const strew_tensor& t) {
  return View(t.data, static_cast<strew::dtype>(t.dtype), std::span(t.extents, static_cast<size_t>(t.rank)),
              t.element_bytes);
}

stablehlo::gather_dimensions gather_numbers(const test_case& c) {
  const oracle::dimensions& n = c.attrs.numbers;
  return {.offset_dims = n.window,
          .collapsed_slice_dims = n.collapsed,
          .operand_batching_dims = n.batching,
          .start_indices_batching_dims = n.index_batching,
          .start_index_map = n.index_map,
          .index_vector_dim = n.index_vector_dim,
          .slice_sizes = n.slice_sizes,
          .indices_are_sorted = c.attrs.indices_are_sorted};
}

stablehlo::scatter_dimensions scatter_numbers(const test_case& c) {
  const oracle::dimensions& n = c.attrs.numbers;
  return {.update_window_dims = n.window,
          .inserted_window_dims = n.collapsed,
          .input_batching_dims = n.batching,
          .scatter_indices_batching_dims = n.index_batching,
          .scatter_dims_to_operand_dims = n.index_map,
          .index_vector_dim = n.index_vector_dim,
          .indices_are_sorted = c.attrs.indices_are_sorted,
          .unique_indices = c.attrs.unique_indices};
}

shape numbers_from(int64_t first, int64_t last) {
  shape made(static_cast<size_t>(std::max<int64_t>(last - first, 0)));
  std::iota(made.begin(), made.end(), first);
  return made;
}

// Windows of a gather along an axis: whole, but of one element at the axis and at the batch dimensions.
std::optional<stablehlo::gather_dimensions> along_axis(const test_case& c) {
  const auto rank = static_cast<int64_t>(c.data.extents.size()),
             depth = static_cast<int64_t>(c.indices->extents.size());
  const int64_t axis = c.attrs.axis < 0 ? c.attrs.axis + rank : c.attrs.axis, batch = c.attrs.batch_dims;
  if (axis < 0 || axis >= rank || batch < 0 || batch > std::min(axis, depth)) return std::nullopt;
  const int64_t after = axis + depth - batch;  // the first dimension of the result behind those of indices
  stablehlo::gather_dimensions made{.offset_dims = numbers_from(batch, axis),
                                    .collapsed_slice_dims = {axis},
                                    .operand_batching_dims = numbers_from(0, batch),
                                    .start_indices_batching_dims = numbers_from(0, batch),
                                    .start_index_map = {axis},
                                    .index_vector_dim = depth,
                                    .slice_sizes = c.data.extents};
  for (const int64_t d : numbers_from(after, after + rank - axis - 1)) made.offset_dims.push_back(d);
  for (const int64_t d : numbers_from(0, batch)) made.slice_sizes[static_cast<size_t>(d)] = 1;
  made.slice_sizes[static_cast<size_t>(axis)] = 1;
  return made;
}

result<void> run_gather(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                        const stablehlo::gather_dimensions& dimensions) {
  const strew_options& from = c.attrs.options;
  stablehlo::gather_options with{.out_of_bounds = static_cast<out_of_bounds>(from.out_of_bounds),
                                 .negative_indices = static_cast<negative_indices>(from.negative_indices),
                                 .partial_window = static_cast<partial_window>(from.partial_window),
                                 .check_hints = true};
  if (!c.fill.empty()) with.fill_value = fill::bytes(std::as_bytes(std::span(c.fill)));
  return stablehlo::try_gather(view_of<const_view>(data), view_of<const_view>(c.indices->view()), view_of<view>(output),
                               dimensions, with);
}

result<void> run_scatter(const test_case& c, const strew_tensor& data, const strew_tensor& output) {
  const strew_options& from = c.attrs.options;
  const stablehlo::scatter_options with{.reduction = static_cast<reduction>(from.reduction),
                                        .include_self = from.exclude_self == 0,
                                        .accumulate = static_cast<accumulate>(from.accumulate),
                                        .ordered = from.unordered == 0,
                                        .out_of_bounds = static_cast<out_of_bounds>(from.out_of_bounds),
                                        .negative_indices = static_cast<negative_indices>(from.negative_indices),
                                        .partial_window = static_cast<partial_window>(from.partial_window),
                                        .duplicates = static_cast<duplicates>(from.duplicates),
                                        .check_hints = true};
  const const_view indices = view_of<const_view>(c.indices->view()), updates = view_of<const_view>(c.updates->view());
  if (data.data == output.data)
    return stablehlo::try_scatter(view_of<view>(output), indices, updates, scatter_numbers(c), with);
  return stablehlo::try_scatter(view_of<const_view>(data), indices, updates, view_of<view>(output), scatter_numbers(c),
                                with);
}

support::frontend_answer answer_of(const result<void>& outcome) {
  support::frontend_answer made;
  made.status = static_cast<strew_status>(outcome.code());
  if (!outcome) made.error = outcome.error().native();
  if (!outcome && made.error.message[0] == 0) made.defect = "an error without a message";
  return made;
}

}  // namespace

std::optional<support::frontend_answer> call_stablehlo(const test_case& c, bool /*is_own*/, const strew_tensor& data,
                                                       const strew_tensor& output) {
  if (c.op == operator_kind::stablehlo_scatter && c.fill.empty()) return answer_of(run_scatter(c, data, output));
  if (c.op == operator_kind::stablehlo_scatter || c.attrs.options.reduction != STREW_REDUCTION_NONE)
    return std::nullopt;
  if (c.op == operator_kind::stablehlo_gather) return answer_of(run_gather(c, data, output, gather_numbers(c)));
  const std::optional<stablehlo::gather_dimensions> windows = along_axis(c);
  if (!windows) return std::nullopt;
  return answer_of(run_gather(c, data, output, *windows));
}

}  // namespace strew::conformance
