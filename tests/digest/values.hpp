// Contents of operands.
#pragma once

#include <cstdint>
#include <vector>

#include "digest/draw.hpp"
#include "strew/strew.h"

namespace strew::digest {

// Elements: random bits, small numbers, and of floats the corners: zeros, infinities, NaN of both kinds with payloads,
// the smallest and largest subnormal and normal numbers.
std::vector<unsigned char> draw_elements(drawing& draw, strew_dtype type, uint64_t width, int64_t count);

// Index values for extents of about `extent`, now and then outside.
std::vector<unsigned char> draw_indices(drawing& draw, strew_dtype type, int64_t extent, int64_t count);

}  // namespace strew::digest
