#include "execute/order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace strew::engine {
namespace {

constexpr unsigned digit_bits = kernel::tuning::digit_bits;
constexpr std::size_t digits = sort_counters;

struct pair_of_words {
  std::uint64_t cell;
  std::uint64_t position;
  friend bool operator<(const pair_of_words& left, const pair_of_words& right) {
    return left.cell < right.cell || (left.cell == right.cell && left.position < right.position);
  }
};

std::uint64_t* align_words(std::byte* workspace) {
  constexpr std::uintptr_t word = alignof(std::uint64_t);
  const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(workspace) % word;
  return reinterpret_cast<std::uint64_t*>(past == 0 ? workspace : workspace + (word - past));
}

}  // namespace

destination_order::destination_order(const destinations& where, std::uint64_t max_records, std::byte* workspace)
    : position_bits_(position_bits(where)),
      cell_bits_(cell_bits(where)),
      shares_word_(share_word(where)),
      words_(align_words(workspace)),
      spare_(max_records == 0 ? nullptr : words_ + (shares_word_ ? 1 : 2) * max_records),
      counters_(max_records == 0 ? nullptr : spare_ + (shares_word_ ? 1 : 2) * max_records),
      skipped_cell_(where.cell_count),
      has_windows_(where.window_places > 1) {}

// A stable radix sort by `key`, from the lowest digit: equal ones stay in the order of positions, like comparing
// records.
template <class Record, class Key>
bool destination_order::sort_by_digits(unsigned bits, std::uint64_t count, const Key& key, poll_counter& polls) {
  auto* from = reinterpret_cast<Record*>(words_);
  auto* to = reinterpret_cast<Record*>(spare_);
  if (count < min_counted_records) {
    std::sort(from, from + count);
    return true;
  }
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    const auto digit = [&](const Record& one) { return static_cast<std::size_t>(key(one) >> shift) & (digits - 1); };
    std::fill_n(counters_, digits, 0);
    const bool is_counted = visit_in_pieces(count, polls, [&](std::uint64_t n, std::uint64_t last) {
      for (; n < last; ++n) ++counters_[digit(from[n])];
    });
    std::uint64_t before = 0;
    for (std::size_t d = 0; d < digits; ++d) before += std::exchange(counters_[d], before);
    const bool is_moved = is_counted && visit_in_pieces(count, polls, [&](std::uint64_t n, std::uint64_t last) {
                            for (; n < last; ++n) to[counters_[digit(from[n])]++] = from[n];
                          });
    if (!is_moved) return false;
    std::swap(from, to);
    std::swap(words_, spare_);
  }
  return true;
}

bool destination_order::sort(poll_counter& polls) {
  if (is_sorted_ && skipped_ == 0) return true;
  if (!shares_word_) {
    return sort_by_digits<pair_of_words>(
        cell_bits_, count_, [](const pair_of_words& one) { return one.cell; }, polls);
  }
  const unsigned shift = position_bits_;
  return sort_by_digits<std::uint64_t>(
      cell_bits_, count_, [=](std::uint64_t word) { return word >> shift; }, polls);
}

// Collects the positions of all records of equal cells but the first, and finds the smallest of them with its
// predecessor. The positions overwrite records that were already read. False if cancelled.
bool destination_order::note_duplicate(duplicate_report& found, std::uint64_t& again, poll_counter& polls) {
  std::uint64_t last_cell = skipped_cell_;
  std::uint64_t last_position = 0;
  return visit_in_pieces(count_ - skipped_, polls, [&](std::uint64_t n, std::uint64_t last) {
    for (; n < last; ++n) {
      const std::uint64_t this_cell = cell(n);
      const std::uint64_t this_position = position(n);
      const bool is_again = this_cell == last_cell;
      const std::pair pair(this_position, last_position);
      if (is_again && (again == 0 || pair < std::pair(found.position, found.other)))
        std::tie(found.position, found.other) = pair;
      if (is_again) words_[again++] = this_position;
      last_cell = this_cell;
      last_position = this_position;
    }
  });
}

std::optional<duplicate_report> destination_order::take_duplicates(poll_counter& polls) {
  duplicate_report found;
  std::uint64_t again = 0;
  if (!note_duplicate(found, again, polls)) return std::nullopt;
  found.count = again;
  if (!has_windows_ || again == 0) return found;
  // A position may repeat in many cells; it counts once.
  const auto itself = [](std::uint64_t word) { return word; };
  if (!sort_by_digits<std::uint64_t>(position_bits_, again, itself, polls)) return std::nullopt;
  found.count = 1;
  const bool is_counted = visit_in_pieces(again - 1, polls, [&](std::uint64_t n, std::uint64_t last) {
    for (; n < last; ++n) found.count += words_[n] != words_[n + 1] ? 1 : 0;
  });
  if (!is_counted) return std::nullopt;
  return found;
}

}  // namespace strew::engine
