#include "conformance/case_builder.hpp"
#include "conformance/case_reductions.hpp"
#include "conformance/element_scatters.hpp"

namespace strew::cli::conformance {

std::vector<form> element_scatter_forms() {
  constexpr std::int64_t negatives_since = 11;
  const std::vector<onnx_attribute> axis_1{{"axis", 1}}, axis_2{{"axis", 2}}, last_axis{{"axis", -1}};
  std::vector<form> forms{
      {.data = {3, 4}, .indices = {2, 4}, .places = {0, 1, 2, 0, 2, 0, 1, 1}},
      {.feature = "axis_1", .data = {3, 4}, .indices = {3, 2}, .places = {3, 0, 1, 2, 0, 1}, .attributes = axis_1},
      {.feature = "axis_2", .data = {2, 2, 3}, .indices = {2, 2, 1}, .places = {2, 0, 1, 2}, .attributes = axis_2},
      {.feature = "negative_axis", .data = {3, 4}, .indices = {3, 1}, .places = {3, 0, 2}, .attributes = last_axis},
      {.feature = "rank_1", .data = {5}, .indices = {3}, .places = {4, 0, 2}},
      {.feature = "rank_3",
       .data = {2, 3, 2},
       .indices = {2, 2, 2},
       .places = {0, 2, 1, 1, 2, 0, 0, 1},
       .attributes = axis_1},
      {.feature = "whole", .data = {2, 3}, .indices = {2, 3}, .places = {1, 0, 1, 0, 1, 0}},
      {.feature = "empty_indices", .data = {3, 4}, .indices = {0, 4}, .places = {}},
      {.feature = "empty_data_and_indices", .data = {3, 0}, .indices = {2, 0}, .places = {}},
      {.feature = "i32_indices", .data = {3, 4}, .indices = {1, 4}, .places = {2, 1, 0, 2}, .index_type = dtype::i32},
      {.feature = "negative_indices",
       .since = negatives_since,
       .data = {3, 2},
       .indices = {2, 2},
       .places = {-1, -3, 0, -2}},
      {.feature = "i32_negative_indices",
       .since = negatives_since,
       .data = {3, 4},
       .indices = {3, 2},
       .places = {-4, 3, -1, 0, 1, -2},
       .attributes = axis_1,
       .index_type = dtype::i32}};
  for (form& one : forms) one.updates = one.indices;
  return forms;
}

void add_scatter_elements_cases(case_list& cases) {
  const case_family family{"ScatterElements", "scatter_elements"};
  const std::vector<form> forms = element_scatter_forms();
  add_forms(family, forms, cases);
  const form repeated{.data = {3, 2}, .indices = {4, 2}, .places = {1, 0, 1, 2, -2, 2, 0, -1}, .updates = {4, 2}};
  add_reductions(family, {forms.front(), repeated, [](std::int64_t count) { return extents_of{count}; }}, cases);
}

}  // namespace strew::cli::conformance
