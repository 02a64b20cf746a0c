// The lists of one slice of the positions in the workspace of the solver `binned`: for each bin a buffer that is being
// filled and the chunks that were full.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"

namespace strew::engine {

constexpr std::uint64_t max_slices = 16;

// The workspace for a number of bins and of positions, which is divided evenly among slices.
struct bin_layout {
  std::uint32_t bins;
  std::uint32_t chunk_bytes;
  std::uint8_t width;  // bytes of an element

  [[nodiscard]] kernel::bin_format sizes() const { return kernel::bin_format_of(width); }
  // For so many positions in any number of slices.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t positions) const;
  // The largest number of positions for which so many bytes suffice; 0: none.
  [[nodiscard]] std::uint64_t positions_in(std::uint64_t bytes) const;

  // Slice n of a workspace of any alignment, empty. Slices have at most positions / slices + 1 positions.
  [[nodiscard]] kernel::bins slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                                   std::uint64_t n) const;
};

// Its chunks are as long as up to 16 of the smallest: long ones are read faster, but the last one of each list is half
// empty, and all of these together may take an eighth of the workspace.
bin_layout layout_for(std::uint32_t bins, std::uint8_t width, std::uint64_t workspace);

}  // namespace strew::engine
