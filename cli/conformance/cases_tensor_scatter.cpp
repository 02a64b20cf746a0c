#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

void add_tensor_scatter_cases(case_list& cases) {
  const onnx_attribute circular{"mode", 0, "circular"}, linear{"mode", 0, "linear"};
  const std::vector<form> forms{
      {.data = {2, 4, 3}, .indices = {2}, .places = {1, 2}, .updates = {2, 2, 3}},
      {.feature = "linear",
       .data = {2, 4, 3},
       .indices = {2},
       .places = {0, 3},
       .updates = {2, 1, 3},
       .attributes = {linear}},
      {.feature = "without_write_indices", .data = {2, 4, 3}, .indices = {0}, .places = {}, .updates = {2, 2, 3}},
      {.feature = "circular",
       .data = {2, 4, 3},
       .indices = {2},
       .places = {3, 2},
       .updates = {2, 3, 3},
       .attributes = {circular}},
      {.feature = "circular_without_write_indices",
       .data = {2, 4, 3},
       .indices = {0},
       .places = {},
       .updates = {2, 3, 3},
       .attributes = {circular}},
      {.feature = "whole", .data = {2, 3, 2}, .indices = {2}, .places = {0, 0}, .updates = {2, 3, 2}},
      {.feature = "circular_whole",
       .data = {2, 3, 2},
       .indices = {2},
       .places = {1, 2},
       .updates = {2, 3, 2},
       .attributes = {circular}},
      {.feature = "axis_1",
       .data = {2, 4, 2, 3},
       .indices = {2},
       .places = {2, 0},
       .updates = {2, 2, 2, 3},
       .attributes = {{"axis", 1}}},
      {.feature = "last_axis",
       .data = {2, 3, 4},
       .indices = {2},
       .places = {3, 1},
       .updates = {2, 3, 1},
       .attributes = {{"axis", -1}}},
      {.feature = "rank_4", .data = {2, 2, 4, 3}, .indices = {2}, .places = {2, 1}, .updates = {2, 2, 2, 3}},
      {.feature = "rank_2_circular",
       .data = {2, 5},
       .indices = {2},
       .places = {4, 3},
       .updates = {2, 2},
       .attributes = {{"axis", 1}, circular}},
      {.feature = "empty_update", .data = {2, 4, 3}, .indices = {2}, .places = {1, 2}, .updates = {2, 0, 3}},
      {.feature = "empty_batch", .data = {0, 4, 3}, .indices = {0}, .places = {}, .updates = {0, 2, 3}}};
  add_forms({"TensorScatter", "tensor_scatter"}, forms, cases);
}

}  // namespace strew::cli::conformance
