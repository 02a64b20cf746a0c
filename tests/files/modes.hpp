// Modes, and what another user may do.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <string>

namespace strew::test {

inline struct stat status_of(const std::string& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) status = {};
  return status;
}

inline mode_t mode_of(const std::string& path) {
  return status_of(path).st_mode & 07777U;
}

// Tests hold whatever umask they are started with.
class umask_of {
 public:
  explicit umask_of(mode_t mask) : before_(::umask(mask)) {}
  umask_of(const umask_of&) = delete;
  umask_of& operator=(const umask_of&) = delete;
  ~umask_of() { ::umask(before_); }

 private:
  mode_t before_;
};

// Root may do everything, so root takes another user's place for a moment and gives that user these files. The group
// stays. Other users stay who they are.
class other_user {
 public:
  explicit other_user(std::initializer_list<std::string> given) {
    if (::geteuid() != 0) return;
    is_root_ = true;
    for (const std::string& path : given) is_root_ = is_root_ && ::chown(path.c_str(), nobody, getegid()) == 0;
    is_root_ = is_root_ && ::seteuid(nobody) == 0;
  }
  other_user(const other_user&) = delete;
  other_user& operator=(const other_user&) = delete;
  ~other_user() {
    if (is_root_ && ::seteuid(0) != 0) std::abort();
  }

  static constexpr uid_t nobody = 65534;

 private:
  bool is_root_ = false;
};

}  // namespace strew::test
