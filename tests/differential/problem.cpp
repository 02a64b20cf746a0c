#include "differential/problem.hpp"

#include <algorithm>

namespace strew::differential {

int64_t width_of(const view& operand) {
  constexpr strew_dtype last = STREW_C128;
  if (operand.type > last) return 4;
  if (operand.type != STREW_OPAQUE) return oracle::width_of(static_cast<oracle::element>(operand.type));
  return static_cast<int64_t>(operand.element_bytes);
}

int64_t count_of(const view& operand) {
  const bool negative = std::any_of(operand.extents.begin(), operand.extents.end(), [](int64_t n) { return n < 0; });
  return negative ? 0 : oracle::product(operand.extents);
}

shape packed_strides(const shape& extents, int64_t width) {
  shape strides(extents.size());
  int64_t step = width;
  for (size_t d = extents.size(); d-- > 0;) {
    strides[d] = step;
    step *= std::max<int64_t>(extents[d], 1);
  }
  return strides;
}

}  // namespace strew::differential
