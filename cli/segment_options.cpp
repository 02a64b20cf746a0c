// The operands and options of segment-reduce, segment-scan and sddmm.
#include <limits>

#include "choices.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "shared_options.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

// What tells the row and the segment of each position.
void add_segment_forms(command_syntax& app, operator_options& options) {
  add_file(app, "--indices", options.indices,
           "The row of data that each position has; without it the rows are the positions");
  add_file(app, "--segments", options.segment_ids, "The segment of each position, integers in any order");
  add_file(app, "--offsets", options.offsets,
           "Where each segment begins among the positions, ascending; one more may say where the last one ends. With "
           "neither each row of the last dimension of the indices is a segment");
}

void add_weights_and_base(command_syntax& app, operator_options& options) {
  add_file(app, "--weights", options.weights,
           "What the row of each position is multiplied by, of the type of the data, or f32 for f16 and bf16");
  add_file(
      app, "--base", options.base,
      "What the segments begin with, of the extents of the output; without it with their first position, and a segment "
      "that has none is 0");
}

void add_segment_policies(command_syntax& app, operator_options& options, operator_kind kind) {
  add_policy_options(app, options, kind);
  add_policy_option(app, "--segment-out-of-bounds", "an id of --segments that is none", kind,
                    options.segment_out_of_bounds);
  add_choice(
      app, "--segment-negative-indices", negative_rules,
      "Negative ids count from the end, -1 being the last segment (from_end), or are out of bounds (invalid, the "
      "default)",
      [&options](std::int32_t value) { options.segment_negative_indices = value; });
  const auto lowest = std::numeric_limits<std::int64_t>::min();
  add_integer_to(app, "--padding-index", lowest,
                 "A row of the data whose positions contribute nothing; it may count from the end",
                 [&options](std::int64_t value) { options.padding_index = value; });
  add_integer_to(app, "--padding-segment", lowest, "A segment whose positions contribute nothing",
                 [&options](std::int64_t value) { options.padding_segment = value; });
}

// A command that writes nothing takes them too.
void add_further_results(command_syntax& app, operator_options& options) {
  add_file(
      app, "--arg", options.arg,
      "Write the positions of the minima or maxima to this file too, of i64 and the extents of the output: their "
      "numbers "
      "in an entry of the batch, of equals the first one, and as many as it has positions where there is none. It is "
      "written like the output, and all such files or none");
  add_file(app, "--count", options.count,
           "Write to this file too how many positions contributed to each segment, of i64");
}

void add_segment_reduction(command_syntax& app, operator_options& options) {
  options.reduction = STREW_REDUCTION_ADD;
  add_choice(app, "--reduction", reductions,
             "How the positions of a segment are combined: add by default; none is the last one",
             [&options](std::int32_t value) { options.reduction = value; });
  app.add_flag("--exclude-self", options.exclude_self,
               "The first position of a segment takes the place of what the base has, the others are reduced into it");
  add_accumulate_options(app, options);
  add_choice(app, "--duplicates", duplicate_rules,
             "Take all positions of a segment (allow, the default), or refuse ids that repeat (error)",
             [&options](std::int32_t value) { options.duplicates = value; });
}

}  // namespace

void add_reduction_operands(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  add_segment_forms(app, options);
  add_weights_and_base(app, options);
  add_integer_to(
      app, "--num-segments", 0,
      "How many segments there are (default: as many as the base has, one less than there are offsets, or the "
      "largest id + 1)",
      [&options](std::int64_t value) { options.num_segments = value; });
  add_segment_reduction(app, options);
  add_segment_policies(app, options, operator_kind::reduction);
  add_further_results(app, options);
  add_code_options(app, options, operator_kind::reduction);
  add_dtype_option(app, options.dtype,
                   "Read the elements of the data, of codes those of the scales, as this type of the same width, e.g. "
                   "bf16 for a file that can only say V2. The output keeps the type name of that file");
}

void add_scan_operands(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  add_value_option(app, options,
                   "Rows that are all this number, one for each id of --segments, instead of a file: DATA is left out. "
                   "Their type is that of --dtype, or i64");
  add_segment_forms(app, options);
  add_integer_to(app, "--num-segments", 0,
                 "How many segments there are (default: one less than there are offsets, or the largest id + 1)",
                 [&options](std::int64_t value) { options.num_segments = value; });
  options.reduction = STREW_REDUCTION_ADD;
  add_choice(app, "--reduction", scan_reductions, "How the positions of a segment are combined: add by default",
             [&options](std::int32_t value) { options.reduction = value; });
  app.add_flag("--exclusive", options.is_exclusive, "Leave the row of a position itself out of its value");
  add_segment_policies(app, options, operator_kind::scan);
  add_accumulate_option(
      app, options,
      "Sums and products of f16 and bf16 in f32, each value rounded once (wide, the default), or rounded each "
      "time (native)");
  add_operand_dtype_option(app, options);
}

void add_product_operands(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  app.add_option("RIGHT", options.right,
                 "The rows that segments are: an array of the type of the data, or f32 for f16 and bf16")
      ->required()
      ->type_name("FILE");
  add_segment_forms(app, options);
  add_segment_policies(app, options, operator_kind::product);
  add_accumulate_option(app, options,
                        "Products and sums of f16 and bf16 in f32 (wide, the default), or rounded each time (native)");
  add_operand_dtype_option(app, options);
}

}  // namespace strew::cli
