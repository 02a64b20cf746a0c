// Operands and options that the tables of several operators have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "diagnostic.hpp"
#include "fill_number.hpp"
#include "options.hpp"

namespace strew::cli {

class command_syntax;
struct option_syntax;

void add_data_operand(command_syntax& app, operator_options& options);
void add_operand_dtype_option(command_syntax& app, operator_options& options);
void add_fill_option(command_syntax& app, operator_options& options);
void add_accumulate_option(command_syntax& app, operator_options& options, const char* text);
// That, and in which order updates of one cell are combined.
void add_accumulate_options(command_syntax& app, operator_options& options);
// What to do with indices, or what `of` says, that are none; and the negative ones too.
void add_policy_option(command_syntax& app, const char* flag, const char* of, operator_kind kind, std::int32_t& policy);
void add_policy_options(command_syntax& app, operator_options& options, operator_kind kind);
option_syntax* add_file(command_syntax& app, const char* name, std::optional<std::string>& file, const char* text);

// What decodes rows of codes. Returns --scales, which makes the data some.
option_syntax* add_code_options(command_syntax& app, operator_options& options, operator_kind kind);

// --value: what stands for an operand that is one number.
void add_value_option(command_syntax& app, operator_options& options, const char* text);

// The value of an option, or a refusal.
fill_number number_of(const char* flag, const std::string& text);

}  // namespace strew::cli
