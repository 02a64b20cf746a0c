// The numbers that elements are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strew/dtype.hpp"

namespace strew::cli {

float from_f16(std::uint16_t bits);
float from_bf16(std::uint16_t bits);

// Of f16, bf16, f32 or f64.
double float_value(dtype type, const std::byte* bytes);

}  // namespace strew::cli
