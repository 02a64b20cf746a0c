#include "files/target.hpp"

#include <cerrno>
#include <cstdlib>
#include <memory>

namespace strew::files {

result<target> find_target(const std::string& path) {
  struct stat link;
  if (::lstat(path.c_str(), &link) != 0) {
    // A path that cannot be examined may be a link.
    if (errno != ENOENT) return system_failure("cannot be examined", errno);
    return target{target_kind::nothing, path, {}};
  }
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return system_failure("is a link that cannot be followed", errno);
  if (S_ISDIR(status.st_mode)) return failure{failure_kind::system, "is a directory"};
  if (!S_ISREG(status.st_mode)) return target{target_kind::stream, path, status};
  if (!S_ISLNK(link.st_mode)) return target{target_kind::file, path, status};
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  if (resolved == nullptr) return system_failure("is a link that cannot be followed", errno);
  return target{target_kind::file, resolved.get(), status};
}

}  // namespace strew::files
