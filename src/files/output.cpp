#include "files/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <random>

#include "files/descriptor.hpp"
#include "files/kept.hpp"
#include "files/target.hpp"

namespace strew::files {
namespace {

using part_list = std::span<const std::span<const std::byte>>;

constexpr std::size_t largest_write = std::size_t{16} << 20;
constexpr int name_attempts = 64;

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
  const int status = uninterrupted([&] { return ::fallocate(file, 0, 0, static_cast<off_t>(bytes)); });
  if (status != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
    return system_failure("cannot be written, " + std::to_string(bytes) + " bytes are needed", errno);
  }
#endif
  return std::nullopt;
}

struct place {
  std::string directory;
  std::string name;
};

place split(const std::string& path) {
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

// A new file beside the target. It is removed at the end of its life unless it was put in the target's place: also when
// memory runs out while a message is made.
class temporary_file {
 public:
  explicit temporary_file(int directory) : directory_(directory) {}
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file() {
    if (is_there_) ::unlinkat(directory_, name_.c_str(), 0);
  }

  // A name that exists is never opened: neither a file nor a link that someone planted.
  maybe_failure create(mode_t mode) {
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    for (int attempt = 0; attempt < name_attempts && !is_there_; ++attempt) {
      name_ = random_name();
      file_.set(uninterrupted([&] { return ::openat(directory_, name_.c_str(), flags, mode); }));
      is_there_ = file_.get() >= 0;
      if (!is_there_ && errno != EEXIST) break;
    }
    if (is_there_) return std::nullopt;
    return system_failure("no temporary file can be made in its directory", errno);
  }

  maybe_failure fill(part_list parts, const transfer_hooks& hooks) {
    if (auto error = reserve_space(file_.get(), total_bytes(parts))) return error;
    return write_parts(file_.get(), parts, hooks);
  }

  // Everything is on the disk afterwards.
  maybe_failure finish(const kept_attributes* kept, const transfer_hooks& hooks) {
    if (kept != nullptr) {
      if (auto error = hand_on(*kept, file_.get())) return error;
    }
    if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0) {
      return system_failure("cannot be written to the disk", errno);
    }
    if (!file_.close_now()) return system_failure("cannot be closed", errno);
    if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
    return std::nullopt;
  }

  maybe_failure put_at(const std::string& name) {
    if (::renameat(directory_, name_.c_str(), directory_, name.c_str()) != 0) {
      return system_failure("cannot be put in its place", errno);
    }
    is_there_ = false;
    return std::nullopt;
  }

  // After a failure. Says so where the file cannot be removed.
  failure give_up(failure why) {
    const bool is_removed = ::unlinkat(directory_, name_.c_str(), 0) == 0;
    is_there_ = false;
    if (!is_removed) why.message += "; " + name_ + " beside it could not be removed";
    return why;
  }

 private:
  int directory_;
  std::string name_;
  descriptor file_;
  bool is_there_ = false;
};

// `kept` is what the file there hands on, if there is one. Until then the new one is open to nobody else.
maybe_failure put_file(const std::string& path, const kept_attributes* kept, part_list parts,
                       const transfer_hooks& hooks) {
  const place to = split(path);
  if (to.name.empty()) return failure{failure_kind::system, "names a directory"};
  const descriptor directory(
      uninterrupted([&] { return ::open(to.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (directory.get() < 0) return system_failure("its directory cannot be opened", errno);
  temporary_file temporary(directory.get());
  if (auto error = temporary.create(kept == nullptr ? 0666 : 0600)) return error;
  maybe_failure error = temporary.fill(parts, hooks);
  if (!error) error = temporary.finish(kept, hooks);
  if (!error) error = temporary.put_at(to.name);
  if (error) return temporary.give_up(std::move(*error));
  // The new name itself must reach the disk. Some file systems cannot sync a directory and say EINVAL.
  if (uninterrupted([&] { return ::fsync(directory.get()); }) != 0 && errno != EINVAL) {
    return system_failure("was written, but its directory could not be synced", errno);
  }
  return std::nullopt;
}

maybe_failure write_through(const std::string& path, part_list parts, const transfer_hooks& hooks) {
  descriptor file;
  do {
    // Opening a pipe waits for its reader.
    if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
    file.set(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  } while (file.get() < 0 && errno == EINTR);
  if (file.get() < 0) return system_failure("cannot be opened", errno);
  if (auto error = write_parts(file.get(), parts, hooks)) return error;
  if (!file.close_now()) return system_failure("cannot be closed", errno);
  return std::nullopt;
}

result<target> find_output(const std::string& path, protection guard) {
  result<target> found = find_target(path);
  if (!found || guard == protection::ignored) return found;
  if (auto error = check_protection(*found)) return *error;
  return found;
}

}  // namespace

maybe_failure check_output(const std::string& path, protection guard) {
  if (path == "-") return std::nullopt;
  const result<target> found = find_output(path, guard);
  return found ? std::nullopt : maybe_failure(found.error());
}

maybe_failure write_file(const std::string& path, part_list parts, const transfer_hooks& hooks, protection guard) {
  if (path == "-") return write_parts(STDOUT_FILENO, parts, hooks);
  result<target> found = find_output(path, guard);
  if (!found) return found.error();
  if (found->kind == target_kind::stream) return write_through(path, parts, hooks);
  if (found->kind == target_kind::nothing) return put_file(path, nullptr, parts, hooks);
  result<kept_attributes> attributes = attributes_of(found->path, found->status);
  if (!attributes) return attributes.error();
  return put_file(found->path, &*attributes, parts, hooks);
}

}  // namespace strew::files
