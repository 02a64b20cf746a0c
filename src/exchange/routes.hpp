// Where the positions of one rank go: grouped by the rank that holds their rows, there in order, or by row and then in
// order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "exchange/indices.hpp"
#include "exchange/row_layout.hpp"

namespace strew::engine::exchange {

// Entries are what crosses: positions, or distinct rows.
enum class entries_are : std::uint8_t { positions, rows };

struct entry_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  [[nodiscard]] std::uint64_t size() const { return last - first; }
};

class routes {
 public:
  // Records of 8 bytes a position, and at most an eighth more while they are sorted, which entries that are rows are;
  // rows of a rank, and positions, are fewer than 2^32: XC1. MM1, CN1.
  status make(const placed_positions& given, entries_are what, bool sorts);
  // Those that are not sorted yet, without memory.
  void sort();
  // Lists of 8 bytes a position for for_each_position, which makes them anew in each call otherwise, as it does without
  // memory for them. `own`: the rank whose positions are asked for by places. `by_position`: in their order, for visits
  // of whole ranks, which may then visit them in any order; twice the memory while they are made.
  void keep_lists(std::uint64_t own, bool by_position) noexcept;

  [[nodiscard]] std::uint64_t positions() const { return records_.size(); }
  // Of all entries, those of a rank; the whole is numbered through.
  [[nodiscard]] entry_range of_rank(std::uint64_t rank) const { return {first_[rank], first_[rank + 1]}; }
  [[nodiscard]] std::uint64_t most() const;  // entries of any rank

  // The rows of entries at their rank, one number each, added to a list.
  void append_places(const entry_range& some, std::vector<std::uint32_t>& made) const;
  // Of entries that are rows: a position of each, the first one or the last one.
  [[nodiscard]] std::vector<std::uint32_t> position_of_each(const entry_range& rows, bool is_last) const;
  // Adds how many entries of a rank are in each of a number of ranges of 2^shift places. They are sorted.
  void count_ranges(std::uint64_t rank, unsigned shift, std::vector<std::uint32_t>& counts) const;

  // Calls visit(positions, numbers, count) for the positions of entries, some at a time, in order: the positions of the
  // rank, and for each the number of its entry less the first one, or, by places, its row. It returns a status.
  template <class Visit>
  status for_each_position(const entry_range& some, bool by_places, const Visit& visit) const {
    const std::uint64_t first = record_of(some.first), last = record_of(some.last);
    if (first == last) return {};
    if (has_list_for(some, by_places)) return visit(positions_.data() + first, numbers_.data() + first, last - first);
    std::vector<std::uint32_t> positions, numbers;
    std::uint64_t entry = 0;
    for (std::uint64_t n = first; n < last;) {
      const std::uint64_t count = std::min(last - n, at_once);
      positions.resize(count);
      numbers.resize(count);
      for (std::uint64_t i = 0; i < count; ++i, ++n) {
        positions[i] = position(records_[n]);
        numbers[i] = by_places ? place(records_[n]) : static_cast<std::uint32_t>(entry);
        if (n + 1 < last && begins_entry(n + 1)) ++entry;
      }
      if (auto bad = visit(positions.data(), numbers.data(), count)) return bad;
    }
    return {};
  }

 private:
  static constexpr std::uint64_t at_once = 16384;
  static constexpr std::uint64_t entries_between_marks = 1024;

  static std::uint32_t place(std::uint64_t record) { return static_cast<std::uint32_t>(record >> 32U); }
  static std::uint32_t position(std::uint64_t record) { return static_cast<std::uint32_t>(record); }
  // Of a record that is not the first one of its rank, or is one of positions.
  [[nodiscard]] bool begins_entry(std::uint64_t record) const {
    return what_ == entries_are::positions || place(records_[record]) != place(records_[record - 1]);
  }
  [[nodiscard]] std::uint64_t record_of(std::uint64_t entry) const;
  void count_rows();
  void fill_lists();
  void order_lists();
  // Entries of others are numbered from the first one of their rank.
  [[nodiscard]] bool has_list_for(const entry_range& some, bool by_places) const {
    if (positions_.empty()) return false;
    if (by_position_) return is_rank(some);
    return by_places || std::binary_search(first_.begin(), first_.end(), some.first);
  }

  [[nodiscard]] bool is_rank(const entry_range& some) const {
    const auto next = std::upper_bound(first_.begin(), first_.end(), some.first);
    return next != first_.begin() && *(next - 1) == some.first && next != first_.end() && *next == some.last;
  }

  entries_are what_ = entries_are::positions;
  bool is_sorted_ = false;
  std::vector<std::uint64_t> records_;      // place and position
  std::vector<std::uint64_t> first_ = {0};  // entry of each rank
  std::vector<std::uint64_t> marks_;        // of rows: the records that begin some of them
  std::vector<std::uint64_t> records_of_;   // of rows: where those of each rank begin
  std::uint64_t own_ = 0;
  bool by_position_ = false;
  std::vector<std::uint32_t> positions_, numbers_;  // lists that are kept: of records; places, or entries of a rank
};

}  // namespace strew::engine::exchange
