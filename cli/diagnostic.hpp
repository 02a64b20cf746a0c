// The error report of a command: a message, a hint, an exit code, and the same as fields for --json.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "files/result.hpp"
#include "json.hpp"
#include "strew/strew.h"

namespace strew::cli {

enum exit_code : int {
  exit_ok = 0,
  exit_unclean = 1,  // what was checked is not so
  exit_usage = 2,
  exit_data = 3,       // an index, a shape or a type
  exit_file = 4,       // a file that cannot be used or is not what its format requires
  exit_resources = 5,  // no memory, no space
  exit_defect = 70     // strew itself is wrong
};

struct diagnostic {
  int code = exit_usage;
  std::string kind;     // "usage", "file", "format", "resources", "interrupted", or the name of a status
  std::string file;     // may be empty
  std::string message;  // without the file
  std::string hint;     // may be empty
  json_object details;  // more fields for --json
};

// Empty means success.
using outcome = std::optional<diagnostic>;

diagnostic usage_diagnostic(std::string message, std::string hint = "");
diagnostic file_diagnostic(const std::string& file, const files::failure& failure);
outcome file_outcome(const std::string& file, const files::maybe_failure& failure);

// The files of the operands of a call; an empty name if there is none.
class operand_files {
 public:
  // By the number of an operand, STREW_OPERAND_DATA and so on.
  std::string& of(std::int32_t operand) { return names_[operand]; }
  [[nodiscard]] const std::string& of(std::int32_t operand) const;

 private:
  std::map<std::int32_t, std::string> names_;
};

// Reductions are of rows by segments, scans tell their values on the way, products are of a row of each of two arrays.
enum class operator_kind { gather, scatter, append, reduction, scan, product };

constexpr bool has_updates(operator_kind kind) {
  return kind == operator_kind::scatter || kind == operator_kind::append;
}

constexpr bool has_segments(operator_kind kind) {
  return kind == operator_kind::reduction || kind == operator_kind::scan || kind == operator_kind::product;
}

// Context for reporting an error of the library.
struct call_info {
  operand_files files;
  const char* command = "";                    // "gather-nd"
  operator_kind kind = operator_kind::gather;  // selects the possible hints
  strew_dtype dtype = STREW_DTYPE_OPAQUE;      // of data
  bool has_no_name = false;                    // data, of codes scales, are bytes that may be of a type without a name
  std::int64_t first_axis = 0;                 // the dimension that component 0 of a tuple addresses
  std::vector<std::int64_t> position_extents;  // of the index operands without a tuple dimension
  std::uint64_t positions = 0;                 // their product
};

diagnostic library_diagnostic(const strew_error& error, const call_info& info);

}  // namespace strew::cli
