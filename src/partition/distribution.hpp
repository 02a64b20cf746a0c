// Records of positions, by ranges of cells. Each task counts the records of every range in its chunk of the positions;
// the counts become places; then each task writes its records. Those of a range lie side by side, in the order of
// positions, whatever the number of tasks. Where memory is short this happens in rounds, for some ranges at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "partition/team.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {

// The bytes of workspace that a solver may ask for: what the operands it works on take, or a constant that need not be
// justified by them, and never more than `most`.
constexpr std::uint64_t workspace_limit(std::uint64_t operands, std::uint64_t most) {
  return std::clamp(operands, usual_workspace, most);
}

// Ranges [first, last) that tasks take, each the next one that no other has taken.
class claims {
 public:
  claims(std::uint64_t first, std::uint64_t last) : next_(first), last_(last) {}

  // False if none is left.
  bool take(std::uint64_t& range) {
    range = next_.fetch_add(1, std::memory_order_relaxed);
    return range < last_;
  }

 private:
  std::atomic<std::uint64_t> next_;
  std::uint64_t last_;
};

// Calls task(n, claims) in at most `tasks` tasks, and no more than there are ranges. False if one returned false.
template <class Task>
bool for_each_claim(const team& with, std::uint64_t tasks, std::uint64_t first, std::uint64_t last, const Task& task) {
  if (first >= last) return true;
  claims open(first, last);
  return with.for_each(std::min(tasks, last - first), [&](std::uint64_t n) { return task(n, open); });
}

template <class Record, class Counter = std::uint64_t>
class distribution {
 public:
  // Memory of the caller: two counters for each chunk and range, and records.
  struct room {
    Counter* counters = nullptr;
    Record* records = nullptr;
    std::uint64_t capacity = 0;  // records
  };
  static constexpr std::uint64_t counters_of(std::uint64_t chunks, std::uint64_t ranges) { return 2 * chunks * ranges; }

  // `absent` takes the place of a record whose position has no range any more when it is written: its index was changed
  // meanwhile.
  distribution(std::uint64_t positions, std::uint64_t chunks, std::uint64_t ranges, const room& in, Record absent)
      : positions_(positions),
        chunks_(std::max<std::uint64_t>(std::min(chunks, positions), 1)),
        ranges_(ranges),
        counts_(in.counters),
        ends_(in.counters + chunks_ * ranges),
        records_(in.records),
        capacity_(in.capacity),
        absent_(absent) {}

  // Before the first round. each(first, last, add) calls add(range, record) for the positions [first, last) in order,
  // without those that have no range, and returns false if it was cancelled, as does this.
  template <class Each>
  bool count(const team& with, const Each& each) {
    return with.for_each(chunks_, [&](std::uint64_t chunk) {
      Counter* const counts = this->counts(chunk);
      std::fill_n(counts, ranges_, Counter{0});
      return each(first_of(chunk), first_of(chunk + 1), [=](std::uint64_t range, Record) { ++counts[range]; });
    });
  }

  // Begins the next round with range `first`; returns the range after its last one. The same one: it has more records
  // than there is room for.
  std::uint64_t begin(std::uint64_t first) {
    first_ = first;
    std::uint64_t used = 0;
    for (last_ = first; last_ < ranges_ && size_of(last_) <= capacity_ - used; ++last_) {
      for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) {
        Counter& count = counts(chunk)[last_];
        const std::uint64_t size = count;
        count = static_cast<Counter>(used);
        used += size;
        ends(chunk)[last_] = static_cast<Counter>(used);
      }
    }
    return last_;
  }

  // After begin(), with the same calls of add().
  template <class Each>
  bool write(const team& with, const Each& each) {
    return with.for_each(chunks_, [&](std::uint64_t chunk) {
      Counter* const next = counts(chunk);
      const Counter* const ends = this->ends(chunk);
      Record* const records = records_;
      const std::uint64_t first = first_;
      const std::uint64_t in_round = last_ - first_;
      const bool is_read = each(first_of(chunk), first_of(chunk + 1), [=](std::uint64_t range, Record record) {
        if (range - first < in_round && next[range] < ends[range]) records[next[range]++] = record;
      });
      for (std::uint64_t range = first_; range < last_; ++range)
        while (next[range] < ends[range]) records_[next[range]++] = absent_;
      return is_read;
    });
  }

  // Of a range of this round.
  [[nodiscard]] Record* begin_of(std::uint64_t range) const {
    return records_ + (range == first_ ? 0 : ends(chunks_ - 1)[range - 1]);
  }
  [[nodiscard]] Record* end_of(std::uint64_t range) const { return records_ + ends(chunks_ - 1)[range]; }

 private:
  [[nodiscard]] std::uint64_t first_of(std::uint64_t chunk) const { return border(positions_, chunks_, chunk); }
  [[nodiscard]] Counter* counts(std::uint64_t chunk) const { return counts_ + chunk * ranges_; }
  [[nodiscard]] Counter* ends(std::uint64_t chunk) const { return ends_ + chunk * ranges_; }
  [[nodiscard]] std::uint64_t size_of(std::uint64_t range) const {
    std::uint64_t sum = 0;
    for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) sum += counts(chunk)[range];
    return sum;
  }

  std::uint64_t positions_;
  std::uint64_t chunks_;
  std::uint64_t ranges_;
  Counter* counts_;  // of a chunk and a range: positions, then, in a round, where its next record is written
  Counter* ends_;    // in a round: where its records end
  Record* records_;
  std::uint64_t capacity_;
  Record absent_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace strew::engine
