#include "execute/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace strew {
inline namespace engine {
namespace {

constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::uint64_t few = 512;  // records for which counting digits does not pay

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

destination_order::destination_order(const destinations& where, std::uint64_t most, std::byte* workspace)
    : words_(align_words(workspace)),
      spare_(most == 0 ? nullptr : words_ + most),
      nowhere_(where.cell_count),
      position_bits_(where.position_count == 0 ? 0U : static_cast<unsigned>(std::bit_width(where.position_count - 1))),
      cell_bits_(static_cast<unsigned>(std::bit_width(nowhere_))),
      shares_word_(position_bits_ + cell_bits_ <= 64),
      has_windows_(where.window_places > 1) {}

void destination_order::sort() {
  if (is_sorted_ && left_out_ == 0) return;
  if (!shares_word_) {
    auto* pairs = reinterpret_cast<pair_of_words*>(words_);
    std::sort(pairs, pairs + count_);
    return;
  }
  if (count_ < few) {
    std::sort(words_, words_ + count_);
    return;
  }
  for (unsigned shift = position_bits_; shift < position_bits_ + cell_bits_; shift += digit_bits) sort_by_digit(shift);
}

// Stable, so the digits of lower worth keep their order.
void destination_order::sort_by_digit(unsigned shift) {
  std::array<std::uint64_t, digits> next{};
  const auto digit = [=](std::uint64_t word) { return static_cast<std::size_t>(word >> shift) & (digits - 1); };
  for (std::uint64_t n = 0; n < count_; ++n) ++next[digit(words_[n])];
  std::uint64_t before = 0;
  for (std::uint64_t& place : next) before += std::exchange(place, before);
  for (std::uint64_t n = 0; n < count_; ++n) spare_[next[digit(words_[n])]++] = words_[n];
  std::swap(words_, spare_);
}

// Of equal cells all but the first come again, the second with the first before it. They are written over records that
// were looked at: with windows a position may come again in many cells.
meetings destination_order::take_meetings() {
  meetings found;
  std::uint64_t again = 0;
  std::uint64_t last_cell = nowhere_;
  std::uint64_t last_position = 0;
  for (std::uint64_t n = 0; n < count_ - left_out_; ++n) {
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
  if (has_windows_) std::sort(words_, words_ + again);
  found.count = has_windows_ ? static_cast<std::uint64_t>(std::unique(words_, words_ + again) - words_) : again;
  return found;
}

}  // namespace engine
}  // namespace strew
