// A file read from its beginning to its end: a regular file, a pipe or, as "-", the standard input. What remains of a
// regular file can be mapped instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "files/buffer.hpp"
#include "files/mapping.hpp"
#include "files/result.hpp"

namespace strew::files {

// Whether opening or reading the file at `path` may wait for another process. False where there is none.
result<bool> is_stream(const std::string& path);

class input_file {
 public:
  static result<input_file> open(const std::string& path, transfer_hooks hooks = {});

  input_file() = default;  // no file
  input_file(input_file&& other) noexcept { *this = std::move(other); }
  input_file& operator=(input_file&& other) noexcept;
  ~input_file();

  // Remaining bytes, if known: not for a pipe.
  std::optional<std::uint64_t> remaining() const { return remaining_; }
  std::uint64_t consumed() const { return consumed_; }

  // Reads exactly `bytes` into `target`. If the remaining size is known, a longer request fails before anything is
  // allocated; a pipe is read in growing pieces, so that a false length allocates no more than was sent.
  maybe_failure read(std::uint64_t bytes, buffer& target);

  // Maps the next `bytes` instead of reading them. Empty for a pipe, and where the system refuses it.
  std::optional<mapping> map(std::uint64_t bytes, mapping_use use) const;
  // A failure if the file has been written or become shorter since it was opened: what was written into a private
  // mapping of it is lost where it was shorter in between.
  maybe_failure check_unchanged() const;
  // Whether the open file `number` is this one, under whatever name.
  bool is_same_as(int number) const;

  // Fails if any byte remains. `text` names the preceding part.
  maybe_failure expect_end(const std::string& text);

 private:
  input_file(int descriptor, bool owned, transfer_hooks hooks)
      : descriptor_(descriptor), owned_(owned), hooks_(std::move(hooks)) {}

  maybe_failure read_piece(std::byte* target, std::uint64_t bytes, std::uint64_t done, std::uint64_t total);
  bool is_stopped() const { return hooks_.stop && hooks_.stop(); }

  int descriptor_ = -1;
  bool owned_ = false;
  transfer_hooks hooks_;
  std::optional<std::uint64_t> remaining_;
  std::uint64_t start_ = 0;     // in the file, of the first byte that is read
  std::uint64_t size_ = 0;      // of the file when it was opened
  std::timespec written_ = {};  // its last modification then
  std::uint64_t consumed_ = 0;
};

}  // namespace strew::files
