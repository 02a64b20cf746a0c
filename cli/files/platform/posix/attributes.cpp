#include "files/attributes.hpp"

#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <cerrno>

#include "files/descriptor.hpp"

namespace strew::files {
namespace {

constexpr mode_t set_ids = S_ISUID | S_ISGID;
constexpr mode_t permission_bits = S_IRWXU | S_IRWXG | S_IRWXO;

// Errors that count as a refusal: for this process, for such an id, or by a file system without owners.
bool is_refusal(int error_number) {
  return error_number == EPERM || error_number == EINVAL || error_number == ENOTSUP || error_number == ENOSYS;
}

maybe_failure examine(int file, struct stat& status) {
  if (::fstat(file, &status) == 0) return std::nullopt;
  return system_failure("its temporary file cannot be examined", errno);
}

// File systems without modes refuse it.
maybe_failure close_to_others(int file, const struct stat& status) {
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) return std::nullopt;
  if (uninterrupted([&] { return ::fchmod(file, S_IRUSR | S_IWUSR); }) == 0 || is_refusal(errno)) return std::nullopt;
  return system_failure("its temporary file cannot be closed to others", errno);
}

// A user who may not change the owner may still set a group that the user belongs to.
maybe_failure change_owner(int file, uid_t owner, gid_t group) {
  constexpr auto same = static_cast<uid_t>(-1);
  for (const uid_t to : {owner, same}) {
    if (uninterrupted([&] { return ::fchown(file, to, group); }) == 0) return std::nullopt;
    if (!is_refusal(errno)) return system_failure("its owner cannot be kept", errno);
  }
  return std::nullopt;
}

// Without the old group its members become others, and members of the new group were others: both get what group and
// others both had.
mode_t mode_without_group(mode_t mode) {
  const unsigned all = mode, both = (all >> 3) & all & S_IRWXO;
  return static_cast<mode_t>((all & S_IRWXU) | (both << 3) | both);
}

#if defined(__linux__)
constexpr const char* access_list = "system.posix_acl_access";

// Also on file systems without lists.
bool says_there_is_none(int error_number) {
  return error_number == ENODATA || error_number == ENOTSUP || error_number == ENOSYS;
}

result<bool> has_list(const std::string& path) {
  const ssize_t bytes = ::getxattr(path.c_str(), access_list, nullptr, 0);
  if (bytes < 0 && !says_there_is_none(errno)) return system_failure("its access control list cannot be read", errno);
  return bytes > 0;
}

// That which a new file has from its directory.
maybe_failure remove_list(int file) {
  if (::fremovexattr(file, access_list) == 0 || says_there_is_none(errno)) return std::nullopt;
  return system_failure("the access control list of its directory cannot be removed", errno);
}
#else
result<bool> has_list(const std::string&) {
  return false;
}
maybe_failure remove_list(int) {
  return std::nullopt;
}
#endif

}  // namespace

result<file_attributes> attributes_of(const std::string& path, const file_status& status) {
  const result<bool> has = has_list(path);
  if (!has) return has.error();
  const mode_t kept = *has ? S_IRWXU : permission_bits | set_ids;
  return file_attributes{status.mode & kept, status.owner, status.group};
}

maybe_failure hand_on(const file_attributes& kept, int file) {
  const auto is_same_owner = [&](const struct stat& status) {
    return status.st_uid == kept.owner && status.st_gid == kept.group;
  };
  struct stat now;
  if (auto error = examine(file, now)) return error;
  if (auto error = close_to_others(file, now)) return error;
  if (!is_same_owner(now)) {
    if (auto error = change_owner(file, kept.owner, kept.group)) return error;
    if (auto error = examine(file, now)) return error;
  }
  const bool has_group = now.st_gid == kept.group;
  if (auto error = remove_list(file)) return error;
  const auto old = static_cast<mode_t>(kept.mode);
  mode_t mode = has_group ? old : mode_without_group(old);
  if (!is_same_owner(now)) mode &= ~set_ids;
  // File systems without modes refuse to change them.
  if (auto error = examine(file, now)) return error;
  if ((now.st_mode & (permission_bits | set_ids)) == mode) return std::nullopt;
  if (uninterrupted([&] { return ::fchmod(file, mode); }) == 0) return std::nullopt;
  return system_failure("its mode cannot be kept", errno);
}

}  // namespace strew::files
