// Every option is declared here once, with its help text.
#pragma once

#include "options.hpp"

namespace CLI {
class App;
}

namespace strew::cli {

void add_common_options(CLI::App& app, common_options& options);
// These without --threads.
void add_report_options(CLI::App& app, common_options& options);
void add_output_option(CLI::App& app, operator_options& options);
void add_no_mmap_option(CLI::App& app, operator_options& options);
// Of operators that have updates.
void add_in_place_option(CLI::App& app, operator_options& options);
// Of scatters of rows.
void add_memory_options(CLI::App& app, operator_options& options);

// The operands of an operator, and the options that every operator of the kind has.
void add_gather_operands(CLI::App& app, operator_options& options);
void add_scatter_operands(CLI::App& app, operator_options& options);
void add_append_operands(CLI::App& app, operator_options& options);

// Attributes that only some operators have.
void add_rows_option(CLI::App& app, operator_options& options);
void add_axis_option(CLI::App& app, operator_options& options, std::int64_t default_axis);
void add_batch_dims_option(CLI::App& app, operator_options& options);
void add_mode_option(CLI::App& app, operator_options& options);
void add_negative_option(CLI::App& app, operator_options& options);

// The type to read the elements of a file as.
void add_dtype_option(CLI::App& app, std::optional<strew_dtype>& dtype, const std::string& description);

}  // namespace strew::cli
