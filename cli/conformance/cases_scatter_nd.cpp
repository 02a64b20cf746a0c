#include "conformance/case_builder.hpp"
#include "conformance/case_reductions.hpp"

namespace strew::cli::conformance {

void add_scatter_nd_cases(case_list& cases) {
  const case_family family{"ScatterND", "scatter_nd"};
  const std::vector<form> forms{
      {.data = {4, 3}, .indices = {2, 1}, .places = {3, 0}, .updates = {2, 3}},
      {.feature = "elements", .data = {4, 3}, .indices = {3, 2}, .places = {0, 2, 3, 1, 1, 0}, .updates = {3}},
      {.feature = "slices", .data = {2, 3, 2}, .indices = {2, 2}, .places = {1, 2, 0, 1}, .updates = {2, 2}},
      {.feature = "one_element", .data = {4, 3}, .indices = {2}, .places = {1, 2}, .updates = {}},
      {.feature = "one_row", .data = {4, 3}, .indices = {1}, .places = {2}, .updates = {3}},
      {.feature = "indices_of_rank_3",
       .data = {4, 3},
       .indices = {2, 2, 1},
       .places = {3, 0, 1, 2},
       .updates = {2, 2, 3}},
      {.feature = "rank_1", .data = {6}, .indices = {3, 1}, .places = {5, 0, 3}, .updates = {3}},
      {.feature = "empty_indices", .data = {4, 3}, .indices = {0, 1}, .places = {}, .updates = {0, 3}},
      {.feature = "empty_slices", .data = {3, 0}, .indices = {2, 1}, .places = {2, 0}, .updates = {2, 0}},
      {.feature = "negative_indices",
       .data = {4, 3},
       .indices = {3, 2},
       .places = {-1, -3, 0, -1, -3, 1},
       .updates = {3}}};
  add_forms(family, forms, cases);
  const form repeated{.data = {3, 2}, .indices = {4, 1}, .places = {1, 2, -2, 1}, .updates = {4, 2}};
  add_reductions(family, {forms.front(), repeated, [](std::int64_t count) { return extents_of{count, 1}; }}, cases);
}

}  // namespace strew::cli::conformance
