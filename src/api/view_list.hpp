// The operands of a call as they were passed.
#pragma once

#include "strew/types.h"

namespace strew::engine::api {

// By the engine's names; null: there is none.
struct view_list {
  const strew_tensor* data = nullptr;
  const strew_tensor* indices = nullptr;
  const strew_tensor* updates = nullptr;
  const strew_tensor* output = nullptr;
  const strew_tensor* from = nullptr;  // indices of updates
  const strew_tensor* weights = nullptr;
  const strew_tensor* scales = nullptr;  // of codes, as are the next two
  const strew_tensor* zero_points = nullptr;
  const strew_tensor* codebook = nullptr;
  const strew_tensor* arg = nullptr;  // further results
  const strew_tensor* count = nullptr;

  [[nodiscard]] bool has_paired() const {
    return from != nullptr || weights != nullptr || scales != nullptr || zero_points != nullptr || codebook != nullptr;
  }
};

}  // namespace strew::engine::api
