// The operands and options of gather-block-quantized, and those of codes that segment-reduce has too.
#include <limits>

#include "choices.hpp"
#include "formatted.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "shared_options.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

constexpr choice code_bits[] = {{"8", 8}, {"4", 4}, {"2", 2}};
constexpr choice value_types[] = {{"f32", STREW_DTYPE_F32}, {"f16", STREW_DTYPE_F16}, {"bf16", STREW_DTYPE_BF16}};

// Returns --scales.
option_syntax* add_code_files(command_syntax& app, operator_options& options, operator_kind kind) {
  const char* const makes_codes = kind == operator_kind::reduction
                                      ? "With them the data are rows of codes, bytes of u8 or i8. They are what"
                                      : "What";
  const std::string text = formatted(
      "{} the codes of each block are multiplied by: f32, f16, bf16, or u8, exponents s of 2^(s - 127)", makes_codes);
  option_syntax* const scales = add_file(app, "--scales", options.scales, text.c_str());
  add_file(
      app, "--zero-points", options.zero_points,
      "The code of each block that is zero, of the type of the codes and packed as they are, low first; without it 0");
  add_file(app, "--codebook", options.codebook,
           "The numbers that unsigned codes stand for, f32, instead of zero points");
  return scales;
}

void add_code_layout(command_syntax& app, operator_options& options) {
  add_choice(app, "--bits", code_bits, "The bits of a code (default 4)",
             [&options](std::int32_t value) { options.bits = value; });
  add_integer_to(
      app, "--block-size", std::numeric_limits<std::int64_t>::min(),
      "How many values share a scale; the last block of a row may have fewer (default 0: a row is one block)",
      [&options](std::int64_t value) { options.block_size = value; });
  add_choice(app, "--packing", packings,
             "Where codes are in a byte: the lowest bits are the first one (low_first, the default), or byte j of a "
             "block has code j and, in its high half, that of the other half of the block (halves)",
             [&options](std::int32_t value) { options.packing = value; });
}

void add_value_options(command_syntax& app, operator_options& options, operator_kind kind) {
  const char* const base = kind == operator_kind::reduction ? "that of the base, or " : "";
  add_integer_to(app, "--columns", 0,
                 formatted("How many values a row of codes has (default: {}as many as its bytes hold)", base),
                 [&options](std::int64_t value) { options.columns = value; });
  add_choice(app, "--output-dtype", value_types,
             formatted("The type of the values of codes (default: {}that of the scales, or f32 of exponents)", base),
             [&options](std::int32_t value) { options.output_dtype = static_cast<strew_dtype>(value); });
}

}  // namespace

option_syntax* add_code_options(command_syntax& app, operator_options& options, operator_kind kind) {
  option_syntax* const scales = add_code_files(app, options, kind);
  add_code_layout(app, options);
  add_value_options(app, options, kind);
  return scales;
}

void add_code_operands(command_syntax& app, operator_options& options) {
  app.add_option("CODES", options.data,
                 "The rows of codes, bytes of u8 or i8: a .npy file or another array (strew --help); - is the standard "
                 "input")
      ->required()
      ->type_name("FILE");
  add_file(app, "--indices", options.indices, "Which rows are taken, an array of integers")->required();
  add_code_options(app, options, operator_kind::gather)->required();
  add_policy_options(app, options, operator_kind::gather);
  add_fill_option(app, options);
  add_dtype_option(app, options.dtype,
                   "Read the elements of the scales as this type of the same width, e.g. bf16 for a file that can only "
                   "say V2, or u8");
}

}  // namespace strew::cli
