// Positions sorted stably by the cells they address; those that address one cell are then adjacent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "execute/duplicate_report.hpp"
#include "problem/destinations.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// A record is a position and a cell that it addresses. Both share one word if they fit into 64 bits, otherwise each has
// its own. Records are added in the order of positions and radix-sorted by the digits of their cells, between the two
// halves of the workspace.
class destination_order {
 public:
  // The workspace is for `max_records` records: order_workspace, search_workspace.
  destination_order(const destinations& where, std::uint64_t max_records, std::byte* workspace);

  // Positions are added in order.
  void note(std::uint64_t position, std::uint64_t cell) {
    is_sorted_ = is_sorted_ && cell >= last_;
    is_ascending_ = is_ascending_ && (count_ == skipped_ || cell > last_);
    last_ = cell;
    add(position, cell);
  }

  // Sorts after all cells.
  void note_skipped(std::uint64_t position) {
    ++skipped_;
    add(position, skipped_cell_);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t skipped() const { return skipped_; }
  [[nodiscard]] bool is_sorted() const { return is_sorted_; }        // as added, skipped ones ignored
  [[nodiscard]] bool is_ascending() const { return is_ascending_; }  // ... and no two were equal

  [[nodiscard]] bool sort(poll_counter& polls);  // false if cancelled

  // After sort().
  [[nodiscard]] std::uint64_t position(std::uint64_t n) const {
    return shares_word_ ? words_[n] & ((std::uint64_t{1} << position_bits_) - 1) : words_[2 * n + 1];
  }

  // After sort(), once: overwrites the records. Empty if cancelled.
  std::optional<duplicate_report> take_duplicates(poll_counter& polls);

 private:
  [[nodiscard]] std::uint64_t cell(std::uint64_t n) const {
    return shares_word_ ? words_[n] >> position_bits_ : words_[2 * n];
  }
  void add(std::uint64_t position, std::uint64_t cell) {
    if (shares_word_) {
      words_[count_] = cell << position_bits_ | position;
    } else {
      words_[2 * count_] = cell;
      words_[2 * count_ + 1] = position;
    }
    ++count_;
  }
  template <class Record, class Key>
  bool sort_by_digits(unsigned bits, std::uint64_t count, const Key& key, poll_counter& polls);
  bool note_duplicate(duplicate_report& found, std::uint64_t& again, poll_counter& polls);

  unsigned position_bits_;
  unsigned cell_bits_;
  bool shares_word_;
  std::uint64_t* words_;
  std::uint64_t* spare_;
  std::uint64_t* counters_;  // of digits
  std::uint64_t skipped_cell_;
  bool has_windows_;
  bool is_sorted_ = true;
  bool is_ascending_ = true;
  std::uint64_t last_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t skipped_ = 0;
};

}  // namespace strew::engine
