// What a plan knows of an operand: all but its data.
#pragma once

#include <cstdint>
#include <vector>

#include "operand.hpp"
#include "strew/strew.h"

namespace strew::python {

struct operand_shape {
  bool is_given = false;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  std::uint64_t bytes = 0;
  std::vector<std::int64_t> extents;
  bool is_empty = false;
  bool is_packed = false;
  std::vector<std::int64_t> strides;

  operand_shape() = default;
  explicit operand_shape(const strew_tensor* view);
  [[nodiscard]] strew_tensor view() const;
};

// Whether the view has this type, this shape and these strides; where there is none it fits.
bool fits(const strew_tensor* view, const operand_shape& expected);
// Raises PY15 or PY12 where it has others.
void check(const operand& given, const operand_shape& expected);

}  // namespace strew::python
