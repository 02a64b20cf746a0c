// Data of a scatter that are one value: --zeros and --init in place of a file.
#pragma once

#include "operand.hpp"
#include "options.hpp"

namespace strew::cli {

// "--zeros 1000,64": how messages name the operand.
std::string filled_name(const operator_options& options);

// One element with strides of 0, of the type of --dtype or f32.
outcome make_filled(const operator_options& options, file_operand& made);

}  // namespace strew::cli
