// Records of positions in the buckets of their cells: read from the indices, counted, then written in order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "solve/bucket_shape.hpp"
#include "walk/members.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// Numbers the table offsets of positions.
class cell_numbers {
 public:
  explicit cell_numbers(const bucket_program& shape)
      : low_(shape.low),
        zeros_(static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(shape.grain)))),
        inverse_(inverse_of(static_cast<std::uint64_t>(shape.grain) >> zeros_)) {}

  // Every offset is a multiple of the grain, so the product with the inverse of its odd part is the quotient.
  [[nodiscard]] std::uint64_t operator()(std::int64_t offset) const {
    return ((static_cast<std::uint64_t>(offset) - static_cast<std::uint64_t>(low_)) >> zeros_) * inverse_;
  }

 private:
  // Modulo 2^64; each step doubles the number of right bits.
  static std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
    return inverse;
  }

  std::int64_t low_;
  unsigned zeros_;
  std::uint64_t inverse_;
};

// Table offsets of ranges of positions, in row-major order of the outer axes.
class position_reader {
 public:
  position_reader(const part& work, std::size_t outer, kernel::resolve_kernel resolve, const cancellation& cancel)
      : work_(work), outer_(outer), resolve_(resolve), polls_(cancel, 0) {}

  // Calls visit(position, count, offsets, skip mask) for positions [first, last); the mask is null where none is
  // skipped. False if cancelled.
  template <class Visit>
  bool read(std::uint64_t first, std::uint64_t last, const Visit& visit) {
    const axis line = outer_ == 0 ? axis{} : work_.axes[outer_ - 1];
    const auto length = static_cast<std::uint64_t>(line.extent);
    odometer rows(work_.axes, outer_ == 0 ? 0 : outer_ - 1);
    rows.go_to(first / length);
    std::uint64_t column = first % length;
    while (first < last) {
      const std::uint64_t count = std::min<std::uint64_t>({max_count, last - first, length - column});
      if (!polls_.go_on(count * std::max<std::size_t>(work_.problem.coordinates.size(), 1))) return false;
      const bool skips = make_offsets(rows, line, static_cast<std::int64_t>(column), static_cast<std::size_t>(count));
      visit(first, static_cast<std::size_t>(count), offsets_.data(), skips ? skip_mask_.data() : nullptr);
      first += count;
      column += count;
      if (column < length) continue;
      column = 0;
      rows.next();
    }
    return true;
  }

 private:
  static constexpr std::uint64_t max_count = 512;

  bool make_offsets(const odometer& rows, const axis& line, std::int64_t column, std::size_t count) {
    const std::int64_t first = rows.table() + column * line.table_stride;
    for (std::size_t i = 0; i < count; ++i) offsets_[i] = first + static_cast<std::int64_t>(i) * line.table_stride;
    if (work_.problem.coordinates.empty()) return false;
    const kernel::index_column tuples{work_.indices + rows.index() + column * line.index_stride, line.index_stride,
                                      count};
    return resolve_tuples(resolve_, work_.problem, work_.rules, tuples, offsets_.data(), skip_mask_.data());
  }

  const part& work_;
  std::size_t outer_;
  kernel::resolve_kernel resolve_;
  poll_counter polls_;
  std::array<std::int64_t, max_count> offsets_;
  std::array<std::uint8_t, max_count> skip_mask_;
};

// The buckets of a round, whose records fit into the workspace. Each task has a chunk of the positions.
class bucket_records {
 public:
  bucket_records(const part& work, const bucket_program& shape, std::size_t outer, std::uint64_t positions,
                 std::uint64_t chunks, std::uint64_t* counters, std::uint64_t* records)
      : work_(work),
        shape_(shape),
        cell_(shape),
        outer_(outer),
        positions_(positions),
        chunks_(chunks),
        counts_(counters),
        ends_(counters + chunks * shape.buckets),
        records_(records) {}

  // All positions as one bucket; returns how many records it has, or nothing if cancelled.
  std::optional<std::uint64_t> write_all(const cancellation& cancel);

  // Task `chunk`, before the first round. False if cancelled, here and below.
  bool count(std::uint64_t chunk, const cancellation& cancel);
  // Begins the next round with bucket `first`; returns the bucket after its last one. The same one: more positions than
  // there is room for.
  std::uint32_t begin(std::uint32_t first);
  // Task `chunk`, after begin().
  bool write(std::uint64_t chunk, const cancellation& cancel);

  [[nodiscard]] std::uint64_t* all() const { return records_; }
  // Of a bucket of this round, in the order of positions.
  [[nodiscard]] std::uint64_t* first(std::uint32_t bucket) const {
    return records_ + (bucket == round_ ? 0 : end(chunks_ - 1, bucket - 1));
  }
  [[nodiscard]] std::uint64_t* last(std::uint32_t bucket) const { return records_ + end(chunks_ - 1, bucket); }

  // Calls visit(cell, position) for the positions of one bucket, without records.
  template <class Visit>
  bool visit_bucket(std::uint32_t bucket, const cancellation& cancel, const Visit& visit) const {
    position_reader reader(work_, outer_, shape_.resolve, cancel);
    bool goes_on = true;
    const bool is_read = reader.read(
        0, positions_,
        [&](std::uint64_t first, std::size_t count, const std::int64_t* offsets, const std::uint8_t* skip_mask) {
          for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t cell = cell_(offsets[i]);
            if (cell >> shape_.shift != bucket || (skip_mask != nullptr && skip_mask[i] != 0)) continue;
            goes_on = goes_on && visit(cell, first + i);
          }
        });
    return is_read && goes_on;
  }

 private:
  [[nodiscard]] std::uint64_t* counts(std::uint64_t chunk) const { return counts_ + chunk * shape_.buckets; }
  [[nodiscard]] std::uint64_t end(std::uint64_t chunk, std::uint32_t bucket) const {
    return ends_[chunk * shape_.buckets + bucket];
  }
  [[nodiscard]] std::uint64_t positions_in(std::uint32_t bucket) const;

  const part& work_;
  const bucket_program& shape_;
  cell_numbers cell_;
  std::size_t outer_;
  std::uint64_t positions_;
  std::uint64_t chunks_;
  std::uint64_t* counts_;  // of a chunk and a bucket: positions, then, in a round, where its next record is written
  std::uint64_t* ends_;    // in a round: where its records end
  std::uint64_t* records_;
  std::uint32_t round_ = 0;
  std::uint32_t next_round_ = 0;
};

}  // namespace strew::engine
