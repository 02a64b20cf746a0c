// Rows of codes as the data of gather-block-quantized and segment-reduce.
#pragma once

#include <cstdint>
#include <vector>

#include "prepare.hpp"

namespace strew::cli {

// As the options say, or by default.
strew_quantization code_layout(const operator_options& options);

// How many values a row of the data has, which have at least one dimension.
std::int64_t columns_of(const operator_options& options, const prepared_call& prepared);

// Of the output of gather-block-quantized. What does not fit together the library refuses.
std::vector<std::int64_t> decoded_extents(const operator_options& options, const prepared_call& prepared);

// The type of the values.
strew_dtype value_type(const operator_options& options, const prepared_call& prepared);

}  // namespace strew::cli
