#include <algorithm>
#include <cstddef>
#include <cstring>

#include "bench/timing.hpp"
#include "files/buffer.hpp"

namespace strew::cli {
namespace {

// Larger than caches; more would take memory from the operands.
constexpr std::uint64_t largest_piece = std::uint64_t{256} << 20;

}  // namespace

bool time_memcpy(std::uint64_t bytes_read_and_written, const timing_limits& limits, timing& time) {
  const std::uint64_t bytes = bytes_read_and_written / 2 + bytes_read_and_written % 2;
  const std::uint64_t piece = std::min(bytes, largest_piece);
  files::buffer from;
  files::buffer to;
  if (bytes == 0 || !from.resize(piece) || !to.resize(piece)) return true;
  std::memset(from.data(), 1, from.size());
  std::memset(to.data(), 0, to.size());
  // Volatile: a compiler that knew the function would leave out copies that nobody reads.
  void* (*volatile const copy)(void*, const void*, std::size_t) = std::memcpy;
  const auto copy_all = [&] {
    for (std::uint64_t done = 0; done < bytes; done += piece)
      copy(to.data(), from.data(), static_cast<std::size_t>(std::min(piece, bytes - done)));
    return true;
  };
  return time_calls(copy_all, limits, time);
}

}  // namespace strew::cli
