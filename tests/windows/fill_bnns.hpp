// The same with the C++ overlay, whose names are strew::bnns beside a platform's header. Only compiled, never run.
#pragma once

#include <cstdint>
#include <vector>

#include "fill_bnns.h"
#include "strew/bnns.hpp"

inline int scatter_ranges(std::vector<float>& values, std::vector<std::int32_t>& places) {
  namespace frontend = strew::bnns;
  const auto rows = frontend::shape::matrix_row_major(2, 3).descriptor(values);
  const auto tuples = frontend::shape::tensor3d_first_major(1, 3, 1).descriptor(places);
  try {
    frontend::gather(rows, tuples, rows, 0);
    frontend::gather_nd(rows, tuples, rows);
    frontend::scatter(rows, tuples, rows, 0, frontend::reduction::sum);
    frontend::scatter_nd(rows, tuples, rows, BNNSReduceFunctionSum);
  } catch (const strew::index_error&) {
    return -1;
  }
  return scatter_all(values.data(), places.data());
}
