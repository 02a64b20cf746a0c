#include "files/acl.hpp"

#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <cerrno>

namespace strew::files {

#if defined(__linux__)
namespace {

constexpr const char* access_list = "system.posix_acl_access";
constexpr std::size_t longest_list = 65536;  // the system's own limit

// Also on file systems, and systems, without access control lists.
bool says_there_is_none(int error_number) {
  return error_number == ENODATA || error_number == ENOTSUP || error_number == ENOSYS;
}

}  // namespace

result<std::string> acl_of(const std::string& path) {
  std::string acl(longest_list, '\0');
  const ssize_t bytes = ::getxattr(path.c_str(), access_list, acl.data(), acl.size());
  if (bytes < 0 && !says_there_is_none(errno)) return system_failure("its access control list cannot be read", errno);
  acl.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
  return acl;
}

maybe_failure set_acl(int file, const std::string& acl) {
  const int status =
      acl.empty() ? ::fremovexattr(file, access_list) : ::fsetxattr(file, access_list, acl.data(), acl.size(), 0);
  if (status == 0 || (acl.empty() && says_there_is_none(errno))) return std::nullopt;
  return system_failure("its access control list cannot be kept", errno);
}

#else

result<std::string> acl_of(const std::string&) {
  return std::string();
}

maybe_failure set_acl(int, const std::string&) {
  return std::nullopt;
}

#endif

}  // namespace strew::files
