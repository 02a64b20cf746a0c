#include "options.hpp"

#include <unistd.h>

namespace strew::cli {

strew_options native_options(const operator_options& options) {
  strew_options made = STREW_OPTIONS_INIT;
  made.reduction = options.reduction;
  made.exclude_self = options.exclude_self ? 1 : 0;
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

outcome check_operator_options(const operator_options& options, bool has_output) {
  if (options.fill && options.out_of_bounds != STREW_OOB_FILL) {
    return usage_diagnostic("--fill-value is only used with --out-of-bounds fill");
  }
  const int from_stdin = (options.data == "-") + (options.indices == "-") + (options.updates == "-");
  if (from_stdin > 1) return usage_diagnostic("the standard input (-) can be one operand only");
  if (!has_output) return std::nullopt;
  if (options.output.empty() && !options.common.dry_run) {
    return usage_diagnostic("no output is named", "-o FILE names it; --dry-run needs none");
  }
  if (options.output != "-" || options.common.dry_run) return std::nullopt;
  if (options.common.json) return usage_diagnostic("--json and -o - both want the standard output");
  if (::isatty(STDOUT_FILENO) != 0) {
    return usage_diagnostic("the standard output is a terminal, and an array is not text", "-o FILE names a file");
  }
  return std::nullopt;
}

}  // namespace strew::cli
