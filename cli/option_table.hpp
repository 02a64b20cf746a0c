// Every option is declared once, with its help text: those of most operators here, those of segments and of codes
// beside it.
#pragma once

#include "options.hpp"

namespace strew::cli {

class command_syntax;

void add_common_options(command_syntax& app, common_options& options);
// These without --threads.
void add_report_options(command_syntax& app, common_options& options);
void add_output_option(command_syntax& app, operator_options& options);
void add_no_mmap_option(command_syntax& app, operator_options& options);
// Of operators whose output begins as an operand.
void add_in_place_option(command_syntax& app, operator_options& options, operator_kind kind);
void add_device_option(command_syntax& app, operator_options& options);
// Of scatters of rows.
void add_memory_options(command_syntax& app, operator_options& options);

// The operands of an operator, and the options that every operator of the kind has.
void add_gather_operands(command_syntax& app, operator_options& options);
void add_scatter_operands(command_syntax& app, operator_options& options);
void add_append_operands(command_syntax& app, operator_options& options);
void add_reduction_operands(command_syntax& app, operator_options& options);
void add_scan_operands(command_syntax& app, operator_options& options);
void add_product_operands(command_syntax& app, operator_options& options);
void add_code_operands(command_syntax& app, operator_options& options);

// Attributes that only some operators have.
void add_rows_option(command_syntax& app, operator_options& options);
void add_axis_option(command_syntax& app, operator_options& options, std::int64_t default_axis);
void add_batch_dims_option(command_syntax& app, operator_options& options);
void add_mode_option(command_syntax& app, operator_options& options);
void add_negative_option(command_syntax& app, operator_options& options);

// The type to read the elements of a file as.
void add_dtype_option(command_syntax& app, std::optional<strew_dtype>& dtype, const std::string& description);

}  // namespace strew::cli
