// Positions that collide: searched where duplicates are refused, and where indices are prepared.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>

#include "execute/cells.hpp"
#include "execute/context.hpp"
#include "partition/order.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// Positions that address a cell which an earlier one addresses.
struct duplicate_report {
  std::uint64_t count = 0;     // each position once
  std::uint64_t position = 0;  // the first of them; valid only if count > 0
  std::uint64_t other = 0;     // the first position that addresses a cell of it
};

// first_pair: the count is 1 or more, if there are any.
enum class wanted_duplicates : std::uint8_t { first_pair, all };

inline team tasks_that_sort(std::uint64_t records, const execution_context& with) {
  const std::uint64_t work = saturated_product(records, position_work);
  return {with.pool, count_tasks(with.pool, with.threads, work), arithmetic::none};
}

// By bits or sorted records of cells. Uses search_workspace() bytes. Empty if cancelled.
std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, wanted_duplicates wanted,
                                                std::byte* workspace, const execution_context& with);

// What one pass tells without memory, unless some place is before the one before it, which ends it.
struct cell_sequence {
  bool is_sorted = true;
  std::uint64_t places = 0;
  duplicate_report duplicates;  // if it is sorted
};
std::optional<cell_sequence> look_along(const cell_reader& from, const cancellation& cancel);  // empty if cancelled

// A bit for each cell, or position, tells whether it was taken before.
class taken_cells {
 public:
  static constexpr std::uint64_t cells_of_byte = 8;

  explicit taken_cells(std::byte* bits) : bits_(bits) {}

  // Of bytes [first, last); false if cancelled.
  bool clear(std::uint64_t first, std::uint64_t last, const cancellation& cancel) const {
    constexpr std::uint64_t piece = copied_between_polls;
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

// Collects what tasks find in ranges of sorted records.
class repeated_cells {
 public:
  // `positions`: a bit for each of them, where one may repeat in many cells; otherwise null.
  explicit repeated_cells(std::uint64_t nowhere, std::byte* positions = nullptr)
      : nowhere_(nowhere), positions_(positions), counts_once_(positions != nullptr) {}

  template <class Format, class Record>
  void look_at(const Format& format, const Record* first, const Record* last) {
    std::unique_lock lock(writing_, std::defer_lock);
    if (counts_once_) lock.lock();
    found_pair best;
    std::uint64_t count = 0;
    std::uint64_t length = 1;
    std::uint64_t longest = 0;
    for (const Record* at = first; at != last && ++at != last;) {
      const std::uint64_t position = format.position(*at);
      const bool is_again = format.cell(*at) == format.cell(at[-1]) && format.cell(*at) < nowhere_;
      count += is_again && (!counts_once_ || positions_.take(position)) ? 1 : 0;
      length = is_again ? length + 1 : 1;
      longest = std::max(longest, length);
      if (is_again & (position <= best.position)) best = std::min(best, {position, format.position(at[-1])});
    }
    if (!counts_once_) lock.lock();
    best_ = std::min(best_, best);
    count_ += count;
    most_ = std::max(most_, longest);
  }

  // Records of the cell that has most of them, where there is one.
  [[nodiscard]] std::uint64_t most() const { return most_; }
  [[nodiscard]] duplicate_report all() const {
    return count_ == 0 ? duplicate_report{} : duplicate_report{count_, best_.position, best_.other};
  }

 private:
  struct found_pair {
    std::uint64_t position = ~std::uint64_t{0};
    std::uint64_t other = ~std::uint64_t{0};
    friend bool operator<(const found_pair& left, const found_pair& right) {
      return left.position < right.position || (left.position == right.position && left.other < right.other);
    }
  };

  std::uint64_t nowhere_;
  taken_cells positions_;
  bool counts_once_;
  std::mutex writing_;
  found_pair best_;
  std::uint64_t count_ = 0;
  std::uint64_t most_ = 1;
};

}  // namespace strew::engine
