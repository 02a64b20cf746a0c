// Offsets instead of indices: ascending numbers of positions, where segments begin.
#pragma once

#include <optional>

#include "oracle/indexing.hpp"

namespace strew::oracle {

// For each entry of the batch, the `batch_dims` leading dimensions of `positions`, its positions are numbered in
// row-major order, and segment s holds those from number offsets[s] up to, not including, offsets[s + 1]. There are as
// many offsets as segments, then the last segment ends with the positions, or one more. Positions before the first
// and behind the last are of no segment.
struct segmentation {
  shape positions;
  size_t batch_dims = 0;
  int64_t segments = 0;
};

// OF1: 0 <= offsets[0] <= offsets[1] <= ... <= the number of positions of a batch entry. The record has the number and
// the coordinates of the offset, its value as the only member of the tuple, that number of positions as extent, the
// range from the offset before on, and how many offsets are bad.
std::optional<index_error> bad_offsets(const segmentation& of, const tensor& offsets);

// The offsets as indices: one i64 for each position, a tuple of one member; -1 for those of no segment.
// Meant only where no offset is bad.
struct segment_ids {
  memory store;
  tensor view;

  segment_ids(const segmentation& of, const tensor& offsets);
  segment_ids(const segment_ids&) = delete;
  segment_ids& operator=(const segment_ids&) = delete;
};

}  // namespace strew::oracle
