// What the tests of output files share.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <span>
#include <string>

#include "files/output.hpp"

namespace strew::test {

inline files::maybe_failure write_text(const std::string& path, const std::string& text,
                                       const files::transfer_hooks& hooks = {},
                                       files::protection guard = files::protection::respected) {
  const std::array<std::span<const std::byte>, 2> parts{std::as_bytes(std::span(text).first(text.size() / 2)),
                                                        std::as_bytes(std::span(text).subspan(text.size() / 2))};
  return files::write_file(path, parts, hooks, guard);
}

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
