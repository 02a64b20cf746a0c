#include "option_table.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "choices.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "option_forms.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

constexpr choice progress_modes[] = {{"auto", static_cast<std::int32_t>(progress_mode::when_seen)},
                                     {"always", static_cast<std::int32_t>(progress_mode::always)},
                                     {"never", static_cast<std::int32_t>(progress_mode::never)}};

std::string policy_elsewhere(const std::string& text, operator_kind kind) {
  if (kind == operator_kind::gather && text == "skip") {
    return "a gather has no output before that skip could keep; fill writes zeros there, or the --fill-value";
  }
  if (kind == operator_kind::gather || text != "fill") return "";
  return kind == operator_kind::reduction ? "skip leaves positions out"
         : has_segments(kind)             ? "skip makes the results of such positions 0"
                                          : "skip drops updates, and the cells keep their old values";
}

void add_policy_option(command_syntax& app, const char* flag, const char* of, operator_kind kind,
                       std::int32_t& policy) {
  add_choice(
      app, flag, policies_of(kind), formatted("What to do with {}: {}", of, policies_text(kind)),
      [&policy](std::int32_t value) { policy = value; },
      [kind](const std::string& text) { return policy_elsewhere(text, kind); });
}

void add_policy_options(command_syntax& app, operator_options& options, operator_kind kind) {
  add_policy_option(app, "--out-of-bounds", "an index outside its extent", kind, options.out_of_bounds);
  add_negative_option(app, options);
}

fill_number number_of(const char* flag, const std::string& text) {
  const std::optional<fill_number> number = parse_fill_number(text);
  if (!number) refuse(flag, formatted("'{}' is not a number of at most 64 bits", text));
  return *number;
}

void add_fill_option(command_syntax& app, operator_options& options) {
  const auto take = [&options](const std::string& text) { options.fill = number_of("--fill-value", text); };
  app.add_option("--fill-value", take,
                 "The number that --out-of-bounds fill writes (default: zero bytes). It "
                 "must be exact in the element type if that is an integer")
      ->type_name("NUMBER");
}

option_syntax* add_indices_operand(command_syntax& app, operator_options& options, const char* name,
                                   const std::string& description) {
  return app.add_option(name, options.indices, description)->type_name("FILE");
}

void add_data_operand(command_syntax& app, operator_options& options) {
  app.add_option("DATA", options.data, "The data, a .npy file or another array (strew --help); - is the standard input")
      ->required()
      ->type_name("FILE");
}

void add_data_and_indices(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  add_indices_operand(app, options, "INDICES", "The indices, an array of integers")->required();
}

void add_operand_dtype_option(command_syntax& app, operator_options& options) {
  add_dtype_option(app, options.dtype,
                   "Read the elements of the data as this type of the same width, e.g. bf16 for a file that can only "
                   "say V2. The output keeps the type name of the data file");
}

// How updates of one cell are combined.
void add_accumulate_options(command_syntax& app, operator_options& options) {
  add_choice(app, "--accumulate", accumulators,
             "Add, sub, mul and mean of f16 and bf16 in f32, and the sum of an integer mean in wider integers (wide, "
             "the default), or round and wrap after every update (native)",
             [&options](std::int32_t value) { options.accumulate = value; });
  app.add_flag("--unordered", options.unordered,
               "Let float and complex updates of one cell be combined in any order; without it they are "
               "combined in row-major "
               "order of their positions, on every machine");
}

void add_reduction_options(command_syntax& app, operator_options& options) {
  add_choice(app, "--reduction", reductions,
             "How an update combines with the old value. none (the default) replaces it, the last write wins",
             [&options](std::int32_t value) { options.reduction = value; });
  app.add_flag("--exclude-self", options.exclude_self,
               "The first update of a cell takes the place of its old value, the others are reduced into it: the "
               "default with --zeros for mul, min, max, mean and 'and', as there is no old value");
  app.add_flag("--include-self", options.include_self,
               "The old value of a cell is reduced too, the default but for these: with --zeros it is zero");
  add_accumulate_options(app, options);
  add_choice(app, "--duplicates", duplicate_rules,
             "Apply all updates of a cell (allow, the default), or refuse indices that write one cell twice (error)",
             [&options](std::int32_t value) { options.duplicates = value; });
}

