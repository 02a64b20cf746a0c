// The values of an array in nested brackets.
#pragma once

#include <string>

#include "operand.hpp"

namespace strew::cli {

// Of a small array all values, of a larger one the first, then "..."; in lines, all but the first indented by 3.
// Empty for records of more than 16 bytes and for more dimensions than anyone can read.
std::string values_text(const file_operand& found);

// All values of a small array as JSON, in which what JSON has no number for is text. Empty for a larger one.
std::string values_json(const file_operand& found);

}  // namespace strew::cli
