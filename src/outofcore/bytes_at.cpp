#include "outofcore/bytes_at.hpp"

#include <algorithm>
#include <cstring>

#include "platform/files.hpp"

namespace strew::engine::outofcore {
namespace {

constexpr std::uint64_t at_once = std::uint64_t{1} << 30U;  // what one call of the system takes everywhere

}  // namespace

outcome read_at(int file, std::uint64_t offset, std::byte* to, std::uint64_t bytes) {
  while (bytes != 0) {
    const std::int64_t count = platform::read_at(file, offset, to, std::min(bytes, at_once));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return of_system("cannot be read", errno, file);
    if (count == 0) return of_system("is shorter than its header says", EIO, file);
    to += count;
    offset += static_cast<std::uint64_t>(count);
    bytes -= static_cast<std::uint64_t>(count);
  }
  return {};
}

outcome write_at(int file, std::uint64_t offset, const std::byte* from, std::uint64_t bytes) {
  while (bytes != 0) {
    const std::int64_t count = platform::write_at(file, offset, from, std::min(bytes, at_once));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return of_system("cannot be written", errno, file);
    from += count;
    offset += static_cast<std::uint64_t>(count);
    bytes -= static_cast<std::uint64_t>(count);
  }
  return {};
}

outcome write_through_at(int file, std::uint64_t offset, const std::byte* from, std::uint64_t bytes) {
  if (auto bad = write_at(file, offset, from, bytes)) return bad;
  platform::begin_sync(file, offset, bytes);
  return {};
}

outcome bring_to_the_disk(int file) {
  if (platform::sync_content(file)) return {};
  return of_system("cannot be brought to the disk", errno, file);
}

std::uint64_t digest_of(const std::byte* from, std::uint64_t bytes) {
  constexpr std::uint64_t prime = 1099511628211U;
  std::uint64_t made = 14695981039346656037U ^ bytes;
  for (; bytes != 0;) {
    std::uint64_t word = 0;
    const std::uint64_t count = std::min<std::uint64_t>(bytes, sizeof word);
    std::memcpy(&word, from, count);
    made = (made ^ word) * prime;
    made ^= made >> 32U;
    from += count;
    bytes -= count;
  }
  return made;
}

}  // namespace strew::engine::outofcore
