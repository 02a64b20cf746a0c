// Every operator over deep operands, as one call and as a plan.
#pragma once

#include <array>
#include <memory>
#include <ostream>
#include <vector>

#include "deep_operands.hpp"

namespace strew::testing {

struct deep_call {
  const char* name;
  bool is_gather;
  std::unique_ptr<deep_operands> (*make)();
  strew_status (*run)(deep_operands& with);
  strew_status (*plan)(deep_operands& with, strew_plan** made);
};

inline std::ostream& operator<<(std::ostream& to, const deep_call& call) {
  return to << call.name;
}

namespace deep {

inline const extents rest{2, 2, 2, 2, 2, 2, 2, 2, 3};
inline const extents table = joined({4}, rest);
inline const extents positions{1, 1, 1, 1, 1, 1, 1, 1, 2};
inline const extents window_sizes = joined({2}, rest);
inline const extents window_dims{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
inline const extents first_dim{0};

inline strew_dims dims(const extents& values) {
  return {values.data(), values.size()};
}

inline strew_gather_dimensions gather_dimensions() {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = dims(window_dims);
  made.start_index_map = dims(first_dim);
  made.slice_sizes = dims(window_sizes);
  made.index_vector_dim = 1;
  return made;
}

inline strew_scatter_dimensions scatter_dimensions() {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = dims(window_dims);
  made.scatter_dims_to_operand_dims = dims(first_dim);
  made.index_vector_dim = 1;
  return made;
}

inline extents cache_updates() {
  extents made = table;
  made[1] = 1;
  return made;
}

template <bool is_gather>
std::unique_ptr<deep_operands> along_axis() {
  return std::make_unique<deep_operands>(table, positions, joined(positions, rest), is_gather);
}
template <bool is_gather>
std::unique_ptr<deep_operands> elements() {
  return std::make_unique<deep_operands>(table, window_sizes, window_sizes, is_gather);
}
template <bool is_gather>
std::unique_ptr<deep_operands> nd() {
  return std::make_unique<deep_operands>(table, joined(positions, {1}), joined(positions, rest), is_gather);
}
template <bool is_gather>
std::unique_ptr<deep_operands> windows() {
  return std::make_unique<deep_operands>(table, extents{2, 1}, joined({2}, window_sizes), is_gather);
}
inline std::unique_ptr<deep_operands> append() {
  return std::make_unique<deep_operands>(table, extents{4}, cache_updates(), false);
}

}  // namespace deep

using w = deep_operands&;

inline const std::array<deep_call, 9> deep_calls{{
    {"gather", true, deep::along_axis<true>,
     [](w x) { return strew_gather(&x.d, &x.i, &x.o, 0, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) { return strew_plan_gather(&x.d, &x.i, &x.o, 0, 0, &x.options, made, &x.error); }},
    {"scatter", false, deep::along_axis<false>,
     [](w x) { return strew_scatter(&x.d, &x.i, &x.u, &x.o, 0, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) {
       return strew_plan_scatter(&x.d, &x.i, &x.u, &x.o, 0, 0, &x.options, made, &x.error);
     }},
    {"gather_elements", true, deep::elements<true>,
     [](w x) { return strew_gather_elements(&x.d, &x.i, &x.o, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) {
       return strew_plan_gather_elements(&x.d, &x.i, &x.o, 0, &x.options, made, &x.error);
     }},
    {"scatter_elements", false, deep::elements<false>,
     [](w x) { return strew_scatter_elements(&x.d, &x.i, &x.u, &x.o, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) {
       return strew_plan_scatter_elements(&x.d, &x.i, &x.u, &x.o, 0, &x.options, made, &x.error);
     }},
    {"gather_nd", true, deep::nd<true>,
     [](w x) { return strew_gather_nd(&x.d, &x.i, &x.o, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) { return strew_plan_gather_nd(&x.d, &x.i, &x.o, 0, &x.options, made, &x.error); }},
    {"scatter_nd", false, deep::nd<false>,
     [](w x) { return strew_scatter_nd(&x.d, &x.i, &x.u, &x.o, 0, &x.options, &x.execution, &x.error); },
     [](w x, strew_plan** made) {
       return strew_plan_scatter_nd(&x.d, &x.i, &x.u, &x.o, 0, &x.options, made, &x.error);
     }},
    {"tensor_scatter", false, deep::append,
     [](w x) {
       return strew_tensor_scatter(&x.d, &x.u, &x.i, &x.o, 1, STREW_MODE_LINEAR, &x.options, &x.execution, &x.error);
     },
     [](w x, strew_plan** made) {
       return strew_plan_tensor_scatter(&x.d, &x.u, &x.i, &x.o, 1, STREW_MODE_LINEAR, &x.options, made, &x.error);
     }},
    {"stablehlo_gather", true, deep::windows<true>,
     [](w x) {
       const strew_gather_dimensions dims = deep::gather_dimensions();
       return strew_stablehlo_gather(&x.d, &x.i, &x.o, &dims, &x.options, &x.execution, &x.error);
     },
     [](w x, strew_plan** made) {
       const strew_gather_dimensions dims = deep::gather_dimensions();
       return strew_plan_stablehlo_gather(&x.d, &x.i, &x.o, &dims, &x.options, made, &x.error);
     }},
    {"stablehlo_scatter", false, deep::windows<false>,
     [](w x) {
       const strew_scatter_dimensions dims = deep::scatter_dimensions();
       return strew_stablehlo_scatter(&x.d, &x.i, &x.u, &x.o, &dims, &x.options, &x.execution, &x.error);
     },
     [](w x, strew_plan** made) {
       const strew_scatter_dimensions dims = deep::scatter_dimensions();
       return strew_plan_stablehlo_scatter(&x.d, &x.i, &x.u, &x.o, &dims, &x.options, made, &x.error);
     }},
}};

}  // namespace strew::testing
