// A place in the indices of a side.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::engine {

// `ahead` counts bytes from the first index; of offsets in place of indices, positions. A null base is legal if nothing
// is read.
struct index_place {
  const std::byte* first = nullptr;
  std::int64_t ahead = 0;

  [[nodiscard]] index_place operator+(std::int64_t by) const { return {first, ahead + by}; }
  // Not of offsets.
  [[nodiscard]] const std::byte* stored() const { return first == nullptr ? nullptr : first + ahead; }
};

}  // namespace strew::engine
