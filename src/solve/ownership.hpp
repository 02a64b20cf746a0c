// Ranges of table offsets, one per task, that a sample of the positions fills about equally.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

constexpr std::size_t max_owners = 64;

// Together they contain every offset once, so that all updates of a cell have one owner.
class ownership {
 public:
  // From the offsets of evenly spaced positions; the most frequent one begins the first range, so that a single hot
  // cell has an owner of its own. `owners` is at most max_owners.
  ownership(const part& work, const block_program& program, std::uint64_t owners);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] kernel::offset_range operator[](std::uint64_t n) const { return ranges_[n]; }

 private:
  void divide(std::int64_t* offsets, std::size_t count);

  std::uint64_t size_;
  std::array<kernel::offset_range, max_owners> ranges_;
};

}  // namespace strew::engine
