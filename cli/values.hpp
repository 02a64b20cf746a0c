// The values of an array in nested brackets.
#pragma once

#include <string>

#include "operand.hpp"

namespace strew::cli {

// All values of a small array, the first ones of a larger one followed by "..."; in lines, all but the first indented
// by 3. Empty for opaque elements of more than 16 bytes, for others of more than 1024, and for too many
// dimensions.
std::string values_text(const file_operand& found);

// All values of a small array as JSON, with values that JSON cannot represent as text. Empty for a larger one.
std::string values_json(const file_operand& found);

}  // namespace strew::cli
