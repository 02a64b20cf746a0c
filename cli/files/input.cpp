#include "files/input.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "files/descriptor.hpp"
#include "files/platform/rights.hpp"
#include "platform/files.hpp"

namespace strew::files {
namespace {

constexpr std::uint64_t largest_read = std::uint64_t{16} << 20;

failure cut_short(std::uint64_t expected, std::uint64_t found) {
  return refused("the file is cut short: {} bytes are needed here, {} are left", expected, found);
}

std::string_view name_of_kind(file_kind kind) {
  if (kind == file_kind::pipe) return "a pipe";
  return kind == file_kind::socket ? "a socket" : "a device";
}

maybe_failure check_kind(const file_status& status, access rights) {
  if (status.kind == file_kind::folder) return failure{failure_kind::system, "is a directory"};
  if (status.kind == file_kind::regular || rights == access::read) return std::nullopt;
  return failure{failure_kind::system,
                 engine::formatted("is {}; only a regular file is {}", name_of_kind(status.kind),
                                   rights == access::read_and_write ? "written in place" : "read in any order")};
}

// False where opening it tells why it cannot be used.
result<bool> find(const std::string& path, file_status& status) {
  if (path == "-" ? examine(platform::standard_input, status) : examine(path, status)) return true;
  if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == EBADF) return false;
  return system_failure("cannot be examined", errno);
}

// Before it is opened.
maybe_failure check_path(const std::string& path, access rights) {
  file_status status;
  const result<bool> is_there = find(path, status);
  if (!is_there) return is_there.error();
  if (!*is_there) return std::nullopt;
  if (status.kind == file_kind::socket)
    return failure{failure_kind::system, "is a socket, which cannot be opened as a file"};
  if (auto error = check_kind(status, rights)) return error;
  return rights == access::read_and_write ? check_before_writing(status) : std::nullopt;
}

maybe_failure check_writable(const file_status& status) {
  if ((status.mode & anybody_writes) != 0) return std::nullopt;
  return failure{failure_kind::system, engine::formatted("is read-only: {}", why_nobody_writes)};
}

}  // namespace

result<bool> is_stream(const std::string& path) {
  file_status status;
  const result<bool> is_there = find(path, status);
  if (!is_there) return is_there.error();
  return *is_there && status.kind != file_kind::regular && status.kind != file_kind::folder;
}

result<input_file> input_file::open(const std::string& path, transfer_hooks hooks, access rights) {
  const bool is_standard_input = path == "-";
  const platform::opening how = {rights == access::read_and_write ? platform::rights::read_and_write
                                                                  : platform::rights::read};
  int descriptor = platform::standard_input;
  if (!is_standard_input) {
    if (auto error = check_path(path, rights)) return *error;
    // Opening a pipe waits for its writer.
    do {
      if (hooks.stop && hooks.stop()) return interrupted();
      descriptor = platform::open_file(path.c_str(), how);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_failure("cannot be opened", errno);
  }
  input_file file(descriptor, !is_standard_input, std::move(hooks));
  file_status status;
  if (!examine(descriptor, status)) return system_failure("cannot be examined", errno);
  if (auto error = check_kind(status, rights)) return *error;
  if (rights == access::read_and_write) {
    if (auto error = check_writable(status)) return *error;
  }
  if (status.kind == file_kind::regular) {
    file.start_ = static_cast<std::uint64_t>(std::max<std::int64_t>(0, platform::place_in(descriptor)));
    file.size_ = status.bytes;
    file.written_ = status.written;
    file.remaining_ = status.bytes - std::min(status.bytes, file.start_);
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
  if (owned_) platform::close_file(descriptor_);
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
  if (!platform::go_to(descriptor_, offset)) return system_failure("cannot be read", errno);
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
    const std::int64_t count = platform::read_some(descriptor_, target + got, static_cast<std::size_t>(wish));
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
  file_status status;
  if (!remaining_.has_value()) return std::nullopt;
  if (!examine(descriptor_, status)) return system_failure("cannot be examined", errno);
  if (status.bytes >= size_) return std::nullopt;
  return failure{failure_kind::system, engine::formatted("became shorter while it was read: it had {} bytes and has {}",
                                                         size_, status.bytes)};
}

maybe_failure input_file::check_unchanged() const {
  file_status status;
  if (!remaining_.has_value()) return std::nullopt;
  if (auto error = check_not_shorter()) return error;
  if (!examine(descriptor_, status)) return system_failure("cannot be examined", errno);
  if (status.written == written_) return std::nullopt;
  return failure{failure_kind::system, "was written while it was read"};
}

bool input_file::is_same_as(int number) const {
  file_status here;
  file_status there;
  const bool are_known = examine(descriptor_, here) && examine(number, there);
  return are_known && here.identity == there.identity && here.identity != decltype(here.identity){};
}

maybe_failure input_file::expect_end(const std::string& text) {
  if (remaining_.has_value()) {
    return expect_all(0, text);
  }
  std::byte extra;
  const std::int64_t count = uninterrupted([&] { return platform::read_some(descriptor_, &extra, 1); });
  if (count < 0) return system_failure("cannot be read", errno);
  if (count > 0) return refused("more bytes follow {}", text);
  return std::nullopt;
}

}  // namespace strew::files
