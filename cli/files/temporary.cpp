#include "files/temporary.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <random>

namespace strew::files {
namespace {

constexpr int name_attempts = 64;

std::string random_name() {
  static constexpr char digits[] = "0123456789abcdef";
  std::random_device source;
  std::string name = ".strew-";
  for (int i = 0; i < 4; ++i) {
    for (std::uint32_t bits = source(), n = 0; n < 4; ++n, bits >>= 4) name += digits[bits & 15];
  }
  return name + ".tmp";
}

// As rename, but fails with EEXIST. Kernels without support return ENOSYS, file systems EINVAL.
int rename_to_free_name(int directory, const char* from, const char* to) {
#if defined(RENAME_NOREPLACE)
  const int status = ::renameat2(directory, from, directory, to, RENAME_NOREPLACE);
  if (status == 0 || (errno != ENOSYS && errno != EINVAL)) return status;
#endif
  return ::renameat(directory, from, directory, to);
}

}  // namespace

temporary_file::~temporary_file() {
  if (is_there_) ::unlinkat(directory_, name_.c_str(), 0);
}

maybe_failure temporary_file::create(mode_t mode) {
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  for (int attempt = 0; attempt < name_attempts && !is_there_; ++attempt) {
    name_ = random_name();
    file_.set(uninterrupted([&] { return ::openat(directory_, name_.c_str(), flags, mode); }));
    is_there_ = file_.get() >= 0;
    if (!is_there_ && errno != EEXIST) break;
  }
  if (!is_there_) return system_failure("no temporary file can be made in its directory", errno);
  copy_.set(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
  if (copy_.get() < 0) return system_failure("its temporary file cannot be held open twice", errno);
  return std::nullopt;
}

maybe_failure temporary_file::bring_to_the_disk() {
  if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0) {
    return system_failure("cannot be written to the disk", errno);
  }
  // Some errors are only reported by close, but attributes are set until the rename. So the file is opened twice, and
  // closed once before.
  if (copy_.get() >= 0 && !copy_.close_now()) return system_failure("cannot be closed", errno);
  return std::nullopt;
}

result<bool> temporary_file::put_at(const std::string& name, replacing existing) {
  const bool is_free = existing == replacing::nothing;
  const int status = is_free ? rename_to_free_name(directory_, name_.c_str(), name.c_str())
                             : ::renameat(directory_, name_.c_str(), directory_, name.c_str());
  if (status == 0) {
    is_there_ = false;
    return true;
  }
  if (is_free && errno == EEXIST) return false;
  return system_failure("cannot be put in its place", errno);
}

failure temporary_file::give_up(failure why) {
  if (!is_there_) return why;
  const bool is_removed = ::unlinkat(directory_, name_.c_str(), 0) == 0;
  is_there_ = false;
  if (!is_removed) why.message += engine::formatted("; {} beside it could not be removed", name_);
  return why;
}

}  // namespace strew::files
