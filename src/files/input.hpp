// A file read from its beginning to its end: a regular file, a pipe or, as "-", the standard input.
//
// Files are read, not mapped: accessing a mapping past the end of a concurrently truncated file is a SIGBUS, which
// cannot be converted into an error message. A read is short instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "files/buffer.hpp"
#include "files/result.hpp"

namespace strew::files {

class input_file {
 public:
  static result<input_file> open(const std::string& path, transfer_hooks hooks = {});

  input_file(input_file&& other) noexcept;
  input_file& operator=(input_file&&) = delete;
  ~input_file();

  // Remaining bytes, if known: not for a pipe.
  std::optional<std::uint64_t> remaining() const { return remaining_; }
  std::uint64_t consumed() const { return consumed_; }

  // Reads exactly `bytes` into `target`. If the remaining size is known, a longer request fails before anything is
  // allocated; a pipe is read in growing pieces, so that a false length allocates no more than was sent.
  maybe_failure read(std::uint64_t bytes, buffer& target);

  // Fails if any byte remains. `what` names the preceding part.
  maybe_failure expect_end(const std::string& text);

 private:
  input_file(int descriptor, bool owned, transfer_hooks hooks)
      : descriptor_(descriptor), owned_(owned), hooks_(std::move(hooks)) {}

  maybe_failure read_piece(std::byte* target, std::uint64_t bytes, std::uint64_t done, std::uint64_t total);
  bool is_stopped() const { return hooks_.stop && hooks_.stop(); }

  int descriptor_;
  bool owned_;
  transfer_hooks hooks_;
  std::optional<std::uint64_t> remaining_;
  std::uint64_t consumed_ = 0;
};

}  // namespace strew::files