void add_zeros_options(command_syntax& app, operator_options& options) {
  add_extents(
      app, zeros_option, options.zeros,
      "Data of these extents that are zero, instead of a file: the first operand is left out. Their type is that "
      "of --dtype, or f32. The zeros are no old values (--exclude-self), but the number of --init is one",
      "--zeros 1000,64 are 1000 rows of 64 zeros");
  const auto take_value = [&options](const std::string& text) { options.init = number_of("--init", text); };
  app.add_option("--init", take_value, "The value of all elements of --zeros")->type_name("NUMBER");
}

void add_value_option(command_syntax& app, operator_options& options) {
  const auto take = [&options](const std::string& text) { options.value = number_of(value_option, text); };
  app.add_option(value_option, take,
                 "Updates that are all this number, instead of a file: UPDATES is left out. It must be exact in the "
                 "element type if that is an integer")
      ->type_name("NUMBER");
}

}  // namespace

void add_common_options(command_syntax& app, common_options& options) {
  add_report_options(app, options);
  add_integer<std::uint64_t>(app, "--threads", options.threads, 1,
                             "Use at most N threads (default: as many as the machine allows)");
}

void add_report_options(command_syntax& app, common_options& options) {
  app.add_flag("--json", options.json, "Print one JSON object on the standard output: the result or the error");
  app.add_flag("-q,--quiet", options.quiet, "Print errors only: no hints, no progress");
  app.add_flag("-v,--verbose", options.verbose, "Tell what is done, and how, on the standard error");
  add_choice(app, "--progress", progress_modes,
             "Show progress on the standard error: if it is a terminal and half a second has passed (auto), always, "
             "never",
             [&options](std::int32_t value) { options.progress = static_cast<progress_mode>(value); });
  app.add_flag("--dry-run", options.dry_run, "Do and check everything, but write no file");
}

void add_gather_operands(command_syntax& app, operator_options& options) {
  add_data_and_indices(app, options);
  add_policy_options(app, options, operator_kind::gather);
  add_fill_option(app, options);
  add_operand_dtype_option(app, options);
}

void add_scatter_operands(command_syntax& app, operator_options& options) {
  add_data_and_indices(app, options);
  app.add_option("UPDATES", options.updates, "The updates, an array of the type of the data")
      ->required()
      ->type_name("FILE");
  add_zeros_options(app, options);
  add_value_option(app, options);
  add_reduction_options(app, options);
  add_policy_options(app, options, operator_kind::scatter);
  add_operand_dtype_option(app, options);
}

