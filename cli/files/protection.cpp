#include "files/protection.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace strew::files {
namespace {

failure read_only(const char* whose, mode_t mode) {
  std::string digits;
  for (const unsigned shift : {9U, 6U, 3U, 0U}) digits += static_cast<char>('0' + (mode >> shift & 7U));
  return {failure_kind::protected_file, engine::formatted("is read-only{} (mode {})", whose, digits)};
}

}  // namespace

maybe_failure check_protection(const target& there) {
  if (there.kind != target_kind::file) return std::nullopt;
  const mode_t mode = there.status.st_mode;
  if ((mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0) return read_only("", mode);
  if (::faccessat(AT_FDCWD, there.path.c_str(), W_OK, AT_EACCESS) != 0) {
    if (errno == EACCES) return read_only(" for this user", mode);
    return system_failure("cannot be written", errno);
  }
  if (there.status.st_nlink > 1) {
    return failure{failure_kind::protected_file,
                   engine::formatted("has {} names (hard links), and the others would keep the old content",
                                     there.status.st_nlink)};
  }
  return std::nullopt;
}

}  // namespace strew::files
