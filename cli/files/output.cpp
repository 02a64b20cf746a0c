#include "files/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "files/attributes.hpp"
#include "files/descriptor.hpp"
#include "files/platform/replace.hpp"
#include "files/target.hpp"
#include "files/temporary.hpp"
#include "platform/errors.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

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
      const std::int64_t count = platform::write_some(file, part.data(), std::min(part.size(), largest_write));
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
maybe_failure reserve_space(int file, std::uint64_t bytes) {
  if (bytes == 0 || uninterrupted([&] { return reserve_quickly(file, bytes); })) return std::nullopt;
  if (!platform::is_exhaustion(errno) || errno == ENOMEM) return std::nullopt;
  return system_failure(engine::formatted("cannot be written, {} bytes are needed", bytes), errno);
}

using filler = std::function<maybe_failure(int file)>;

struct order {
  const std::string& path;
  std::uint64_t bytes;
  filler fill;
  const transfer_hooks& hooks;
  protection guard;
};

result<target> find_output(const std::string& path, protection guard) {
  result<target> found = find_target(path);
  if (!found || guard == protection::ignored) return found;
  if (auto error = check_protection(*found)) return *error;
  return found;
}

// The standard output is a stream without a name.
result<target> find_stream_or_file(const std::string& path, protection guard) {
  return path == "-" ? target{target_kind::stream, path, {}} : find_output(path, guard);
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

// A regular or new file that is written under another name and then takes its place.
class arriving_file {
 public:
  arriving_file(order spec, target before) : spec_(std::move(spec)), before_(std::move(before)) {}

  // Whole, with the attributes of what it replaces, and on the disk.
  maybe_failure write() {
    name_ = platform::split(before_.path).name;
    if (name_.empty()) return failure{failure_kind::system, "names a directory"};
    if (auto error = look_at(before_)) return error;
    if (auto error = open_directory()) return error;
    maybe_failure error = temporary_->create(seen_ ? 0600 : 0666);
    if (!error) error = fill(*temporary_, spec_);
    if (!error) error = look_again();
    if (!error) error = finish(*temporary_, seen_, spec_);
    given_ = seen_;
    return error ? maybe_failure(temporary_->give_up(std::move(*error))) : std::nullopt;
  }

  maybe_failure put() {
    if (auto error = put_in_place()) return temporary_->give_up(std::move(*error));
    // The new name itself must reach the disk. Some file systems cannot sync a directory and return EINVAL.
    if (!uninterrupted([&] { return platform::sync_folder(directory_.get()); }) && errno != EINVAL) {
      return system_failure("was written, but its directory could not be synced", errno);
    }
    return std::nullopt;
  }

 private:
  maybe_failure open_directory() {
    const std::string path = platform::split(before_.path).folder;
    directory_.set(uninterrupted([&] { return platform::open_folder(path.c_str()); }));
    if (directory_.get() < 0) return system_failure("its directory cannot be opened", errno);
    temporary_.emplace(directory_.get());
    return std::nullopt;
  }

  maybe_failure look_at(const target& there) {
    is_file_ = there.kind == target_kind::file;
    if (!is_file_) return std::nullopt;
    result<file_attributes> attributes = attributes_of(there.path, there.status);
    if (!attributes) return attributes.error();
    seen_ = *attributes;
    return std::nullopt;
  }

  maybe_failure look_again() {
    const result<target> there = resolve_again(spec_, before_);
    return there ? look_at(*there) : maybe_failure(there.error());
  }

  // Writing and syncing may have taken hours, during which the existing file may have changed. So the final check is
  // right before the rename, and any changed attributes are applied and checked again.
  maybe_failure put_in_place() {
    using replacing = temporary_file::replacing;
    for (int look = 0; look < max_looks; ++look) {
      if (auto error = look_again()) return error;
      if (seen_ != given_) {
        if (auto error = finish(*temporary_, seen_, spec_)) return error;
        given_ = seen_;
        continue;
      }
      result<bool> is_put = temporary_->put_at(name_, is_file_ ? replacing::a_file : replacing::nothing);
      if (!is_put) return is_put.error();
      if (*is_put) return std::nullopt;
    }
    return failure{failure_kind::system, "cannot be put in its place: others change it again and again"};
  }

  const order spec_;
  const target before_;
  std::string name_;
  descriptor directory_;
  std::optional<temporary_file> temporary_;
  // The attributes of the last file found, which are also used if it was deleted; and those that the new one has.
  std::optional<file_attributes> seen_, given_;
  bool is_file_ = false;
};

// What a stream was given cannot be taken back, but that it is not right can be said.
maybe_failure write_stream(int file, part_list parts, const transfer_hooks& hooks) {
  if (auto error = write_parts(file, parts, hooks)) return error;
  if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
  return std::nullopt;
}

maybe_failure write_through(const std::string& path, part_list parts, const transfer_hooks& hooks) {
  if (path == "-") return write_stream(platform::standard_output, parts, hooks);
  descriptor file;
  do {
    // Opening a pipe waits for its reader.
    if (hooks.stop && hooks.stop()) return failure{failure_kind::interrupted, "interrupted"};
    file.set(platform::open_file(path.c_str(), {platform::rights::write}));
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

bool is_same_output(const std::string& one, const std::string& other) {
  if (one == "-" || other == "-") return one == other;
  return one == other || lead_to_one_file(one, other);
}

std::optional<failed_file> write_files(std::span<const file_content> files, const transfer_hooks& hooks,
                                       protection guard) {
  std::deque<arriving_file> arriving;
  std::vector<std::size_t> numbers, streams;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const part_list parts = files[i].parts;
    const result<target> found = find_stream_or_file(files[i].path, guard);
    if (!found) return failed_file{i, found.error()};
    (found->kind == target_kind::stream ? streams : numbers).push_back(i);
    if (found->kind == target_kind::stream) continue;
    const filler fill = [parts, &hooks](int file) { return write_parts(file, parts, hooks); };
    arriving.emplace_back(order{files[i].path, total_bytes(parts), fill, hooks, guard}, *found);
  }
  for (std::size_t i = 0; i < arriving.size(); ++i)
    if (auto error = arriving[i].write()) return failed_file{numbers[i], *error};
  for (const std::size_t i : streams)
    if (auto error = write_through(files[i].path, files[i].parts, hooks)) return failed_file{i, *error};
  for (std::size_t i = 0; i < arriving.size(); ++i)
    if (auto error = arriving[i].put()) return failed_file{numbers[i], *error};
  return std::nullopt;
}

maybe_failure write_file(const std::string& path, part_list parts, const transfer_hooks& hooks, protection guard) {
  const file_content only[] = {{path, parts}};
  auto failed = write_files(only, hooks, guard);
  return failed ? maybe_failure(std::move(failed->why)) : std::nullopt;
}

maybe_failure fill_file(const std::string& path, std::uint64_t bytes, const filler& fill, const transfer_hooks& hooks,
                        protection guard) {
  result<target> found = find_stream_or_file(path, guard);
  if (!found) return found.error();
  if (found->kind == target_kind::stream)
    return failure{failure_kind::system, "is no file, and its rows are not written from the first to the last"};
  arriving_file arriving({path, bytes, fill, hooks, guard}, *found);
  if (auto error = arriving.write()) return error;
  return arriving.put();
}

}  // namespace strew::files
