#include "platform/files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace strew::platform {
namespace {

int flags_of(const opening& how) {
  const int to = how.to == rights::read ? O_RDONLY : how.to == rights::write ? O_WRONLY : O_RDWR;
  const int makes = how.makes == making::nothing      ? 0
                    : how.makes == making::if_missing ? O_CREAT
                    : how.makes == making::emptied    ? O_CREAT | O_TRUNC
                                                      : O_CREAT | O_EXCL | O_NOFOLLOW;
  return to | makes | (how.waits ? 0 : O_NONBLOCK) | O_CLOEXEC | O_NOCTTY;
}

int number_of(int folder) {
  return folder == working_folder ? AT_FDCWD : folder;
}

}  // namespace

int open_file(const char* path, const opening& how) {
  return ::open(path, flags_of(how), static_cast<mode_t>(how.mode));
}

int open_in(int folder, const char* name, const opening& how) {
  return ::openat(number_of(folder), name, flags_of(how), static_cast<mode_t>(how.mode));
}

int open_folder(const char* path) {
  return ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int open_folder_alone(const char* path, bool& is_held) {
  const int folder = open_folder(path);
  is_held = folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) != 0;
  if (!is_held) return folder;
  const int why = errno;
  ::close(folder);
  errno = why;
  return -1;
}

int copy_of(int file) {
  return ::fcntl(file, F_DUPFD_CLOEXEC, 0);
}

bool close_file(int file) {
  return ::close(file) == 0;
}

std::int64_t read_some(int file, void* to, std::size_t bytes) {
  return ::read(file, to, bytes);
}

std::int64_t write_some(int file, const void* from, std::size_t bytes) {
  return ::write(file, from, bytes);
}

std::int64_t read_at(int file, std::uint64_t offset, void* to, std::size_t bytes) {
  return ::pread(file, to, bytes, static_cast<off_t>(offset));
}

std::int64_t write_at(int file, std::uint64_t offset, const void* from, std::size_t bytes) {
  return ::pwrite(file, from, bytes, static_cast<off_t>(offset));
}

bool go_to(int file, std::uint64_t offset) {
  return ::lseek(file, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

std::int64_t place_in(int file) {
  return ::lseek(file, 0, SEEK_CUR);
}

std::int64_t size_of(int file) {
  struct stat about;
  return ::fstat(file, &about) == 0 ? std::int64_t{about.st_size} : -1;
}

std::int64_t size_in(int folder, const char* name) {
  struct stat about;
  return ::fstatat(number_of(folder), name, &about, 0) == 0 ? std::int64_t{about.st_size} : -1;
}

bool exists(const char* path) {
  struct stat about;
  return ::stat(path, &about) == 0;
}

bool make_folder(const char* path) {
  return ::mkdir(path, S_IRWXU) == 0;
}

bool remove_in(int folder, const char* name) {
  return ::unlinkat(number_of(folder), name, 0) == 0;
}

bool remove_folder(const char* path) {
  return ::rmdir(path) == 0;
}

bool rename_in(int folder, const char* from, const char* to) {
  return ::renameat(number_of(folder), from, number_of(folder), to) == 0;
}

bool sync_folder(int folder) {
  return ::fsync(folder) == 0;
}

bool is_regular(int file) {
  struct stat about;
  return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

bool is_terminal(int file) {
  return ::isatty(file) != 0;
}

}  // namespace strew::platform
