// Fill values: a number becomes an element.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/types.hpp"

namespace strew::oracle {

// The element of `type` that stands for the number with these bits, itself an i64, u64 or f64. To a floating-point type
// it is rounded to nearest even; an integer type or bool must hold it exactly, or there is nothing.
// Complex: the number is the real part. Opaque records take no numbers.
std::optional<std::vector<unsigned char>> element_of_number(element type, element number, uint64_t bits);

}  // namespace strew::oracle