void add_append_operands(command_syntax& app, operator_options& options) {
  app.add_option("CACHE", options.data,
                 "The cache, a .npy file or another array (strew --help); - is the standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("UPDATES", options.updates, "The updates, an array of the type of the cache")
      ->required()
      ->type_name("FILE");
  add_indices_operand(app, options, "WRITE_INDICES", "Where each entry of the batch begins, an array of integers");
  add_zeros_options(app, options);
  add_operand_dtype_option(app, options);
}

namespace {

option_syntax* add_file(command_syntax& app, const char* name, std::optional<std::string>& file, const char* text) {
  return app.add_option(name, file, text)->type_name(std::string(file_value));
}

// What tells the row and the segment of each position.
void add_segment_forms(command_syntax& app, operator_options& options) {
  const auto add = [&](const char* name, std::optional<std::string>& file, const char* text) {
    add_file(app, name, file, text);
  };
  add("--indices", options.indices, "The row of data that each position has; without it the rows are the positions");
  add("--segments", options.segment_ids, "The segment of each position, integers in any order");
  add("--offsets", options.offsets,
      "Where each segment begins among the positions, ascending; one more may say where the last one ends. With "
      "neither each row of the last dimension of the indices is a segment");
}

void add_weights_and_base(command_syntax& app, operator_options& options) {
  const auto add = [&](const char* name, std::optional<std::string>& file, const char* text) {
    add_file(app, name, file, text);
  };
  add("--weights", options.weights,
      "What the row of each position is multiplied by, of the type of the data, or f32 for f16 and bf16");
  add("--base", options.base,
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
  add_operand_dtype_option(app, options);
}

void add_scan_operands(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  const auto take = [&options](const std::string& text) { options.value = number_of(value_option, text); };
  app.add_option(value_option, take,
                 "Rows that are all this number, one for each id of --segments, instead of a file: DATA is left out. "
                 "Their type is that of --dtype, or i64")
      ->type_name("NUMBER");
  add_segment_forms(app, options);
  add_integer_to(app, "--num-segments", 0,
                 "How many segments there are (default: one less than there are offsets, or the largest id + 1)",
                 [&options](std::int64_t value) { options.num_segments = value; });
  options.reduction = STREW_REDUCTION_ADD;
  add_choice(app, "--reduction", scan_reductions, "How the positions of a segment are combined: add by default",
             [&options](std::int32_t value) { options.reduction = value; });
  app.add_flag("--exclusive", options.is_exclusive, "Leave the row of a position itself out of its value");
  add_segment_policies(app, options, operator_kind::scan);
  add_choice(app, "--accumulate", accumulators,
             "Sums and products of f16 and bf16 in f32, each value rounded once (wide, the default), or rounded each "
             "time (native)",
             [&options](std::int32_t value) { options.accumulate = value; });
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
  add_choice(app, "--accumulate", accumulators,
             "Products and sums of f16 and bf16 in f32 (wide, the default), or rounded each time (native)",
             [&options](std::int32_t value) { options.accumulate = value; });
  add_operand_dtype_option(app, options);
}

namespace {

constexpr choice code_bits[] = {{"8", 8}, {"4", 4}, {"2", 2}};
constexpr choice value_types[] = {{"f32", STREW_DTYPE_F32}, {"f16", STREW_DTYPE_F16}, {"bf16", STREW_DTYPE_BF16}};

void add_code_files(command_syntax& app, operator_options& options) {
  app.add_option("CODES", options.data,
                 "The rows of codes, bytes of u8 or i8: a .npy file or another array (strew --help); - is the standard "
                 "input")
      ->required()
      ->type_name("FILE");
  add_file(app, "--indices", options.indices, "Which rows are taken, an array of integers")->required();
  add_file(app, "--scales", options.scales,
           "What the codes of each block are multiplied by: f32, f16, bf16, or u8, exponents s of 2^(s - 127)")
      ->required();
  add_file(
      app, "--zero-points", options.zero_points,
      "The code of each block that is zero, of the type of the codes and packed as they are, low first; without it 0");
  add_file(app, "--codebook", options.codebook,
           "The numbers that unsigned codes stand for, f32, instead of zero points");
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
  add_integer_to(app, "--columns", 0, "How many values a row has (default: as many as its bytes hold)",
                 [&options](std::int64_t value) { options.columns = value; });
  add_choice(app, "--output-dtype", value_types,
             "The type of the values (default: that of the scales, or f32 of exponents)",
             [&options](std::int32_t value) { options.output_dtype = static_cast<strew_dtype>(value); });
}

}  // namespace

void add_code_operands(command_syntax& app, operator_options& options) {
  add_code_files(app, options);
  add_code_layout(app, options);
  add_policy_options(app, options, operator_kind::gather);
  add_fill_option(app, options);
  add_dtype_option(app, options.dtype,
                   "Read the elements of the scales as this type of the same width, e.g. bf16 for a file that can only "
                   "say V2, or u8");
}

std::vector<const files::file_format*> written_formats() {
  std::vector<const files::file_format*> written;
  for (const files::file_format* format : files::formats()) {
    if (format->frame != nullptr) written.push_back(format);
  }
  return written;
}

void add_output_option(command_syntax& app, operator_options& options) {
  std::vector<std::string> suffixes;
  std::vector<choice> names;
  for (const files::file_format* format : written_formats()) {
    for (const std::string_view suffix : format->suffixes) suffixes.emplace_back(suffix);
    names.push_back({format->name, static_cast<std::int32_t>(names.size())});
  }
  app.add_option("-o,--output", options.output,
                 formatted("The output, a file that appears whole or not at all, in the format of its suffix: "
                           "{}; without one a .npy file. NAME.safetensors:MEMBER names the one array of a file "
                           "that could have several, else it is output; - is the standard output",
                           join(suffixes, ", ")))
      ->type_name("FILE");
  add_choice(app, "--format", names, "The format of the output, whatever its name; raw is the elements alone",
             [&options](std::int32_t number) { options.format = written_formats()[static_cast<std::size_t>(number)]; });
  app.add_flag("--force", options.force,
               "Replace an output file that is read-only, and stays so, or has several names (hard links), of "
               "which the others keep the old content");
  add_no_mmap_option(app, options);
}

void add_no_mmap_option(command_syntax& app, operator_options& options) {
  app.add_flag("--no-mmap", options.reads_all,
               "Read the input files to their ends instead of mapping large ones into memory, where only what "
               "is needed is read");
}

void add_in_place_option(command_syntax& app, operator_options& options, operator_kind kind) {
  const bool is_reduction = kind == operator_kind::reduction;
  app.add_flag("--in-place", options.in_place,
               formatted("Write into the file of the {} instead of an output. The indices are checked before the first "
                         "write; an interruption or a crash after it leaves some {} written and others not, and the "
                         "file never shorter",
                         is_reduction ? "base" : "data", is_reduction ? "segments" : "updates"));
}

void add_memory_options(command_syntax& app, operator_options& options) {
  add_bytes(app, "--memory", options.memory,
            "Scatter between files that are larger than memory, with so many bytes of it, e.g. 512M or 1G: the updates "
            "are written once more to the disk, sorted by blocks of the data, which are then written one by one. With "
            "--in-place, 'strew recover' completes what any end of the process has interrupted");
  app.add_option("--done", options.done,
                 "With --memory and --in-place: an empty file that is made when the data are complete. If it "
                 "exists, nothing is done, so that a command may be started again after any end")
      ->type_name(std::string(file_value));
  app.add_option("--folder", options.folder,
                 "With --memory: where the sorted updates are written, instead of the folder of the output")
      ->type_name(std::string(folder_value));
}

void add_negative_option(command_syntax& app, operator_options& options) {
  add_choice(app, "--negative-indices", negative_rules,
             "Negative indices count from the end, -1 being the last (from_end, the default), or are out of bounds "
             "(invalid)",
             [&options](std::int32_t value) { options.negative_indices = value; });
}

void add_rows_option(command_syntax& app, operator_options& options) {
  add_integers(app, rows_option, std::numeric_limits<std::int64_t>::min(),
               "Indices that are written here, e.g. 1,5,7, instead of a file: INDICES is left out",
               [&options](std::vector<std::int64_t> rows) { options.rows = std::move(rows); });
}

void add_axis_option(command_syntax& app, operator_options& options, std::int64_t default_axis) {
  options.axis = default_axis;
  add_integer<std::int64_t>(
      app, "--axis", options.axis, std::numeric_limits<std::int64_t>::min(),
      formatted("The dimension that the indices address, -1 being the last (default {})", default_axis));
}

void add_batch_dims_option(command_syntax& app, operator_options& options) {
  add_integer<std::int64_t>(app, "--batch-dims", options.batch_dims, std::numeric_limits<std::int64_t>::min(),
                            "Leading dimensions that data and indices share (default 0)");
}

void add_mode_option(command_syntax& app, operator_options& options) {
  add_choice(
      app, "--mode", modes,
      "Rows beyond the end of the cache are an error (linear, the default), or go on at its beginning (circular)",
      [&options](std::int32_t value) { options.mode = value; });
}

void add_dtype_option(command_syntax& app, std::optional<strew_dtype>& dtype, const std::string& description) {
  const std::vector<choice> types = dtype_names();
  std::vector<std::string> names;
  for (const choice& one : types) names.emplace_back(one.name);
  add_choice(app, "--dtype", types, formatted("{}. TYPE is one of {}", description, join(names, ", ")),
             [&dtype](std::int32_t value) { dtype = static_cast<strew_dtype>(value); })
      ->type_name("TYPE");
}

}  // namespace strew::cli
