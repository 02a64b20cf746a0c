#include "exchange/routes.hpp"

#include <bit>
#include <new>
#include <numeric>
#include <utility>

#include "partition/distribution.hpp"
#include "partition/order.hpp"

namespace strew::engine::exchange {
namespace {

using format = record_format<std::uint64_t>;
constexpr format by_place{32};
constexpr std::uint64_t no_record = format::none;

// The rows of each rank, divided evenly: each range of them is sorted by itself.
class place_ranges {
 public:
  place_ranges(const row_layout& of, std::uint64_t a_rank) : a_rank_(a_rank), shifts_(of.ranks()) {
    for (std::uint64_t r = 0; r < of.ranks(); ++r) {
      const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(of.rows_of(r) - 1, 0));
      while (last >> shifts_[r] >= a_rank) ++shifts_[r];
    }
  }

  [[nodiscard]] std::uint64_t count() const { return a_rank_ * shifts_.size(); }
  [[nodiscard]] std::uint64_t a_rank() const { return a_rank_; }
  [[nodiscard]] std::uint64_t of(std::uint64_t rank, std::uint32_t place) const {
    return rank * a_rank_ + (place >> shifts_[rank]);
  }
  [[nodiscard]] unsigned bits(std::uint64_t range) const { return shifts_[range / a_rank_]; }

 private:
  std::uint64_t a_rank_;
  std::vector<std::uint8_t> shifts_;
};

// So that what is sorted at once stays in a cache.
std::uint64_t ranges_a_rank(std::uint64_t positions, std::uint64_t ranks) {
  constexpr std::uint64_t records_a_range = 16384, most = 4096;
  return std::bit_ceil(std::clamp<std::uint64_t>(positions / (ranks * records_a_range), 1, most));
}

// Records in ranges that end there, each by place and position. Large ranges are sorted where they are.
void sort_ranges(std::vector<std::uint64_t>& records, const std::vector<std::uint64_t>& ends,
                 const place_ranges& ranges) {
  const std::uint64_t most = std::max<std::uint64_t>(records.size() / 8, 1024);
  std::uint64_t room = 0;
  for (std::uint64_t n = 0, first = 0; n < ends.size(); first = ends[n++])
    if (ends[n] - first <= most) room = std::max(room, ends[n] - first);
  std::vector<std::uint64_t> spare(room);
  const cancellation never;
  poll_counter polls(never);
  for (std::uint64_t n = 0, first = 0; n < ends.size(); first = ends[n++]) {
    const std::uint64_t count = ends[n] - first;
    std::uint64_t* const from = records.data() + first;
    const std::uint64_t* const made =
        sort_records(by_place, from, count <= room ? spare.data() : nullptr, count, ranges.bits(n), polls);
    if (made != from) std::copy_n(made, count, from);
  }
}

}  // namespace

status routes::make(const placed_positions& given, entries_are what, bool sorts) {
  what_ = what;
  is_sorted_ = sorts;
  const std::uint64_t ranks = given.layout().ranks();
  const place_ranges ranges(given.layout(), sorts ? ranges_a_rank(given.count(), ranks) : 1);
  std::vector<std::uint64_t> counters(distribution<std::uint64_t>::counters_of(1, ranges.count()));
  records_.assign(given.count(), no_record);
  distribution<std::uint64_t> divided(given.count(), 1, ranges.count(),
                                      {counters.data(), records_.data(), records_.size()}, no_record);
  const team alone{{}, 1, arithmetic::none};
  status bad;
  const auto each = [&](std::uint64_t, std::uint64_t, const auto& add) {
    bad = given.for_each([&](std::uint64_t rank, std::uint32_t place, std::uint32_t position) {
      add(ranges.of(rank, place), by_place.made(place, position));
    });
    return !bad;
  };
  if (!divided.count(alone, each)) return bad;
  divided.begin(0);
  if (!divided.write(alone, each)) return bad;
  std::vector<std::uint64_t> ends;
  for (std::uint64_t n = 0; n < ranges.count(); ++n)
    ends.push_back(static_cast<std::uint64_t>(divided.end_of(n) - records_.data()));
  records_.resize(ends.back());
  if (sorts) sort_ranges(records_, ends, ranges);
  first_.assign(1, 0);
  for (std::uint64_t r = 0; r < ranks; ++r) first_.push_back(ends[(r + 1) * ranges.a_rank() - 1]);
  marks_.clear();
  positions_.clear();
  numbers_.clear();
  if (what == entries_are::rows) count_rows();
  return {};
}

