// The accumulators of some slices at a time, in a task's part of the workspace: updates are applied to them in batches,
// in the order in which they are added, then elements are stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solve/bucket_shape.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

class slice_accumulators {
 public:
  slice_accumulators(const part& work, const bucket_program& shape, std::size_t outer, std::byte* memory,
                     const cancellation& cancel);

  // A slot for each cell of a bucket that begins with cell `first`. False if cancelled, here and below.
  bool add_to_bucket(std::uint64_t first, std::uint64_t record) {
    return add(static_cast<std::size_t>(cell_of(record) - first), record);
  }
  bool store_bucket(std::uint64_t first, const std::uint64_t* record, const std::uint64_t* last);
  bool store_whole_bucket(std::uint64_t first);

  // Records in the order of cells, then positions.
  bool apply_sorted(const std::uint64_t* record, const std::uint64_t* last);

 private:
  static constexpr std::size_t room = 256;

  // Accumulators and units of slices, by their offsets.
  struct pairs {
    std::size_t count = 0;
    std::array<std::int64_t, room> accumulators;
    std::array<std::int64_t, room> units;
    void add(std::int64_t accumulator, std::int64_t unit) {
      accumulators[count] = accumulator;
      units[count++] = unit;
    }
  };
  // Units of a slice that are processed together: all, or a piece of one row.
  struct piece {
    std::int64_t table = 0;
    std::int64_t direct = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] std::uint64_t cell_of(std::uint64_t record) const { return shape_.format().cell(record); }
  [[nodiscard]] std::uint64_t position_of(std::uint64_t record) const { return shape_.format().position(record); }
  bool add(std::size_t slot, std::uint64_t record);
  bool store(std::size_t slot, std::uint64_t cell);
  bool flush();
  bool flush_stored();
  bool go_on(std::size_t slices);
  // Calls each(accumulators, table offset, direct offset, units) for every row of the current piece.
  template <class Each>
  void for_each_row(const Each& each) const;
  void call(kernel::slice_kernel run, const pairs& of, std::byte* accumulators, std::byte* units, std::size_t count,
            std::ptrdiff_t step) const;
  // The first record after those of `slots` cells.
  [[nodiscard]] const std::uint64_t* end_of_group(const std::uint64_t* record, const std::uint64_t* last) const;
  bool apply_group(const std::uint64_t* record, const std::uint64_t* last);
  bool apply_in_pieces(const std::uint64_t* record, const std::uint64_t* last);
  [[nodiscard]] std::int64_t direct_of(std::uint64_t position) const;

  const part& work_;
  const bucket_program& shape_;
  std::size_t outer_;
  std::size_t rows_;  // inner axes before the last one
  axis row_;          // the last one
  bool is_flat_;      // updates of consecutive positions are evenly spaced
  bool first_replaces_;
  std::int64_t slot_bytes_;
  std::size_t batch_;
  poll_counter polls_;
  std::byte* accumulators_;
  std::uint64_t* counts_;  // of updates, by slots
  piece piece_;
  pairs firsts_;  // of slices that have no accumulators yet
  pairs rest_;
  pairs stored_;
  std::array<std::uint64_t, room> divisors_;
};

}  // namespace strew::engine
