// The lists of prepared indices, as numbers of one width.
#pragma once

#include <strew/problem.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace strew::support {

inline std::vector<uint64_t> numbers_at(const void* first, uint64_t count, uint32_t width) {
  std::vector<uint64_t> read(static_cast<size_t>(count));
  for (size_t n = 0; n < read.size(); ++n) {
    const auto* from = static_cast<const unsigned char*>(first) + n * width;
    uint32_t narrow = 0;
    if (width == sizeof narrow) {
      std::memcpy(&narrow, from, width);
      read[n] = narrow;
    } else {
      std::memcpy(&read[n], from, sizeof read[n]);
    }
  }
  return read;
}

struct cell_lists {
  std::vector<uint64_t> order, cells, starts;
  bool operator==(const cell_lists&) const = default;
};

inline cell_lists lists_of(const strew_prepared_lists& from) {
  return {numbers_at(from.order, from.positions, from.position_bytes),
          numbers_at(from.cells, from.segments, from.cell_bytes),
          numbers_at(from.segment_starts, from.segments + 1, from.position_bytes)};
}

}  // namespace strew::support