// From the records of each rank, its entries.
void routes::count_rows() {
  records_of_ = first_;
  std::uint64_t entries = 0;
  for (std::size_t r = 0; r + 1 < records_of_.size(); ++r) {
    for (std::uint64_t n = records_of_[r]; n < records_of_[r + 1]; ++n) {
      const bool begins = n == records_of_[r] || begins_entry(n);
      const bool is_marked = entries % entries_between_marks == 0;
      if (begins & is_marked) marks_.push_back(n);  // seldom, so that the branch is foreseen
      entries += begins ? 1 : 0;
    }
    first_[r + 1] = entries;
  }
}

void routes::sort() {
  if (is_sorted_) return;
  for (std::size_t r = 0; r + 1 < first_.size(); ++r) {
    std::uint64_t* const first = records_.data();
    std::sort(first + first_[r], first + first_[r + 1]);
  }
  is_sorted_ = true;
}

void routes::keep_lists(std::uint64_t own, bool by_position) noexcept {
  if (!positions_.empty()) return;
  own_ = own;
  by_position_ = by_position;
  try {
    numbers_.resize(records_.size());
    positions_.resize(records_.size());
    fill_lists();
    if (by_position) order_lists();
  } catch (const std::bad_alloc&) {
    positions_.clear();
  }
}

void routes::fill_lists() {
  for (std::size_t r = 0; r + 1 < first_.size(); ++r) {
    const std::uint64_t first = record_of(first_[r]), last = record_of(first_[r + 1]);
    std::uint32_t entry = 0;
    for (std::uint64_t n = first; n < last; ++n) {
      if (n != first && begins_entry(n)) ++entry;
      positions_[n] = position(records_[n]);
      numbers_[n] = r == own_ ? place(records_[n]) : entry;
    }
  }
}

// Those of each rank. A position is in one list only.
void routes::order_lists() {
  constexpr std::uint32_t no_rank = ~std::uint32_t{0};
  struct place_in_lists {
    std::uint32_t rank = no_rank;
    std::uint32_t number = 0;
  };
  const auto last = std::max_element(positions_.begin(), positions_.end());
  std::vector<place_in_lists> of_position(last == positions_.end() ? 0 : std::uint64_t{*last} + 1);
  std::vector<std::uint64_t> next;
  for (std::uint32_t r = 0; r + 1 < first_.size(); ++r) {
    next.push_back(record_of(first_[r]));
    for (std::uint64_t n = next[r], end = record_of(first_[r + 1]); n < end; ++n)
      of_position[positions_[n]] = {r, numbers_[n]};
  }
  for (std::uint64_t p = 0; p < of_position.size(); ++p) {
    if (of_position[p].rank == no_rank) continue;
    const std::uint64_t n = next[of_position[p].rank]++;
    positions_[n] = static_cast<std::uint32_t>(p);
    numbers_[n] = of_position[p].number;
  }
}

std::uint64_t routes::most() const {
  std::uint64_t found = 0;
  for (std::uint64_t r = 0; r + 1 < first_.size(); ++r) found = std::max(found, of_rank(r).size());
  return found;
}

std::uint64_t routes::record_of(std::uint64_t entry) const {
  if (what_ == entries_are::positions) return entry;
  if (entry == first_.back()) return records_.size();
  const auto rank =
      static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), entry) - first_.begin() - 1);
  std::uint64_t number = entry / entries_between_marks * entries_between_marks;
  std::uint64_t record = marks_[entry / entries_between_marks];
  if (number < first_[rank]) {
    number = first_[rank];
    record = records_of_[rank];
  }
  while (number < entry) number += begins_entry(++record) ? 1 : 0;
  return record;
}

void routes::append_places(const entry_range& some, std::vector<std::uint32_t>& made) const {
  made.reserve(made.size() + some.size());
  const std::uint64_t first = record_of(some.first), last = record_of(some.last);
  for (std::uint64_t n = first; n < last; ++n)
    if (n == first || begins_entry(n)) made.push_back(place(records_[n]));
}

std::vector<std::uint32_t> routes::position_of_each(const entry_range& rows, bool is_last) const {
  std::vector<std::uint32_t> made;
  made.reserve(rows.size());
  const std::uint64_t last = record_of(rows.last);
  for (std::uint64_t n = record_of(rows.first), first = n; n < last; ++n) {
    if (n == first || begins_entry(n))
      made.push_back(position(records_[n]));
    else if (is_last)
      made.back() = position(records_[n]);
  }
  return made;
}

void routes::count_ranges(std::uint64_t rank, unsigned shift, std::vector<std::uint32_t>& counts) const {
  const entry_range all = of_rank(rank);
  const std::uint64_t first = record_of(all.first), last = record_of(all.last);
  for (std::uint64_t n = first; n < last; ++n)
    if (n == first || begins_entry(n)) ++counts[place(records_[n]) >> shift];
}

}  // namespace strew::engine::exchange
