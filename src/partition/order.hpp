// Positions sorted stably by the cells they address: records of cell and position are divided among ranges of cells,
// and each range is sorted by one task. Records of one cell are then adjacent.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/arithmetic.hpp"
#include "partition/distribution.hpp"
#include "problem/destinations.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// Both numbers in one word, or in two. Records compare as cell, then position.
template <class Word>
struct record_format {
  using record = Word;
  unsigned position_bits;

  [[nodiscard]] record made(std::uint64_t cell, std::uint64_t position) const {
    return record{cell} << position_bits | position;
  }
  [[nodiscard]] std::uint64_t cell(record one) const { return static_cast<std::uint64_t>(one >> position_bits); }
  [[nodiscard]] std::uint64_t position(record one) const {
    return static_cast<std::uint64_t>(one) & ((std::uint64_t{1} << position_bits) - 1);
  }
  static constexpr record none = ~record{0};
};

template <class Call>
auto with_records(const destinations& where, const Call& call) {
  const unsigned bits = position_bits(where);
  return share_word(where) ? call(record_format<std::uint64_t>{bits}) : call(record_format<two_words>{bits});
}

constexpr unsigned max_digit_bits = 11;
constexpr unsigned digits_of(unsigned bits, unsigned most_bits = max_digit_bits) {
  return (bits + most_bits - 1) / most_bits;
}

// By digits of `bits` of the cells, from the lowest one. Not inlined because of the counters on its stack.
template <class Format, class Record = typename Format::record>
[[gnu::noinline]] Record* sort_by_digits(const Format& format, Record* from, Record* to, std::uint64_t count,
                                         unsigned bits, poll_counter& polls) {
  constexpr unsigned few_digit_bits = 8;  // where more counters than records would be cleared
  const unsigned most_bits = count < min_counted_records ? few_digit_bits : max_digit_bits;
  const unsigned digits = digits_of(bits, most_bits);
  const unsigned digit_bits = (bits + digits - 1) / digits;
  std::array<std::uint32_t, std::size_t{1} << max_digit_bits> counters;
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    const auto digit = [&](const Record& one) {
      return static_cast<std::size_t>(format.cell(one) >> shift) & ((std::size_t{1} << digit_bits) - 1);
    };
    std::fill_n(counters.begin(), std::size_t{1} << digit_bits, 0);
    const bool is_counted = visit_in_pieces(count, polls, [&](std::uint64_t n, std::uint64_t last) {
      for (; n < last; ++n) ++counters[digit(from[n])];
    });
    std::uint32_t before = 0;
    for (std::size_t d = 0; d < std::size_t{1} << digit_bits; ++d) before += std::exchange(counters[d], before);
    const bool is_moved = is_counted && visit_in_pieces(count, polls, [&](std::uint64_t n, std::uint64_t last) {
                            for (; n < last; ++n) to[counters[digit(from[n])]++] = from[n];
                          });
    if (!is_moved) return nullptr;
    std::swap(from, to);
  }
  return from;
}

// Sorts records by the low `bits` of their cells, in place or, where it is not null, between two places; returns the
// place where they are, or null if cancelled. Equal ones stay in order, as their positions are.
template <class Format, class Record = typename Format::record>
Record* sort_records(const Format& format, Record* from, Record* to, std::uint64_t count, unsigned bits,
                     poll_counter& polls) {
  if (std::is_sorted(from, from + count)) return from;
  constexpr std::uint64_t min_counted = 256;
  const bool has_digits = to != nullptr && bits != 0 && count >= min_counted && (count >> 32U) == 0;
  if (has_digits) return sort_by_digits(format, from, to, count, bits, polls);
  std::sort(from, from + count);
  return from;
}

constexpr std::uint64_t most_whole_records = 65536;

// What is sorted, where: `records` of positions [0, positions) at most, in a workspace of records_workspace(), or if it
// has no spare room, of half the records.
struct sorting {
  record_ranges of;
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::byte* workspace = nullptr;
  bool has_spare = true;
};

