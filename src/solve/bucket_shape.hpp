// Divides the cells of a table, one for each slice that positions can address, into buckets: ranges of cells whose
// accumulators a task keeps at a time. Decides how many, and how much memory they need.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "partition/reader.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// The table offsets that positions can have: low, low + grain, ...
struct cell_line {
  std::int64_t low = 0;
  std::int64_t grain = 0;

  [[nodiscard]] std::int64_t table_of(std::uint64_t cell) const {
    return low + static_cast<std::int64_t>(cell) * grain;
  }
};
struct cell_range : cell_line {
  std::uint64_t count = 1;
};

// Empty for a table beyond 63 bits.
std::optional<cell_range> cells_of(const problem& p);

struct bucket_program {
  reading positions;
  kernel::slice_kernels kernels;
  cell_line cells;
  std::uint64_t capacity;    // records of positions
  std::uint64_t lane_bytes;  // of the accumulators that a task keeps, and of the counts of their updates
  std::uint32_t buckets;
  std::uint32_t slots;      // slices whose accumulators a task keeps at a time
  std::uint32_t piece;      // units of a slice whose accumulators it keeps; 0: all, otherwise there is one slot
  std::uint16_t lanes;      // tasks that have memory
  std::uint8_t shift;       // cells of a bucket, as a power of 2
  std::uint8_t place_bits;  // of the number of a position in a record
  bool is_dense;            // a slot for each cell of a bucket; otherwise the positions of a bucket are sorted

  // Otherwise all positions are sorted as they are.
  [[nodiscard]] bool is_divided() const { return is_dense || buckets > 1; }
};

// Numbers the table offsets of positions.
class cell_numbers {
 public:
  explicit cell_numbers(const cell_line& all)
      : low_(all.low),
        zeros_(static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(all.grain)))),
        inverse_(inverse_of(static_cast<std::uint64_t>(all.grain) >> zeros_)) {}

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

// A record is a cell and a position in one word; this one is neither.
constexpr std::uint64_t no_record = ~std::uint64_t{0};

// The reason why the cells of a problem cannot be divided; null if they can.
const char* refuse_buckets(const situation& in);
bucket_program make_bucket_program(const situation& in);

// The workspace has the accumulators of each lane, two counters for each lane and bucket, and the records.
std::uint64_t counter_bytes(const bucket_program& shape);  // of a lane
std::uint64_t workspace_of(const bucket_program& shape);

}  // namespace strew::engine
