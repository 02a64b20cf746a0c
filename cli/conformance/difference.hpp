// Where an output is not what was expected.
#pragma once

#include <cstdint>
#include <optional>

#include "conformance/tensor.hpp"

namespace strew::cli::conformance {

// For floats and complex numbers, component by component: |got - expected| <= atol + rtol |expected|. Without it bits
// are compared; NaN is the same as NaN in both forms.
struct tolerance {
  double rtol = 0;
  double atol = 0;
};

struct difference {
  std::size_t first = 0;  // the number of the first element that differs
  std::size_t count = 0;  // of those that differ
};

// Of tensors of one type and one shape.
std::optional<difference> find_difference(const tensor& expected, const tensor& got,
                                          const std::optional<tolerance>& allowed);

}  // namespace strew::cli::conformance
