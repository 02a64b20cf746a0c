// The same with the C++ overlay, whose names are strew::bnns beside a platform's header. Only compiled, never run.
#pragma once

#include <cstdint>
#include <vector>

#include "fill_bnns.h"
#include "strew/bnns.hpp"

inline int scatter_ranges(std::vector<float>& values, std::vector<std::int32_t>& places) {
  namespace door = strew::bnns;
  const auto rows = door::shape::matrix_row_major(2, 3).descriptor(values);
  const auto tuples = door::shape::tensor3d_first_major(1, 3, 1).descriptor(places);
  try {
    door::gather(rows, tuples, rows, 0);
    door::gather_nd(rows, tuples, rows);
    door::scatter(rows, tuples, rows, 0, door::reduction::sum);
    door::scatter_nd(rows, tuples, rows, BNNSReduceFunctionSum);
  } catch (const strew::index_error&) {
    return -1;
  }
  return scatter_all(values.data(), places.data());
}
