#include "files/attributes.hpp"

#include <unistd.h>

#include <cerrno>

#include "files/acl.hpp"
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
// others both had. With a list the group bits are the mask, not the rights of the group.
mode_t mode_without_group(const file_attributes& kept) {
  const mode_t both = kept.acl.empty() ? (kept.mode >> 3) & kept.mode & S_IRWXO : 0;
  return (kept.mode & S_IRWXU) | (both << 3) | both;
}

}  // namespace

result<file_attributes> attributes_of(const std::string& path, const struct stat& status) {
  result<std::string> acl = acl_of(path);
  if (!acl) return acl.error();
  return file_attributes{status.st_mode & (permission_bits | set_ids), status.st_uid, status.st_gid, std::move(*acl)};
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
  if (auto error = set_acl(file, has_group ? kept.acl : std::string())) return error;
  mode_t mode = has_group ? kept.mode : mode_without_group(kept);
  if (!is_same_owner(now)) mode &= ~set_ids;
  // File systems without modes refuse to change them.
  if (auto error = examine(file, now)) return error;
  if ((now.st_mode & (permission_bits | set_ids)) == mode) return std::nullopt;
  if (uninterrupted([&] { return ::fchmod(file, mode); }) == 0) return std::nullopt;
  return system_failure("its mode cannot be kept", errno);
}

}  // namespace strew::files
