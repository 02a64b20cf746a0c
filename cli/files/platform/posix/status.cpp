#include "files/platform/status.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <memory>

namespace strew::files {
namespace {

file_kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return file_kind::regular;
  if (S_ISDIR(mode)) return file_kind::folder;
  if (S_ISLNK(mode)) return file_kind::link;
  if (S_ISFIFO(mode)) return file_kind::pipe;
  return S_ISSOCK(mode) ? file_kind::socket : file_kind::device;
}

file_time written_of(const struct stat& from) {
#if defined(__APPLE__)
  const auto& time = from.st_mtimespec;
#else
  const auto& time = from.st_mtim;
#endif
  return {time.tv_sec, time.tv_nsec};
}

bool take(int found, const struct stat& from, file_status& to) {
  if (found != 0) return false;
  to.kind = kind_of(from.st_mode);
  to.bytes = from.st_size > 0 ? static_cast<std::uint64_t>(from.st_size) : 0;
  to.written = written_of(from);
  to.names = from.st_nlink;
  to.identity = {static_cast<std::uint64_t>(from.st_dev), from.st_ino};
  to.mode = from.st_mode & (S_ISUID | S_ISGID | S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO);
  to.owner = from.st_uid;
  to.group = from.st_gid;
  return true;
}

}  // namespace

bool examine(int file, file_status& status) {
  struct stat from;
  return take(::fstat(file, &from), from, status);
}

bool examine(const std::string& path, file_status& status) {
  struct stat from;
  return take(::stat(path.c_str(), &from), from, status);
}

bool examine_link(const std::string& path, file_status& status) {
  struct stat from;
  return take(::lstat(path.c_str(), &from), from, status);
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr), &std::free);
  return found ? std::string(found.get()) : std::string();
}

std::string replaced_path(const std::string& path, const file_status& link) {
  return link.kind == file_kind::link ? real_path(path) : path;
}

}  // namespace strew::files
