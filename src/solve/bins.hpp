// The lists of one slice of the positions in the workspace of the solver `binned`: for each bin a buffer that is being
// filled and the chunks that were full.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"

namespace strew::engine {

constexpr std::uint64_t max_slices = 16;

// The workspace for a number of bins and of positions, which is divided evenly among slices.
class bin_layout {
 public:
  // `chunk_length` counts chunks of `sizes`: see chunk_length_for.
  bin_layout(std::uint64_t bins, const kernel::bin_format& sizes, std::uint8_t chunk_length)
      : bins_(bins), sizes_(sizes), chunk_(chunk_length * sizes.chunk) {}

  // For so many positions in any number of slices.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t positions) const;
  // The largest number of positions for which so many bytes suffice; 0: none.
  [[nodiscard]] std::uint64_t positions_in(std::uint64_t bytes) const;

  // Slice n of a workspace of any alignment, empty. Slices have at most positions / slices + 1 positions.
  [[nodiscard]] kernel::bins slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                                   std::uint64_t n) const;

 private:
  [[nodiscard]] std::uint64_t fixed_bytes() const;  // of a slice
  [[nodiscard]] std::uint64_t records_in_chunk() const { return chunk_ / sizes_.record; }

  std::uint64_t bins_;
  kernel::bin_format sizes_;
  std::uint64_t chunk_;  // bytes
};

// How many chunks of `sizes` one chunk of a list is as long as, from 1 to max_chunk_length: long ones are read faster,
// but the last one of each list is half empty, and all of these together may take an eighth of the workspace.
constexpr std::uint64_t max_chunk_length = 16;
[[nodiscard]] std::uint8_t chunk_length_for(std::uint64_t bins, const kernel::bin_format& sizes,
                                            std::uint64_t workspace);

}  // namespace strew::engine
