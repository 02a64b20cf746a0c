#include "solve/bins.hpp"

#include <new>

#include "walk/workspace.hpp"

namespace strew::engine {

// In each bin of a slice the last chunk may be nearly empty.
std::uint64_t bin_layout::fixed_bytes() const {
  return bins_ * (sizes_.buffer + sizes_.chunk + sizeof(kernel::bin) + sizeof(std::uint32_t)) + 2 * sizes_.chunk +
         4 * cache_line;
}

std::uint64_t bin_layout::bytes(std::uint64_t positions) const {
  return cache_line + max_slices * fixed_bytes() +
         positions / records_in_chunk() * (sizes_.chunk + sizeof(std::uint32_t));
}

std::uint64_t bin_layout::positions_in(std::uint64_t bytes) const {
  const std::uint64_t fixed = this->bytes(0);
  if (bytes <= fixed) return 0;
  return (bytes - fixed) / (sizes_.chunk + sizeof(std::uint32_t)) * records_in_chunk();
}

kernel::bins bin_layout::slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                               std::uint64_t n) const {
  const std::uint64_t chunks = (positions / slices + 1) / records_in_chunk() + 1 + bins_;
  const std::uint64_t bins_bytes = whole_lines(bins_ * sizeof(kernel::bin));
  const std::uint64_t all =
      bins_ * sizes_.buffer + chunks * sizes_.chunk + bins_bytes + whole_lines(chunks * sizeof(std::uint32_t));
  kernel::bins made;
  made.buffers = aligned_workspace(workspace) + n * all;
  made.chunks = made.buffers + bins_ * sizes_.buffer;
  made.all = new (made.chunks + chunks * sizes_.chunk) kernel::bin[bins_];
  made.next = reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(made.all) + bins_bytes);
  return made;
}

}  // namespace strew::engine
