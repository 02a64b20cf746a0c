#include "files/platform/rights.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace strew::files {
namespace {

failure read_only(const char* whose, unsigned mode) {
  std::string digits;
  for (const unsigned shift : {9U, 6U, 3U, 0U}) digits += static_cast<char>('0' + (mode >> shift & 7U));
  return {failure_kind::protected_file, engine::formatted("is read-only{} (mode {})", whose, digits)};
}

}  // namespace

const char* const why_nobody_writes = "its mode lets nobody write";

maybe_failure check_rights(const std::string& path, const file_status& status) {
  if ((status.mode & anybody_writes) == 0) return read_only("", status.mode);
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0) return std::nullopt;
  if (errno == EACCES) return read_only(" for this user", status.mode);
  return system_failure("cannot be written", errno);
}

maybe_failure check_before_writing(const file_status& /*status*/) {
  return std::nullopt;
}

}  // namespace strew::files
