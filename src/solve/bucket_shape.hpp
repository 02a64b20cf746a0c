// Divides the cells of a table, one for each slice that positions can address, into buckets: ranges of cells whose
// accumulators a task keeps at a time. Decides how many, and how much memory they need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "partition/cells.hpp"
#include "partition/order.hpp"
#include "partition/reader.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

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
  bool has_spare;           // memory for as many records again, where the positions of a bucket are sorted
  bool is_dense;            // a slot for each cell of a bucket; otherwise the positions of a bucket are sorted

  [[nodiscard]] record_format<std::uint64_t> format() const { return {place_bits}; }
};

// The reason why the cells of a problem cannot be divided; null if they can.
const char* refuse_buckets(const situation& in);
bucket_program make_bucket_program(const situation& in);

// The workspace has the accumulators of each lane, two counters for each lane and bucket, and the records.
std::uint64_t counter_bytes(const bucket_program& shape);  // of a lane
std::uint64_t workspace_of(const bucket_program& shape);

}  // namespace strew::engine
