#include "files/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <utility>

#include "files/attributes.hpp"
#include "files/descriptor.hpp"
#include "files/target.hpp"
#include "files/temporary.hpp"

namespace strew::files {
namespace {

using part_list = std::span<const std::span<const std::byte>>;

constexpr std::size_t largest_write = std::size_t{16} << 20;
constexpr int max_looks = 16;

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

// Allocates the whole space first, so that a full disk is detected before gigabytes are written. File systems that do
// not support this are written without it.
maybe_failure reserve_space([[maybe_unused]] int file, [[maybe_unused]] std::uint64_t bytes) {
#if defined(__linux__)
  if (bytes == 0) return std::nullopt;
  const int status = uninterrupted([&] { return ::fallocate(file, 0, 0, static_cast<off_t>(bytes)); });
  if (status != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
    return system_failure(engine::formatted("cannot be written, {} bytes are needed", bytes), errno);
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

using filler = std::function<maybe_failure(int file)>;

struct order {
  const std::string& path;
  std::uint64_t bytes;
  const filler& fill;
  const transfer_hooks& hooks;
  protection guard;
};

result<target> find_output(const std::string& path, protection guard) {
  result<target> found = find_target(path);
  if (!found || guard == protection::ignored) return found;
  if (auto error = check_protection(*found)) return *error;
  return found;
}

// The final file at the path may differ from `before`, but must not be in another directory, where a rename is
// impossible, nor of a kind that a rename would destroy.
result<target> resolve_again(const order& spec, const target& before) {
  result<target> found = find_output(spec.path, spec.guard);
  if (!found) return found;
  if (found->kind == target_kind::stream) {
    return failure{failure_kind::system, "became a pipe or a device while its content was written"};
  }
  if (found->path != before.path) {
    return failure{failure_kind::system, "leads elsewhere than before its content was written"};
  }
  return found;
}

maybe_failure fill(const temporary_file& temporary, const order& spec) {
  if (auto error = reserve_space(temporary.file(), spec.bytes)) return error;
  return spec.fill(temporary.file());
}

maybe_failure finish(temporary_file& temporary, const std::optional<file_attributes>& kept, const order& spec) {
  if (kept) {
    if (auto error = hand_on(*kept, temporary.file())) return error;
  }
  if (auto error = temporary.bring_to_the_disk()) return error;
  if (spec.hooks.stop && spec.hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
  return std::nullopt;
}

// Writing and syncing may have taken hours, during which the existing file may have changed. So the final check is
// right before the rename, and any changed attributes are applied and checked again. `seen` has the attributes of the
// last file found, which are also used if it was deleted.
maybe_failure put_in_place(temporary_file& temporary, const std::string& name, const order& spec, const target& before,
                           std::optional<file_attributes> seen) {
  using replacing = temporary_file::replacing;
  std::optional<file_attributes> given;
  for (int look = 0; look < max_looks; ++look) {
    result<target> there = resolve_again(spec, before);
    if (!there) return there.error();
    const bool is_file = there->kind == target_kind::file;
    if (is_file) {
      result<file_attributes> attributes = attributes_of(there->path, there->status);
      if (!attributes) return attributes.error();
      seen = std::move(*attributes);
    }
    if (look == 0 || seen != given) {
      if (auto error = finish(temporary, seen, spec)) return error;
      given = seen;
      continue;
    }
    result<bool> is_put = temporary.put_at(name, is_file ? replacing::a_file : replacing::nothing);
    if (!is_put) return is_put.error();
    if (*is_put) return std::nullopt;
  }
  return failure{failure_kind::system, "cannot be put in its place: others change it again and again"};
}

maybe_failure put_file(const order& spec, const target& before) {
  const place to = split(before.path);
  if (to.name.empty()) return failure{failure_kind::system, "names a directory"};
  std::optional<file_attributes> seen;
  if (before.kind == target_kind::file) {
    result<file_attributes> attributes = attributes_of(before.path, before.status);
    if (!attributes) return attributes.error();
    seen = std::move(*attributes);
  }
  const descriptor directory(
      uninterrupted([&] { return ::open(to.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (directory.get() < 0) return system_failure("its directory cannot be opened", errno);
  temporary_file temporary(directory.get());
  maybe_failure error = temporary.create(seen ? 0600 : 0666);
  if (!error) error = fill(temporary, spec);
  if (!error) error = put_in_place(temporary, to.name, spec, before, std::move(seen));
  if (error) return temporary.give_up(std::move(*error));
  // The new name itself must reach the disk. Some file systems cannot sync a directory and return EINVAL.
  if (uninterrupted([&] { return ::fsync(directory.get()); }) != 0 && errno != EINVAL) {
    return system_failure("was written, but its directory could not be synced", errno);
  }
  return std::nullopt;
}

// What a stream was given cannot be taken back, but that it is not right can be said.
maybe_failure write_stream(int file, part_list parts, const transfer_hooks& hooks) {
  if (auto error = write_parts(file, parts, hooks)) return error;
  if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
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
  if (auto error = write_stream(file.get(), parts, hooks)) return error;
  if (!file.close_now()) return system_failure("cannot be closed", errno);
  return std::nullopt;
}

}  // namespace

maybe_failure check_output(const std::string& path, protection guard) {
  if (path == "-") return std::nullopt;
  const result<target> found = find_output(path, guard);
  return found ? std::nullopt : maybe_failure(found.error());
}

maybe_failure write_file(const std::string& path, part_list parts, const transfer_hooks& hooks, protection guard) {
  if (path == "-") return write_stream(STDOUT_FILENO, parts, hooks);
  result<target> found = find_output(path, guard);
  if (!found) return found.error();
  if (found->kind == target_kind::stream) return write_through(path, parts, hooks);
  const filler fill = [&](int file) { return write_parts(file, parts, hooks); };
  return put_file({path, total_bytes(parts), fill, hooks, guard}, *found);
}

maybe_failure fill_file(const std::string& path, std::uint64_t bytes, const filler& fill, const transfer_hooks& hooks,
                        protection guard) {
  const bool is_standard_output = path == "-";
  result<target> found = is_standard_output ? target{target_kind::stream, path, {}} : find_output(path, guard);
  if (!found) return found.error();
  if (found->kind == target_kind::stream)
    return failure{failure_kind::system, "is no file, and its rows are not written from the first to the last"};
  return put_file({path, bytes, fill, hooks, guard}, *found);
}

}  // namespace strew::files
