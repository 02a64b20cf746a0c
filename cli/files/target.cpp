#include "files/target.hpp"

#include <cerrno>
#include <utility>

namespace strew::files {

result<target> find_target(const std::string& path) {
  file_status link;
  if (!examine_link(path, link)) {
    // A path that cannot be examined may be a link.
    if (errno != ENOENT) return system_failure("cannot be examined", errno);
    return target{target_kind::nothing, path, {}};
  }
  file_status status;
  if (!examine(path, status)) return system_failure("is a link that cannot be followed", errno);
  if (status.kind == file_kind::folder) return failure{failure_kind::system, "is a directory"};
  if (status.kind != file_kind::regular) return target{target_kind::stream, path, status};
  std::string resolved = replaced_path(path, link);
  if (resolved.empty()) return system_failure("is a link that cannot be followed", errno);
  return target{target_kind::file, std::move(resolved), status};
}

}  // namespace strew::files
