// A part of an open file as memory: the system reads it where it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace strew::files {

enum class mapping_use {
  read,
  write_privately,  // what is written stays in memory; the file keeps its content
  write             // what is written is written into the file
};

// Whether reading `pieces` of `piece_bytes` each, anywhere in `bytes`, reads little of them: then the system had better
// read what is touched alone. Otherwise it reads ahead, some 100 KiB at each place, which is faster where most is used
// and where a piece is as long as that.
bool is_little(std::uint64_t pieces, std::uint64_t piece_bytes, std::uint64_t bytes);

// Bytes that the system cannot supply, since the file became shorter, its disk failed or is full (where a hole of the
// file is written), read as zero instead of ending the process by SIGBUS; from then on is_lost() is true. The first
// mapping installs the handler of that signal.
class mapping {
 public:
  // Empty where the system maps no such file, and where too many mappings exist.
  static std::optional<mapping> of_file(int file, std::uint64_t offset, std::uint64_t bytes, mapping_use use);
  // Addresses without memory, which must not be touched. Empty where there are not so many.
  static std::optional<mapping> of_nothing(std::uint64_t bytes);

  mapping(mapping&& other) noexcept;
  mapping& operator=(mapping&& other) noexcept;
  ~mapping();

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

  // The system reads no more than what is touched.
  void expect_random_reads() const;

  // Waits until what was written into the file is on the disk. False: errno says why not.
  bool sync() const;

  bool is_lost() const;
  // Whether a mapping that exists is lost.
  static bool is_any_lost();

 private:
  mapping(void* base, std::size_t length) : base_(base), length_(length) {}

  void* base_ = nullptr;  // at the beginning of a page
  std::size_t length_ = 0;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  int watch_ = -1;
};

}  // namespace strew::files
