// A call as DirectML's descriptions: sizes padded with leading 1s to one DimensionCount, strides in elements.
#pragma once

#include <array>

#include "strew/directml.h"
#include "support/frontend_vocabulary.hpp"

namespace strew::support {

struct directml_tensor {
  std::array<UINT, DML_TENSOR_DIMENSION_COUNT_MAX1> sizes = {};
  std::array<UINT, DML_TENSOR_DIMENSION_COUNT_MAX1> strides = {};
  DML_BUFFER_TENSOR_DESC buffer = {};
  DML_TENSOR_DESC desc = {};
};

struct directml_vocabulary {
  directml_vocabulary() = default;
  directml_vocabulary(const directml_vocabulary&) = delete;  // the descriptions point into it
  directml_vocabulary& operator=(const directml_vocabulary&) = delete;

  directml_tensor data, indices, updates, result;
  DML_GATHER_OPERATOR_DESC gather = {};
  DML_GATHER_ELEMENTS_OPERATOR_DESC gather_elements = {};
  DML_GATHER_ND_OPERATOR_DESC gather_nd = {};
  DML_GATHER_ND1_OPERATOR_DESC gather_nd1 = {};
  DML_SCATTER_OPERATOR_DESC scatter = {};
  DML_SCATTER_ND_OPERATOR_DESC scatter_nd = {};
  DML_OPERATOR_DESC op = {};
  UINT input_count = 2;
  std::array<DML_BUFFER_BINDING, 3> inputs = {};
  std::array<bool, 3> is_owned = {};  // OWNED_BY_DML: bound when the operator is initialized
  DML_BUFFER_BINDING output = {};
  bool needs_lenience = false;  // off the axis the indices are shorter than the input
};

// False where DirectML cannot express the call.
bool say(const frontend_call& call, directml_vocabulary& vocabulary);

}  // namespace strew::support
