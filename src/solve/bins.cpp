#include "solve/bins.hpp"

#include <algorithm>
#include <new>

#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t share_of_last_chunks = 8;  // one part of so many of the workspace

}  // namespace

std::uint8_t chunk_length_for(std::uint64_t bins, const kernel::bin_format& sizes, std::uint64_t workspace) {
  const std::uint64_t fit = workspace / share_of_last_chunks / max_slices / bins / sizes.chunk;
  return static_cast<std::uint8_t>(std::clamp<std::uint64_t>(fit, 1, max_chunk_length));
}

// In each bin of a slice the last chunk may be nearly empty.
std::uint64_t bin_layout::fixed_bytes() const {
  return bins_ * (sizes_.buffer + chunk_ + sizeof(kernel::bin) + sizeof(std::uint32_t)) + 2 * chunk_ + 4 * cache_line;
}

std::uint64_t bin_layout::bytes(std::uint64_t positions) const {
  return cache_line + max_slices * fixed_bytes() + positions / records_in_chunk() * (chunk_ + sizeof(std::uint32_t));
}

std::uint64_t bin_layout::positions_in(std::uint64_t bytes) const {
  const std::uint64_t fixed = this->bytes(0);
  if (bytes <= fixed) return 0;
  return (bytes - fixed) / (chunk_ + sizeof(std::uint32_t)) * records_in_chunk();
}

kernel::bins bin_layout::slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                               std::uint64_t n) const {
  const std::uint64_t chunks = (positions / slices + 1) / records_in_chunk() + 1 + bins_;
  const std::uint64_t bins_bytes = whole_lines(bins_ * sizeof(kernel::bin));
  const std::uint64_t all =
      bins_ * sizes_.buffer + chunks * chunk_ + bins_bytes + whole_lines(chunks * sizeof(std::uint32_t));
  kernel::bins made;
  made.buffers = aligned_workspace(workspace) + n * all;
  made.chunks = made.buffers + bins_ * sizes_.buffer;
  made.all = new (made.chunks + chunks * chunk_) kernel::bin[bins_];
  made.chunk_bytes = static_cast<std::uint32_t>(chunk_);
  made.next = reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(made.all) + bins_bytes);
  return made;
}

}  // namespace strew::engine
