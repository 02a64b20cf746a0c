// Drawn problems: every operator, with shapes that fit.
#pragma once

#include <cstdint>
#include <vector>

#include "digest/draw.hpp"
#include "strew/strew.h"

namespace strew::digest {

using shape = std::vector<int64_t>;

enum class operation {
  gather,
  gather_elements,
  gather_nd,
  stablehlo_gather,
  scatter,
  scatter_elements,
  scatter_nd,
  stablehlo_scatter,
  tensor_scatter
};
constexpr int operation_count = 9;
const char* name_of(operation op);

// The arguments of one call. The lists of the StableHLO forms are in the order of their structs.
struct problem {
  operation op = operation::gather;
  shape data, indices, direct;  // direct: the output of a gather, the updates of a scatter
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_LINEAR;
  shape lists[6];
  int64_t index_vector_dim = 0;

  bool is_scatter() const { return op >= operation::scatter; }
};

problem draw_problem(operation op, drawing& draw);

int64_t count_of(const shape& extents);

}  // namespace strew::digest
