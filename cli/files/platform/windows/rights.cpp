#include "files/platform/rights.hpp"

#include <cerrno>

#include "files/descriptor.hpp"

namespace strew::files {

const char* const why_nobody_writes = "its attribute lets nobody write";

// Opening changes nothing of the file; access control lists say no sooner.
maybe_failure check_rights(const std::string& path, const file_status& status) {
  if ((status.mode & anybody_writes) == 0) return failure{failure_kind::protected_file, "is read-only (its attribute)"};
  const descriptor file(platform::open_file(path.c_str(), {platform::rights::write}));
  if (file.get() >= 0) return std::nullopt;
  if (errno == EACCES) return failure{failure_kind::protected_file, "is read-only for this user"};
  return system_failure("cannot be written", errno);
}

maybe_failure check_before_writing(const file_status& status) {
  if ((status.mode & anybody_writes) != 0) return std::nullopt;
  return failure{failure_kind::system, engine::formatted("is read-only: {}", why_nobody_writes)};
}

}  // namespace strew::files
