// Records of positions in the buckets of their cells: read from the indices, counted, then written in order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "partition/reader.hpp"
#include "solve/bucket_shape.hpp"

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

// The buckets of a round, whose records fit into the workspace. Each task has a chunk of the positions.
class bucket_records {
 public:
  bucket_records(const part& work, const bucket_program& shape, std::uint64_t positions, std::uint64_t chunks,
                 std::uint64_t* counters, std::uint64_t* records)
      : work_(work),
        shape_(shape),
        cell_(shape),
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
    bool goes_on = true;
    const bool is_read =
        position_reader(work_, shape_.positions, cancel).read(0, positions_, [&](const position_block& read) {
          for (std::size_t i = 0; i < read.count; ++i) {
            const std::uint64_t cell = cell_(read.offsets[i]);
            if (cell >> shape_.shift != bucket || read.is_skipped(i)) continue;
            goes_on = goes_on && visit(cell, read.first + i);
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
  std::uint64_t positions_;
  std::uint64_t chunks_;
  std::uint64_t* counts_;  // of a chunk and a bucket: positions, then, in a round, where its next record is written
  std::uint64_t* ends_;    // in a round: where its records end
  std::uint64_t* records_;
  std::uint32_t round_ = 0;
  std::uint32_t next_round_ = 0;
};

}  // namespace strew::engine
