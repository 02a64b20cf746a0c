#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

void add_gather_cases(case_list& cases) {
  const std::vector<onnx_attribute> axis_1{{"axis", 1}}, last_axis{{"axis", -1}}, first_axis{{"axis", -2}};
  const std::vector<form> forms{
      {.data = {3, 4}, .indices = {2}, .places = {2, 0}},
      {.feature = "axis_1", .data = {3, 4}, .indices = {2}, .places = {3, 1}, .attributes = axis_1},
      {.feature = "middle_axis", .data = {2, 3, 2}, .indices = {2}, .places = {2, 1}, .attributes = axis_1},
      {.feature = "negative_axis", .data = {3, 4}, .indices = {2}, .places = {3, 0}, .attributes = last_axis},
      {.feature = "first_axis_from_end", .data = {3, 4}, .indices = {1}, .places = {2}, .attributes = first_axis},
      {.feature = "scalar_index", .data = {3, 4}, .indices = {}, .places = {1}},
      {.feature = "scalar_output", .data = {4}, .indices = {}, .places = {3}},
      {.feature = "matrix_of_indices", .data = {4, 2}, .indices = {2, 2}, .places = {3, 0, 1, 2}},
      {.feature = "indices_of_rank_3",
       .data = {3, 4},
       .indices = {1, 2, 2},
       .places = {0, 3, 2, 1},
       .attributes = axis_1},
      {.feature = "repeated_indices", .data = {3, 4}, .indices = {5}, .places = {1, 1, 0, 1, 2}},
      {.feature = "empty_indices", .data = {3, 4}, .indices = {0}, .places = {}},
      {.feature = "empty_rows", .data = {3, 0}, .indices = {2}, .places = {2, 0}},
      {.feature = "i32_indices", .data = {3, 4}, .indices = {2}, .places = {2, 0}, .index_type = dtype::i32},
      {.feature = "negative_indices", .since = 11, .data = {3, 4}, .indices = {3}, .places = {-1, -3, 1}},
      {.feature = "i32_negative_indices",
       .since = 11,
       .data = {3, 4},
       .indices = {3},
       .places = {-2, 0, -4},
       .attributes = axis_1,
       .index_type = dtype::i32}};
  add_forms({"Gather", "gather"}, forms, cases);
}

}  // namespace strew::cli::conformance
