// Bytes that are read once, in order: those of a file, or of a member of an archive as it is inflated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "files/buffer.hpp"
#include "files/result.hpp"

namespace strew::files {

class byte_source {
 public:
  byte_source() = default;
  byte_source(const byte_source&) = delete;
  byte_source& operator=(const byte_source&) = delete;
  virtual ~byte_source() = default;

  // Remaining bytes, if known: not of a pipe.
  virtual std::optional<std::uint64_t> remaining() const = 0;
  virtual std::uint64_t consumed() const = 0;
  // Reads exactly `bytes` into `target`. A request that is longer than what is known to remain fails before anything is
  // allocated, and where nothing proves that so many bytes exist, memory grows with those that come.
  virtual maybe_failure read(std::uint64_t bytes, buffer& target) = 0;
  // Fails if any byte remains. `text` names the preceding part.
  virtual maybe_failure expect_end(const std::string& text) = 0;
};

inline failure no_memory(std::uint64_t bytes) {
  return {failure_kind::resources, engine::formatted("no memory for {} bytes", bytes)};
}

inline failure interrupted() {
  return {failure_kind::interrupted, "interrupted"};
}

// Reads `bytes` by read_piece(target, bytes of the piece, bytes before it) in pieces that double.
template <class ReadPiece>
maybe_failure read_growing(std::uint64_t bytes, buffer& target, const ReadPiece& read_piece) {
  std::uint64_t done = 0;
  std::uint64_t piece = std::uint64_t{1} << 20;
  do {
    const std::uint64_t next = std::min(bytes - done, piece);
    if (!target.resize(done + next)) return no_memory(done + next);
    if (auto error = read_piece(target.data() + done, next, done)) return error;
    done += next;
    piece = std::max(piece, done);
  } while (done < bytes);
  return std::nullopt;
}

}  // namespace strew::files
