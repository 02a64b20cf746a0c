// A file read from its beginning to its end: a regular file, a pipe or, as "-", the standard input. What remains of a
// regular file can be mapped instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "files/buffer.hpp"
#include "files/byte_source.hpp"
#include "files/mapping.hpp"
#include "files/platform/status.hpp"
#include "files/result.hpp"

namespace strew::files {

// Whether opening or reading the file at `path` may wait for another process. False where there is none.
result<bool> is_stream(const std::string& path);

enum class access {
  read,           // from the beginning to the end: a pipe or a device too
  read_anywhere,  // in any order: a regular file
  read_and_write  // in any order: a regular file whose mode lets somebody write
};

constexpr access in_any_order(access rights) {
  return rights == access::read ? access::read_anywhere : rights;
}

class input_file : public byte_source {
 public:
  // What the rights do not allow is refused before it is opened: opening a pipe waits for its writer, and a device may
  // act.
  static result<input_file> open(const std::string& path, transfer_hooks hooks = {}, access rights = access::read);

  input_file() = default;  // no file
  input_file(input_file&& other) noexcept { *this = std::move(other); }
  input_file& operator=(input_file&& other) noexcept;
  ~input_file() override;

  bool is_regular() const { return remaining_.has_value(); }
  std::uint64_t size() const { return size_; }
  int descriptor() const { return descriptor_; }

  std::optional<std::uint64_t> remaining() const override { return remaining_; }
  std::uint64_t consumed() const override { return consumed_; }
  maybe_failure read(std::uint64_t bytes, buffer& target) override;
  maybe_failure expect_end(const std::string& text) override;

  // As read() and expect_end(), but nothing is read: of a regular file whose next `bytes` are its last ones.
  maybe_failure expect_all(std::uint64_t bytes, const std::string& text) const;
  // In the file, of the next byte.
  std::uint64_t position() const { return start_ + consumed_; }

  // Goes to byte `offset` of a regular file; no more than `bytes` from there on remain.
  maybe_failure narrow(std::uint64_t offset, std::uint64_t bytes);

  // Maps the next `bytes` instead of reading them. Empty for a pipe, and where the system refuses it.
  std::optional<mapping> map(std::uint64_t bytes, mapping_use use) const;
  // A failure if the file has been written or become shorter since it was opened: what was written into a private
  // mapping of it is lost where it was shorter in between.
  maybe_failure check_unchanged() const;
  // The same for a file that is written here: it may not be shorter.
  maybe_failure check_not_shorter() const;
  // Whether the open file `number` is this one, under whatever name.
  bool is_same_as(int number) const;

 private:
  input_file(int descriptor, bool owned, transfer_hooks hooks)
      : descriptor_(descriptor), owned_(owned), hooks_(std::move(hooks)) {}

  maybe_failure read_piece(std::byte* target, std::uint64_t bytes, std::uint64_t done, std::uint64_t total);
  bool is_stopped() const { return hooks_.stop && hooks_.stop(); }

  int descriptor_ = -1;
  bool owned_ = false;
  transfer_hooks hooks_;
  std::optional<std::uint64_t> remaining_;
  std::uint64_t start_ = 0;  // in the file, of the first byte that is read
  std::uint64_t size_ = 0;   // of the file when it was opened
  file_time written_;        // its last modification then
  std::uint64_t consumed_ = 0;
};

}  // namespace strew::files
