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
  bin_layout(std::uint64_t bins, const kernel::bin_format& sizes) : bins_(bins), sizes_(sizes) {}

  // For so many positions in any number of slices.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t positions) const;
  // The largest number of positions for which so many bytes suffice; 0: none.
  [[nodiscard]] std::uint64_t positions_in(std::uint64_t bytes) const;

  // Slice n of a workspace of any alignment, empty. Slices have at most positions / slices + 1 positions.
  [[nodiscard]] kernel::bins slice(std::byte* workspace, std::uint64_t positions, std::uint64_t slices,
                                   std::uint64_t n) const;

 private:
  [[nodiscard]] std::uint64_t fixed_bytes() const;  // of a slice
  [[nodiscard]] std::uint64_t records_in_chunk() const { return sizes_.chunk / sizes_.record; }

  std::uint64_t bins_;
  kernel::bin_format sizes_;
};

}  // namespace strew::engine
