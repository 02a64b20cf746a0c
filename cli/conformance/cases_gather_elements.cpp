#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

void add_gather_elements_cases(case_list& cases) {
  const std::vector<onnx_attribute> axis_1{{"axis", 1}}, axis_2{{"axis", 2}}, last_axis{{"axis", -1}};
  const std::vector<form> forms{
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
      {.feature = "more_indices_than_data", .data = {2, 2}, .indices = {4, 2}, .places = {0, 1, 1, 0, 1, 1, 0, 0}},
      {.feature = "repeated_indices", .data = {3, 2}, .indices = {3, 2}, .places = {1, 1, 1, 2, 1, 1}},
      {.feature = "empty_indices", .data = {3, 4}, .indices = {0, 4}, .places = {}},
      {.feature = "empty_data_and_indices", .data = {3, 0}, .indices = {2, 0}, .places = {}},
      {.feature = "negative_indices", .data = {3, 2}, .indices = {2, 2}, .places = {-1, -3, 0, -2}},
      {.feature = "i32_indices", .data = {3, 4}, .indices = {1, 4}, .places = {2, 1, 0, 2}, .index_type = dtype::i32},
      {.feature = "i32_negative_indices",
       .data = {3, 4},
       .indices = {3, 2},
       .places = {-4, 3, -1, 0, 1, -2},
       .attributes = axis_1,
       .index_type = dtype::i32}};
  add_forms({"GatherElements", "gather_elements"}, forms, cases);
}

}  // namespace strew::cli::conformance
