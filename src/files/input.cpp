#include "files/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace strew::files {
namespace {

constexpr std::uint64_t largest_read = std::uint64_t{16} << 20;
constexpr std::uint64_t first_pipe_piece = std::uint64_t{1} << 20;

failure cut_short(std::uint64_t expected, std::uint64_t found) {
  return refused("the file is cut short: {} bytes are needed here, {} are left", expected, found);
}

failure no_memory(std::uint64_t bytes) {
  return {failure_kind::resources, engine::formatted("no memory for {} bytes", bytes)};
}

failure interrupted() {
  return {failure_kind::interrupted, "interrupted"};
}

}  // namespace

result<input_file> input_file::open(const std::string& path, transfer_hooks hooks) {
  const bool is_standard_input = path == "-";
  int descriptor = STDIN_FILENO;
  if (!is_standard_input) {
    // Opening a pipe waits for its writer.
    do {
      if (hooks.stop && hooks.stop()) return interrupted();
      descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_failure("cannot be opened", errno);
  }
  input_file file(descriptor, !is_standard_input, std::move(hooks));
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return system_failure("cannot be examined", errno);
  if (S_ISDIR(status.st_mode)) return failure{failure_kind::system, "is a directory"};
  if (S_ISREG(status.st_mode)) {
    const off_t start = ::lseek(descriptor, 0, SEEK_CUR);
    file.remaining_ = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size - std::max<off_t>(0, start)));
  }
  return file;
}

input_file::input_file(input_file&& other) noexcept
    : descriptor_(other.descriptor_),
      owned_(std::exchange(other.owned_, false)),
      hooks_(std::move(other.hooks_)),
      remaining_(other.remaining_),
      consumed_(other.consumed_) {}

input_file::~input_file() {
  if (owned_) ::close(descriptor_);
}

maybe_failure input_file::read(std::uint64_t bytes, buffer& target) {
  if (remaining_.has_value()) {
    if (bytes > *remaining_) return cut_short(bytes, *remaining_);
    if (!target.resize(bytes)) return no_memory(bytes);
    return read_piece(target.data(), bytes, 0, bytes);
  }
  std::uint64_t done = 0;
  std::uint64_t piece = first_pipe_piece;
  do {
    const std::uint64_t next = std::min(bytes - done, piece);
    if (!target.resize(done + next)) return no_memory(done + next);
    if (auto error = read_piece(target.data() + done, next, done, bytes)) return error;
    done += next;
    piece = std::max(piece, done);
  } while (done < bytes);
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

maybe_failure input_file::expect_end(const std::string& text) {
  if (remaining_.has_value()) {
    if (*remaining_ == 0) return std::nullopt;
    return refused("{} bytes follow {}", *remaining_, text);
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
