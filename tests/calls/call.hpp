// One scatter_nd of f32 that works: rows [1] and [0] of a table of 4 x 3. Tests spoil one thing of it.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <vector>

namespace strew::testing {

struct scatter_call {
  std::vector<float> table = std::vector<float>(12, 1);
  std::vector<std::int64_t> indices{1, 0};
  std::vector<float> updates{1, 2, 3, 4, 5, 6};
  std::vector<float> result = std::vector<float>(12, -1);
  std::int64_t table_extents[2] = {4, 3};
  std::int64_t indices_extents[2] = {2, 1};
  std::int64_t updates_extents[2] = {2, 3};
  strew_options options = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;

  static strew_tensor view(void* data, strew_dtype type, const std::int64_t* of_two) {
    strew_tensor t = STREW_TENSOR_INIT;
    t.data = data;
    t.dtype = type;
    t.rank = 2;
    t.extents = of_two;
    return t;
  }
  strew_tensor data_view() { return view(table.data(), STREW_DTYPE_F32, table_extents); }
  strew_tensor indices_view() { return view(indices.data(), STREW_DTYPE_I64, indices_extents); }
  strew_tensor updates_view() { return view(updates.data(), STREW_DTYPE_F32, updates_extents); }
  strew_tensor output_view() { return view(result.data(), STREW_DTYPE_F32, table_extents); }

  strew_status run() {
    const strew_tensor d = data_view();
    const strew_tensor i = indices_view();
    const strew_tensor u = updates_view();
    const strew_tensor o = output_view();
    return strew_scatter_nd(&d, &i, &u, &o, 0, &options, &execution, &error);
  }
  strew_status plan(strew_plan** made) {
    const strew_tensor d = data_view();
    const strew_tensor i = indices_view();
    const strew_tensor u = updates_view();
    const strew_tensor o = output_view();
    return strew_plan_scatter_nd(&d, &i, &u, &o, 0, &options, made, &error);
  }
  [[nodiscard]] bool output_is_untouched() const { return result == std::vector<float>(12, -1); }
};

}  // namespace strew::testing
