// Every option is declared here once, with its help text.
#pragma once

#include "options.hpp"

namespace CLI {
class App;
}

namespace strew::cli {

void add_common_options(CLI::App& app, common_options& options);
void add_operand_options(CLI::App& app, operator_options& options, bool is_scatter);
void add_output_option(CLI::App& app, operator_options& options);

// Attributes that only some operators have.
void add_batch_dims_option(CLI::App& app, operator_options& options);

}  // namespace strew::cli