// Calls consume(n, first, last) in tasks, each with a part of sorted records that ends where a cell does.
template <class Format, class Record, class Consumer>
bool consume_whole(const Format& format, const Record* records, std::uint64_t count, const team& with,
                   const Consumer& consumer) {
  if (count == 0) return true;
  const std::uint64_t parts = std::min(with.tasks, count);
  const auto begin_of = [&](std::uint64_t part) {
    std::uint64_t n = border(count, parts, part);
    while (n > 0 && n < count && format.cell(records[n]) == format.cell(records[n - 1])) ++n;
    return n;
  };
  return with.for_each(parts, [&](std::uint64_t part) {
    const std::uint64_t first = begin_of(part);
    return consumer(part)(first, records + first, records + begin_of(part + 1));
  });
}

// Each(first, last, note) calls note(cell, position) for the cells of positions [first, last), in order, and returns
// false if it was cancelled, as does this. A skipped position may be noted with the number after all cells. Then tasks
// call what consumer(task) returns with (n, first, last), sorted records that end where a cell does, the first of them
// number n of all, until it returns false.
template <class Format, class Each, class Consumer>
bool sort_by_cells(const Format& format, const sorting& what, const team& with, const cancellation& cancel,
                   const Each& each, const Consumer& consumer) {
  using record = typename Format::record;
  const record_ranges& of = what.of;
  const std::uintptr_t before = -reinterpret_cast<std::uintptr_t>(what.workspace) % alignof(record);
  auto* const counters = reinterpret_cast<std::uint64_t*>(what.workspace + before);
  auto* const from = reinterpret_cast<record*>(counters + distribution<record>::counters_of(of.chunks, of.ranges));
  distribution<record> divided(what.positions, std::min(with.tasks, of.chunks), of.ranges,
                               {counters, from, what.records}, Format::none);
  const auto add_records = [&](std::uint64_t first, std::uint64_t last, const auto& add) {
    return each(first, last, [&](std::uint64_t cell, std::uint64_t position) {
      add(cell >> of.shift, format.made(cell, position));
    });
  };
  // One task divides nothing that it can sort within its second cache.
  const bool is_small = what.has_spare && with.tasks == 1 && what.records <= most_whole_records;
  const bool is_whole = of.ranges == 1 || is_small;
  const unsigned bits = of.shift + (is_whole ? static_cast<unsigned>(std::bit_width(of.ranges - 1)) : 0);
  const auto sort_range = [&](record* first, record* last, poll_counter& polls) -> const record* {
    const auto count = static_cast<std::uint64_t>(last - first);
    if (!polls.go_on(count)) return nullptr;
    return sort_records(format, first, what.has_spare ? first + what.records : nullptr, count, bits, polls);
  };
  if (is_whole) {
    const record* sorted = nullptr;
    record* last = from;
    const bool is_sorted = with.for_each(1, [&](std::uint64_t) {
      poll_counter polls(cancel);
      const auto append = [&](std::uint64_t, record one) { *last++ = one; };
      sorted = add_records(0, what.positions, append) ? sort_range(from, last, polls) : nullptr;
      return sorted != nullptr;
    });
    return is_sorted && consume_whole(format, sorted, static_cast<std::uint64_t>(last - from), with, consumer);
  }
  if (!divided.count(with, add_records)) return false;
  divided.begin(0);
  if (!divided.write(with, add_records)) return false;
  return for_each_claim(with, with.tasks, 0, of.ranges, [&](std::uint64_t task, claims& open) {
    poll_counter polls(cancel);
    auto&& consume = consumer(task);
    for (std::uint64_t range = 0; open.take(range);) {
      record* const first = divided.begin_of(range);
      const std::ptrdiff_t count = divided.end_of(range) - first;
      const record* const sorted = sort_range(first, first + count, polls);
      if (sorted == nullptr || !consume(static_cast<std::uint64_t>(first - from), sorted, sorted + count)) return false;
    }
    return true;
  });
}

}  // namespace strew::engine
