#include "options.hpp"

#include <cstddef>
#include <string_view>

#include "formatted.hpp"
#include "operand_table.hpp"
#include "platform/files.hpp"

namespace strew::cli {

namespace {

// Reductions whose result zero changes: an old value that nobody gave would show in it.
bool is_changed_by_zero(std::int32_t reduction) {
  return reduction == STREW_REDUCTION_MUL || reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX ||
         reduction == STREW_REDUCTION_MEAN || reduction == STREW_REDUCTION_AND;
}

// Zeros that --zeros alone stands for are no old values; the number of --init is one.
bool excludes_self(const operator_options& options) {
  if (options.exclude_self || options.include_self) return options.exclude_self;
  return options.zeros && !options.init && is_changed_by_zero(options.reduction);
}

}  // namespace

strew_options native_options(const operator_options& options) {
  strew_options made = STREW_OPTIONS_INIT;
  made.reduction = options.reduction;
  made.exclude_self = excludes_self(options) ? 1 : 0;
  made.unordered = options.unordered ? 1 : 0;
  made.accumulate = options.accumulate;
  made.duplicates = options.duplicates;
  made.out_of_bounds = options.out_of_bounds;
  made.negative_indices = options.negative_indices;
  if (options.fill) {
    made.fill_dtype = options.fill->dtype();
    made.fill_bytes = strew_dtype_bytes(options.fill->dtype());
    made.fill_value = options.fill->bytes();
  }
  return made;
}

bool is_written_to_standard_output(const operator_options& options) {
  return options.output == "-" || options.arg == "-" || options.count == "-";
}

bool is_standard_input(std::string_view name) {
  return name == "-" || name.starts_with("-:");
}

namespace {

outcome check_in_place(const operator_options& options) {
  const bool is_stream = is_standard_input(options.target());
  const bool has_results = options.arg || options.count;  // which are files of their own
  const char* const other = !options.output.empty()                     ? "--output"
                            : options.zeros                             ? "--zeros"
                            : options.format != nullptr && !has_results ? "--format"
                            : options.force && !has_results             ? "--force"
                            : is_stream                                 ? "the standard input (-)"
                                                                        : nullptr;
  if (other == nullptr) return std::nullopt;
  return usage_diagnostic(formatted("--in-place writes into the file of the {} and cannot be combined with {}",
                                    options.base ? "base" : "data", other));
}

// Rows of files, which are read in parts.
outcome check_memory(const operator_options& options) {
  if (!options.memory) {
    const char* const other = !options.done.empty() ? "--done" : !options.folder.empty() ? "--folder" : nullptr;
    return other == nullptr ? std::nullopt
                            : outcome(usage_diagnostic(formatted("{} is only used with --memory", other)));
  }
  const bool is_stream = is_standard_input(options.data) || is_standard_input(options.updates) ||
                         (options.indices && is_standard_input(*options.indices));
  const char* const other = options.zeros                                      ? "--zeros"
                            : options.rows                                     ? "--rows"
                            : options.value                                    ? "--value"
                            : options.axis != 0                                ? "an --axis but 0"
                            : options.batch_dims != 0                          ? "--batch-dims"
                            : options.duplicates == STREW_DUPLICATES_ERROR     ? "--duplicates error"
                            : options.out_of_bounds == STREW_OOB_ASSUME        ? "--out-of-bounds assume"
                            : options.output == "-" && !options.common.dry_run ? "the standard output (-)"
                            : is_stream                                        ? "the standard input (-)"
                                                                               : nullptr;
  if (other != nullptr)
    return usage_diagnostic(formatted("--memory scatters rows of files and cannot be combined with {}", other));
  if (!options.done.empty() && !options.in_place) return usage_diagnostic("--done is only used with --in-place");
  if (!options.folder.empty() && options.in_place)
    return usage_diagnostic("--folder is for the temporary files of a new file, and --in-place makes none");
  return std::nullopt;
}

// What says how codes are decoded says nothing of other data.
outcome check_codes(const operator_options& options) {
  if (options.has_codes()) return std::nullopt;
  const char* const other = options.zero_points    ? "--zero-points"
                            : options.codebook     ? "--codebook"
                            : options.bits         ? "--bits"
                            : options.block_size   ? "--block-size"
                            : options.packing      ? "--packing"
                            : options.columns      ? "--columns"
                            : options.output_dtype ? "--output-dtype"
                                                   : nullptr;
  if (other == nullptr) return std::nullopt;
  return usage_diagnostic(formatted("{} is only used with --scales", other),
                          "--scales says that the data are rows of codes, and what they are multiplied by");
}

std::ptrdiff_t streams_of(const operator_options& options) {
  std::ptrdiff_t streams = (is_standard_input(options.data) ? 1 : 0) + (is_standard_input(options.updates) ? 1 : 0);
  if (options.indices && is_standard_input(*options.indices)) ++streams;
  for (const further_operand& one : further_operands) {
    const std::string* const file = one.file_of(options);
    if (file != nullptr && is_standard_input(*file)) ++streams;
  }
  return streams;
}

}  // namespace

outcome check_operator_options(const operator_options& options, bool has_output) {
  if (options.fill && options.out_of_bounds != STREW_OOB_FILL) {
    return usage_diagnostic("--fill-value is only used with --out-of-bounds fill");
  }
  if (streams_of(options) > 1) return usage_diagnostic("the standard input (-) can be one operand only");
  if (options.exclude_self && options.include_self) {
    return usage_diagnostic("--exclude-self and --include-self contradict each other");
  }
  if (auto error = check_codes(options)) return error;
  if (options.init && !options.zeros) {
    return usage_diagnostic("--init is only used with --zeros", "--zeros 1000,64 --init 1 are 1000 rows of 64 ones");
  }
  if (!has_output) return std::nullopt;
  if (auto error = check_memory(options)) return error;
  if (options.in_place) {
    if (auto error = check_in_place(options)) return error;
  } else if (options.output.empty() && !options.common.dry_run) {
    return usage_diagnostic("no output is named", "-o FILE names it; --dry-run needs none");
  }
  if (!is_written_to_standard_output(options) || options.common.dry_run) return std::nullopt;
  if (options.common.json) return usage_diagnostic("--json and an array (-) both want the standard output");
  if (platform::is_terminal(platform::standard_output)) {
    return usage_diagnostic("the standard output is a terminal, and an array is not text", "-o FILE names a file");
  }
  return std::nullopt;
}

}  // namespace strew::cli
