// The elements of test cases: small numbers that every type has, from the same pattern on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "conformance/tensor.hpp"
#include "strew/options.hpp"

namespace strew::cli::conformance {

using number_list = std::vector<fill>;

enum class pattern {
  plain,   // sums of a few are exact in every type
  factors  // so are products
};

// `start` tells operands of one case apart.
tensor pattern_tensor(dtype type, const extents_of& extents, pattern numbers, int start);

// One number an element; of a complex element the real part.
tensor number_tensor(dtype type, const extents_of& extents, std::span<const fill> numbers);

// Indices, i32 or i64.
tensor index_tensor(dtype type, const extents_of& extents, std::span<const std::int64_t> places);

// The highest value of an integer type.
fill highest(dtype type);

std::size_t element_count(const extents_of& extents);

}  // namespace strew::cli::conformance
