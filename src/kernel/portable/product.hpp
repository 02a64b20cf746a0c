// An element multiplied by a weight, before it is combined.
#pragma once

#include <type_traits>

#include "kernel/portable/accumulator.hpp"

namespace strew::kernel {

// 16-bit floats are multiplied in float, whatever the type of the weight; the product is rounded to P. A NaN is made
// canonical by what combines it, or stores it.
template <class P, class T, class W>
P product(T update, W weight) {
  if constexpr (is_small_real<T>) {
    return to_element<P>(to_accumulator<float>(update) * to_accumulator<float>(weight));
  } else if constexpr (std::is_floating_point_v<P>) {
    return update * weight;
  } else {
    return combine<combination::mul>(to_accumulator<P>(update), to_accumulator<P>(weight));
  }
}

}  // namespace strew::kernel
