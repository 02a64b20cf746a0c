#include "diagnostic.hpp"

#include <string_view>

#include "index_diagnostic.hpp"

#include "choices.hpp"
#include "formatted.hpp"
#include "library_text.hpp"

namespace strew::cli {
namespace {

int code_of(strew_status status) {
  switch (status) {
    case STREW_STATUS_ATTRIBUTE:
      return exit_usage;
    case STREW_STATUS_TYPE:
    case STREW_STATUS_SHAPE:
    case STREW_STATUS_SIZE:
    case STREW_STATUS_INDEX:
      return exit_data;
    case STREW_STATUS_MEMORY:
      return exit_resources;
    default:
      return exit_defect;
  }
}

// Without rule and operand: the diagnostic names the operand's file first and the rule last.
std::string values_of(const strew_error& error) {
  strew_vocabulary words = STREW_VOCABULARY_INIT;
  words.parts = 0;
  return library_text(
      [&](char* text, std::size_t capacity) { return strew_error_text(&error, &words, text, capacity); });
}

std::string numpy_hint(strew_dtype wanted) {
  const std::string name = numpy_name(wanted);
  return name.empty() ? "" : formatted("in NumPy, a.astype('{}') converts it", name);
}

// What the message does not say already: most say which values are possible.
std::string rule_hint(const strew_error& error, const call_info& info) {
  const std::string_view rule = error.rule;
  if (rule == "TY2") return numpy_hint(info.dtype);
  if (rule == "TY3") return numpy_hint(STREW_DTYPE_I64);
  const bool is_of_named = rule == "TY4" || (rule == "TY5" && error.operand == STREW_OPERAND_SCALES);
  if (is_of_named && info.has_no_name) return "--dtype NAME says what the elements are, e.g. --dtype bf16";
  if (rule == "TY4") return info.dtype == STREW_DTYPE_OPAQUE ? "" : "strew caps lists the reductions of each type";
  const bool is_operand = !info.files.of(error.operand).empty();
  if (error.status == STREW_STATUS_SHAPE && is_operand)
    return formatted("strew {} --help says which extents it takes", info.command);
  return "";
}

}  // namespace

diagnostic usage_diagnostic(std::string message, std::string hint) {
  diagnostic made;
  made.code = exit_usage;
  made.kind = "usage";
  made.message = std::move(message);
  made.hint = std::move(hint);
  return made;
}

diagnostic file_diagnostic(const std::string& file, const files::failure& failure) {
  diagnostic made;
  made.code = failure.kind == files::failure_kind::resources ? exit_resources : exit_file;
  switch (failure.kind) {
    case files::failure_kind::usage:
      made.code = exit_usage;
      made.kind = "usage";
      break;
    case files::failure_kind::system:
      made.kind = "file";
      break;
    case files::failure_kind::protected_file:
      made.kind = "file";
      made.hint = "--force replaces it all the same";
      break;
    case files::failure_kind::format:
      made.kind = "format";
      break;
    case files::failure_kind::resources:
      made.kind = "resources";
      break;
    case files::failure_kind::interrupted:
      made.kind = "interrupted";
      break;
  }
  made.file = file;
  made.message = failure.message;
  return made;
}

outcome file_outcome(const std::string& file, const files::maybe_failure& failure) {
  return failure ? outcome(file_diagnostic(file, *failure)) : std::nullopt;
}

const std::string& operand_files::of(std::int32_t operand) const {
  static const std::string none;
  const auto found = names_.find(operand);
  return found == names_.end() ? none : found->second;
}

diagnostic library_diagnostic(const strew_error& error, const call_info& info) {
  diagnostic made;
  made.code = code_of(error.status);
  made.kind = strew_status_name(error.status);
  made.file = info.files.of(error.operand);
  if (error.rule[0] != '\0') made.details.add("rule", error.rule);
  if (error.status == STREW_STATUS_INDEX && error.rule != std::string_view("OF1")) {
    describe_index_error(error, info, made);
    return made;
  }
  made.message = values_of(error);
  if (error.rule[0] != '\0') made.message += formatted(" ({})", error.rule);
  if (made.code == exit_data || made.code == exit_usage) made.hint = rule_hint(error, info);
  if (error.status == STREW_STATUS_CANCELLED) made.kind = "interrupted";
  return made;
}

}  // namespace strew::cli
