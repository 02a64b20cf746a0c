// The bits of special values of elements, as numbers of one element type.
#pragma once

#include <cstdint>

#include "problem/problem.hpp"

namespace strew::engine {

// One number of an element: complex ones have two, which sums combine separately.
struct number_bits {
  std::uint64_t bytes, sign, one, infinity, nan;  // of one, as of a float: `nan` is the one that is stored
};

// Of types that are no floats all is 0.
number_bits number_bits_of(dtype type);
inline bool is_float(dtype type) {
  return number_bits_of(type).bytes != 0;
}

// The number that changes none: -0 of a float sum, as -0 + 0 is 0. An update that is subtracted from it is added then.
std::uint64_t neutral_number(reduction reduce, dtype type);

}  // namespace strew::engine
