#include "files/platform/replace.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace strew::files {

const bool are_renamed_closed = false;
const bool are_mapped_replaced = true;

bool rename_over(int folder, const char* from, const char* to) {
  return ::renameat(folder, from, folder, to) == 0;
}

// Kernels without support return ENOSYS, file systems EINVAL.
bool rename_to_free_name(int folder, const char* from, const char* to) {
#if defined(RENAME_NOREPLACE)
  const int status = ::renameat2(folder, from, folder, to, RENAME_NOREPLACE);
  if (status == 0 || (errno != ENOSYS && errno != EINVAL)) return status == 0;
#elif defined(RENAME_EXCL)
  const int status = ::renameatx_np(folder, from, folder, to, RENAME_EXCL);
  if (status == 0 || (errno != ENOTSUP && errno != EINVAL)) return status == 0;
#endif
  return ::renameat(folder, from, folder, to) == 0;
}

bool reserve_quickly([[maybe_unused]] int file, [[maybe_unused]] std::uint64_t bytes) {
#if defined(__linux__)
  return ::fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0;
#else
  errno = EOPNOTSUPP;
  return false;
#endif
}

bool lead_to_one_file(const std::string& one, const std::string& other) {
  // Absolute first: of a name whose beginning does not exist only that is resolved.
  const auto name_of = [](const std::string& path, std::error_code& unknown) {
    const std::filesystem::path whole = std::filesystem::absolute(path, unknown);
    return unknown ? whole : std::filesystem::weakly_canonical(whole, unknown);
  };
  std::error_code unknown, other_unknown;
  return name_of(one, unknown) == name_of(other, other_unknown) && !unknown && !other_unknown;
}

}  // namespace strew::files
