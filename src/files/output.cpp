#include "files/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>

namespace strew::files {
namespace {

using part_list = std::span<const std::span<const std::byte>>;

constexpr std::size_t largest_write = std::size_t{16} << 20;
constexpr int name_attempts = 64;

class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int get() const { return number_; }
  void set(int number) { number_ = number; }
  // The last error of a file may first be told by close.
  int close_now() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

std::uint64_t total_bytes(part_list parts) {
  std::uint64_t total = 0;
  for (const auto& part : parts) total += part.size();
  return total;
}

maybe_failure write_parts(int file, part_list parts, const transfer_hooks& hooks) {
  const std::uint64_t total = total_bytes(parts);
  std::uint64_t done = 0;
  for (auto part : parts) {
    while (!part.empty()) {
      if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
      const ssize_t count = ::write(file, part.data(), std::min(part.size(), largest_write));
      if (count < 0) {
        if (errno == EINTR) continue;
        return system_failure("cannot be written", errno);
      }
      part = part.subspan(static_cast<std::size_t>(count));
      done += static_cast<std::uint64_t>(count);
      if (hooks.advance) hooks.advance(done, total);
    }
  }
  return std::nullopt;
}

// Asks for the whole space first, so that a full disk is told before gigabytes are written. File systems that cannot
// do it say so and are written without.
maybe_failure reserve_space([[maybe_unused]] int file, [[maybe_unused]] std::uint64_t bytes) {
#if defined(__linux__)
  if (bytes == 0) return std::nullopt;
  int status = 0;
  do {
    status = ::fallocate(file, 0, 0, static_cast<off_t>(bytes));
  } while (status != 0 && errno == EINTR);
  if (status != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
    return system_failure("cannot be written, " + std::to_string(bytes) + " bytes are needed", errno);
  }
#endif
  return std::nullopt;
}

struct target {
  std::string directory;
  std::string name;
};

target split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

std::string random_name() {
  static constexpr char digits[] = "0123456789abcdef";
  std::random_device source;
  std::string name = ".strew-";
  for (int i = 0; i < 4; ++i) {
    for (std::uint32_t bits = source(), n = 0; n < 4; ++n, bits >>= 4) name += digits[bits & 15];
  }
  return name + ".tmp";
}

// A name that exists is never opened: neither a file nor a link that someone planted.
maybe_failure create_temporary(int directory, std::string& name, descriptor& file) {
  for (int attempt = 0; attempt < name_attempts; ++attempt) {
    name = random_name();
    file.set(::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file.get() >= 0) return std::nullopt;
    if (errno != EEXIST && errno != EINTR) break;
  }
  return system_failure("no temporary file can be made in its directory", errno);
}

maybe_failure fill_temporary(descriptor& file, part_list parts, const transfer_hooks& hooks) {
  if (auto error = reserve_space(file.get(), total_bytes(parts))) return error;
  if (auto error = write_parts(file.get(), parts, hooks)) return error;
  if (::fsync(file.get()) != 0) return system_failure("cannot be written to the disk", errno);
  if (file.close_now() != 0) return system_failure("cannot be closed", errno);
  if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
  return std::nullopt;
}

maybe_failure replace_file(const std::string& path, part_list parts, const transfer_hooks& hooks) {
  const target to = split(path);
  if (to.name.empty()) return failure{failure_kind::system, "names a directory"};
  descriptor directory(::open(to.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return system_failure("its directory cannot be opened", errno);
  std::string temporary;
  descriptor file;
  if (auto error = create_temporary(directory.get(), temporary, file)) return error;
  maybe_failure error = fill_temporary(file, parts, hooks);
  if (!error && ::renameat(directory.get(), temporary.c_str(), directory.get(), to.name.c_str()) != 0) {
    error = system_failure("cannot be put in its place", errno);
  }
  if (error) {
    ::unlinkat(directory.get(), temporary.c_str(), 0);
    return error;
  }
  // The new name itself must reach the disk. Some file systems cannot sync a directory and say EINVAL.
  if (::fsync(directory.get()) != 0 && errno != EINVAL) {
    return system_failure("was written, but its directory could not be synced", errno);
  }
  return std::nullopt;
}

maybe_failure write_through(const std::string& path, part_list parts, const transfer_hooks& hooks) {
  descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return system_failure("cannot be opened", errno);
  if (auto error = write_parts(file.get(), parts, hooks)) return error;
  if (file.close_now() != 0) return system_failure("cannot be closed", errno);
  return std::nullopt;
}

}  // namespace

maybe_failure write_file(const std::string& path, part_list parts, const transfer_hooks& hooks) {
  if (path == "-") return write_parts(STDOUT_FILENO, parts, hooks);
  struct stat link;
  if (::lstat(path.c_str(), &link) != 0) return replace_file(path, parts, hooks);
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return system_failure("is a link that cannot be followed", errno);
  if (S_ISDIR(status.st_mode)) return failure{failure_kind::system, "is a directory"};
  if (!S_ISREG(status.st_mode)) return write_through(path, parts, hooks);
  if (!S_ISLNK(link.st_mode)) return replace_file(path, parts, hooks);
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  if (resolved == nullptr) return system_failure("is a link that cannot be followed", errno);
  return replace_file(resolved.get(), parts, hooks);
}

}  // namespace strew::files
