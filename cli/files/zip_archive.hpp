// Zip archives, read by libzip: their members, stored or deflated, each as a source of bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/byte_source.hpp"
#include "files/input.hpp"
#include "files/result.hpp"

namespace strew::files {

class zip_archive {
 public:
  // A regular file, which need not outlive this.
  static result<zip_archive> open(const input_file& file, const transfer_hooks& hooks);

  // As in the directory of the archive, folders included.
  std::vector<std::string> names() const;

  struct member_bytes {
    std::unique_ptr<byte_source> source;  // checks the CRC-32 when it is read to its end
    bool is_deflated = false;
  };
  // Refuses encrypted members, and those compressed in other ways than by deflate.
  result<member_bytes> read(std::size_t member) const;
  // Where in the file the first byte of `source` is, of a stored member that was read from here; empty where libzip
  // does not show it.
  static std::optional<std::uint64_t> place_of(const byte_source& source);

  struct input;  // what libzip reads from

 private:
  explicit zip_archive(std::shared_ptr<input> from) : from_(std::move(from)) {}

  std::shared_ptr<input> from_;
};

}  // namespace strew::files
