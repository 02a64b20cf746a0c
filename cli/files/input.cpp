#include "files/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace strew::files {
namespace {

constexpr std::uint64_t largest_read = std::uint64_t{16} << 20;

failure cut_short(std::uint64_t expected, std::uint64_t found) {
  return refused("the file is cut short: {} bytes are needed here, {} are left", expected, found);
}

std::string_view name_of_kind(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  return S_ISSOCK(mode) ? "a socket" : "a device";
}

maybe_failure check_kind(const struct stat& status, access rights) {
  if (S_ISDIR(status.st_mode)) return failure{failure_kind::system, "is a directory"};
  if (S_ISREG(status.st_mode) || rights == access::read) return std::nullopt;
  return failure{failure_kind::system,
                 engine::formatted("is {}; only a regular file is {}", name_of_kind(status.st_mode),
                                   rights == access::read_and_write ? "written in place" : "read in any order")};
}

// False where opening it tells why it cannot be used.
result<bool> examine(const std::string& path, struct stat& status) {
  const int found = path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
  if (found == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == EBADF) return false;
  return system_failure("cannot be examined", errno);
}

// Before it is opened.
maybe_failure check_path(const std::string& path, access rights) {
  struct stat status;
  const result<bool> is_there = examine(path, status);
  if (!is_there) return is_there.error();
  if (!*is_there) return std::nullopt;
  if (S_ISSOCK(status.st_mode)) return failure{failure_kind::system, "is a socket, which cannot be opened as a file"};
  return check_kind(status, rights);
}

maybe_failure check_writable(const struct stat& status) {
  if ((status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0) return std::nullopt;
  return failure{failure_kind::system, "is read-only: its mode lets nobody write"};
}

}  // namespace

result<bool> is_stream(const std::string& path) {
  struct stat status;
  const result<bool> is_there = examine(path, status);
  if (!is_there) return is_there.error();
  return *is_there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

result<input_file> input_file::open(const std::string& path, transfer_hooks hooks, access rights) {
  const bool is_standard_input = path == "-";
  const int mode = rights == access::read_and_write ? O_RDWR : O_RDONLY;
  int descriptor = STDIN_FILENO;
  if (!is_standard_input) {
    if (auto error = check_path(path, rights)) return *error;
    // Opening a pipe waits for its writer.
    do {
      if (hooks.stop && hooks.stop()) return interrupted();
      descriptor = ::open(path.c_str(), mode | O_CLOEXEC | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_failure("cannot be opened", errno);
  }
  input_file file(descriptor, !is_standard_input, std::move(hooks));
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return system_failure("cannot be examined", errno);
  if (auto error = check_kind(status, rights)) return *error;
  if (rights == access::read_and_write) {
    if (auto error = check_writable(status)) return *error;
  }
  if (S_ISREG(status.st_mode)) {
    const off_t start = std::max<off_t>(0, ::lseek(descriptor, 0, SEEK_CUR));
    file.start_ = static_cast<std::uint64_t>(start);
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    file.written_ = status.st_mtim;
    file.remaining_ = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size - start));
  }
  return file;
}

input_file& input_file::operator=(input_file&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(owned_, other.owned_);
  std::swap(hooks_, other.hooks_);
  remaining_ = other.remaining_;
  start_ = other.start_;
  size_ = other.size_;
  written_ = other.written_;
  consumed_ = other.consumed_;
  return *this;
}

input_file::~input_file() {
  if (owned_) ::close(descriptor_);
}

maybe_failure input_file::read(std::uint64_t bytes, buffer& target) {
  if (remaining_.has_value()) {
    if (bytes > *remaining_) return cut_short(bytes, *remaining_);
    if (!target.resize(bytes)) return no_memory(bytes);
    return read_piece(target.data(), bytes, 0, bytes);
  }
  return read_growing(bytes, target, [&](std::byte* to, std::uint64_t piece, std::uint64_t done) {
    return read_piece(to, piece, done, bytes);
  });
}

maybe_failure input_file::expect_all(std::uint64_t bytes, const std::string& text) const {
  const std::uint64_t left = remaining_.value_or(0);
  if (bytes > left) return cut_short(bytes, left);
  return bytes < left ? maybe_failure(refused("{} bytes follow {}", left - bytes, text)) : std::nullopt;
}

maybe_failure input_file::narrow(std::uint64_t offset, std::uint64_t bytes) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) return system_failure("cannot be read", errno);
  start_ = offset;
  consumed_ = 0;
  remaining_ = bytes;
  return std::nullopt;
}

maybe_failure input_file::read_piece(std::byte* target, std::uint64_t bytes, std::uint64_t done, std::uint64_t total) {
  std::uint64_t got = 0;
  while (got < bytes) {
    if (is_stopped()) return interrupted();
    const std::uint64_t wish = std::min(bytes - got, largest_read);
    const ssize_t count = ::read(descriptor_, target + got, static_cast<std::size_t>(wish));
    if (count < 0) {
      if (errno == EINTR) continue;
      return system_failure("cannot be read", errno);
    }
    if (count == 0) return cut_short(total, done + got);
    got += static_cast<std::uint64_t>(count);
    consumed_ += static_cast<std::uint64_t>(count);
    if (remaining_.has_value()) *remaining_ -= std::min(*remaining_, static_cast<std::uint64_t>(count));
    if (hooks_.advance) hooks_.advance(done + got, total);
  }
  return std::nullopt;
}

std::optional<mapping> input_file::map(std::uint64_t bytes, mapping_use use) const {
  if (!remaining_.has_value() || bytes > *remaining_) return std::nullopt;
  return mapping::of_file(descriptor_, position(), bytes, use);
}

maybe_failure input_file::check_not_shorter() const {
  struct stat status;
  if (!remaining_.has_value()) return std::nullopt;
  if (::fstat(descriptor_, &status) != 0) return system_failure("cannot be examined", errno);
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size));
  if (size >= size_) return std::nullopt;
  return failure{failure_kind::system,
                 engine::formatted("became shorter while it was read: it had {} bytes and has {}", size_, size)};
}

maybe_failure input_file::check_unchanged() const {
  struct stat status;
  if (!remaining_.has_value()) return std::nullopt;
  if (auto error = check_not_shorter()) return error;
  if (::fstat(descriptor_, &status) != 0) return system_failure("cannot be examined", errno);
  if (status.st_mtim.tv_sec == written_.tv_sec && status.st_mtim.tv_nsec == written_.tv_nsec) return std::nullopt;
  return failure{failure_kind::system, "was written while it was read"};
}

bool input_file::is_same_as(int number) const {
  struct stat here;
  struct stat there;
  return ::fstat(descriptor_, &here) == 0 && ::fstat(number, &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

maybe_failure input_file::expect_end(const std::string& text) {
  if (remaining_.has_value()) {
    return expect_all(0, text);
  }
  std::byte extra;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, &extra, 1);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return system_failure("cannot be read", errno);
  if (count > 0) return refused("more bytes follow {}", text);
  return std::nullopt;
}

}  // namespace strew::files
