#include "solve/bins.hpp"

#include <algorithm>
#include <new>

#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t max_chunk_length = 16;
constexpr std::uint64_t share_of_last_chunks = 8;  // one part of so many of the workspace

std::uint64_t records_in_chunk(const bin_layout& layout) {
  return layout.chunk_bytes / layout.sizes().record;
}

}  // namespace

bin_layout layout_for(std::uint32_t bins, std::uint8_t width, std::uint64_t workspace) {
  const std::uint64_t smallest = kernel::bin_format_of(width).chunk;
  const std::uint64_t fit = workspace / share_of_last_chunks / max_slices / bins / smallest;
  const std::uint64_t chunk = std::clamp<std::uint64_t>(fit, 1, max_chunk_length) * smallest;
  return {bins, static_cast<std::uint32_t>(chunk), width};
}

// In each bin of a slice the last chunk may be nearly empty.
std::uint64_t bin_layout::bytes(std::uint64_t positions) const {
  const std::uint64_t of_bin = sizes().buffer + chunk_bytes + sizeof(kernel::bin) + sizeof(std::uint32_t);
  const std::uint64_t of_slice = bins * of_bin + std::uint64_t{2} * chunk_bytes + 4 * cache_line;
  return cache_line + max_slices * of_slice +
         positions / records_in_chunk(*this) * (chunk_bytes + sizeof(std::uint32_t));
}

std::uint64_t bin_layout::positions_in(std::uint64_t bytes) const {
  const std::uint64_t fixed = this->bytes(0);
  if (bytes <= fixed) return 0;
  return (bytes - fixed) / (chunk_bytes + sizeof(std::uint32_t)) * records_in_chunk(*this);
}

kernel::bins bin_layout::slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                               std::uint64_t n) const {
  const std::uint64_t chunks = (positions / slices + 1) / records_in_chunk(*this) + 1 + bins;
  const std::uint64_t buffer_bytes = bins * sizes().buffer;
  const std::uint64_t bins_bytes = whole_lines(bins * sizeof(kernel::bin));
  const std::uint64_t all =
      buffer_bytes + chunks * chunk_bytes + bins_bytes + whole_lines(chunks * sizeof(std::uint32_t));
  kernel::bins made;
  made.buffers = aligned_workspace(workspace) + n * all;
  made.chunks = made.buffers + buffer_bytes;
  made.all = new (made.chunks + chunks * chunk_bytes) kernel::bin[bins];
  made.chunk_bytes = chunk_bytes;
  made.next = reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(made.all) + bins_bytes);
  return made;
}

}  // namespace strew::engine
