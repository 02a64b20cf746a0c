#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

void add_gather_nd_cases(case_list& cases) {
  constexpr std::int64_t batches_since = 12;
  const std::vector<onnx_attribute> batch_1{{"batch_dims", 1}}, batch_2{{"batch_dims", 2}};
  const std::vector<form> forms{
      {.data = {3, 4}, .indices = {2, 1}, .places = {2, 0}},
      {.feature = "elements", .data = {3, 4}, .indices = {3, 2}, .places = {0, 3, 2, 1, 1, 0}},
      {.feature = "scalar_output", .data = {3, 4}, .indices = {2}, .places = {1, 2}},
      {.feature = "one_row", .data = {3, 4}, .indices = {1}, .places = {2}},
      {.feature = "slices", .data = {2, 3, 2}, .indices = {2, 2}, .places = {1, 2, 0, 1}},
      {.feature = "indices_of_rank_3", .data = {2, 3, 2}, .indices = {2, 1, 2}, .places = {0, 0, 1, 1}},
      {.feature = "repeated_indices", .data = {3, 2}, .indices = {4, 1}, .places = {1, 1, 2, 1}},
      {.feature = "empty_indices", .data = {3, 4}, .indices = {0, 2}, .places = {}},
      {.feature = "empty_slices", .data = {3, 0}, .indices = {2, 1}, .places = {2, 0}},
      {.feature = "negative_indices", .data = {3, 4}, .indices = {3, 2}, .places = {-1, -4, 0, -1, -3, 2}},
      {.feature = "batch_dims_0",
       .since = batches_since,
       .data = {2, 3},
       .indices = {1, 2},
       .places = {1, 2},
       .attributes = {{"batch_dims", 0}}},
      {.feature = "batch_dims_1",
       .since = batches_since,
       .data = {2, 3, 2},
       .indices = {2, 1},
       .places = {2, 0},
       .attributes = batch_1},
      {.feature = "batch_dims_1_several",
       .since = batches_since,
       .data = {2, 3, 2},
       .indices = {2, 2, 2},
       .places = {0, 1, 2, 0, 1, 1, -1, -2},
       .attributes = batch_1},
      {.feature = "batch_dims_2",
       .since = batches_since,
       .data = {2, 2, 3},
       .indices = {2, 2, 1},
       .places = {0, 2, 1, 0},
       .attributes = batch_2},
      {.feature = "batch_dims_1_empty",
       .since = batches_since,
       .data = {2, 3, 2},
       .indices = {2, 0, 1},
       .places = {},
       .attributes = batch_1}};
  add_forms({"GatherND", "gather_nd"}, forms, cases);
}

}  // namespace strew::cli::conformance
