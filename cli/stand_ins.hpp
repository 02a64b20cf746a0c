// Operands that are written on the command line in place of a file: --zeros and --init, --rows, --value.
#pragma once

#include <span>

#include "operand.hpp"
#include "options.hpp"

namespace strew::cli {

// Data of one element with strides of 0, of the type of --dtype or f32.
outcome make_zeros(const operator_options& options, file_operand& made);

// The numbers of --rows.
outcome make_rows(const operator_options& options, file_operand& made);

// Updates of these extents that are all the number of --value: one element of the type of the data, with strides of 0.
outcome make_value(const operator_options& options, const file_operand& data, std::span<const std::int64_t> extents,
                   file_operand& made);

// Rows of a scan in the same manner, of the type of --dtype or i64.
outcome make_ones(const operator_options& options, std::span<const std::int64_t> extents, file_operand& made);

}  // namespace strew::cli
