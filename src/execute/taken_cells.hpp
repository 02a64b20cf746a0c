// A bit for each cell, or position, tells whether it was taken before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/tuning.hpp"
#include "walk/cancel.hpp"

namespace strew::engine {

class taken_cells {
 public:
  static constexpr std::uint64_t cells_of_byte = 8;

  explicit taken_cells(std::byte* bits) : bits_(bits) {}

  // Of bytes [first, last); false if cancelled.
  bool clear(std::uint64_t first, std::uint64_t last, const cancellation& cancel) const {
    constexpr std::uint64_t piece = kernel::tuning::poll_copy_bytes;
    for (; last - first > piece; first += piece) {
      if (cancel.is_requested()) return false;
      std::memset(bits_ + first, 0, piece);
    }
    std::memset(bits_ + first, 0, last - first);
    return true;
  }

  // False if it was taken before.
  [[nodiscard]] bool take(std::uint64_t cell) const {
    const bool is_free = !is_taken(cell);
    bits_[cell / cells_of_byte] |= bit_of(cell);
    return is_free;
  }
  [[nodiscard]] bool is_taken(std::uint64_t cell) const {
    return (bits_[cell / cells_of_byte] & bit_of(cell)) != std::byte{0};
  }

 private:
  static std::byte bit_of(std::uint64_t cell) { return std::byte{1} << static_cast<unsigned>(cell % cells_of_byte); }

  std::byte* bits_;
};

}  // namespace strew::engine
