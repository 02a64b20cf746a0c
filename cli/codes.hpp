// The operands and options of gather-block-quantized that other operators have not.
#pragma once

#include <cstdint>
#include <vector>

#include "prepare.hpp"

namespace strew::cli {

// Into prepared.call.
void describe_codes(const operator_options& options, prepared_call& prepared);

// Of the output. What does not fit together the library refuses.
std::vector<std::int64_t> decoded_extents(const operator_options& options, const prepared_call& prepared);

// Of the elements of prepared.call.output.
void take_value_type(const operator_options& options, prepared_call& prepared);

}  // namespace strew::cli
