// Areas of the table, one or a few for each task, that a sample of the positions fills about equally.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

constexpr std::size_t max_owners = 64;
constexpr std::size_t max_hot_slices = 8;  // whose columns are divided

// What slices may be divided along: an inner axis, or the bytes of a unit.
struct slice_columns {
  std::size_t along = no_axis;  // as in part_along; no_axis: a slice is one column
  std::int64_t count = 1;
  std::int64_t table_stride = 0;
};
// Those of which most have a line of the cache of their own.
slice_columns columns_of(const problem& p);

// So many of a sample are more than two tasks' parts: columns of a slice take longer than their share of it.
constexpr bool is_hot(std::uint64_t count, std::uint64_t all, std::uint64_t tasks) {
  return count * tasks > all * 2;
}

// Columns [first, last) of the slices that begin at some offsets.
struct owned_area {
  kernel::offset_range starts;
  std::int64_t first = 0;
  std::int64_t last = 1;
};

// Together the areas contain each column of each offset once, so that all updates of a cell have one owner.
class ownership {
 public:
  // From the offsets of positions in all parts of the problem. Owners get equal parts of the sample: ranges of offsets,
  // and, if slices may be divided, some columns of an offset that is hot, as it alone is more than two such parts.
  // `owners` is at most max_owners.
  ownership(const part& work, const block_program& program, std::uint64_t owners, const slice_columns& columns = {});

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const slice_columns& columns() const { return columns_; }
  [[nodiscard]] const owned_area* begin(std::uint64_t n) const { return areas_.data() + (n == 0 ? 0 : ends_[n - 1]); }
  [[nodiscard]] const owned_area* end(std::uint64_t n) const { return areas_.data() + ends_[n]; }

  // While it is made: an area of the current owner, and the next owner.
  void add(const owned_area& one) { areas_[areas_size_++] = one; }
  void finish_owner() { ends_[size_++] = areas_size_; }

 private:
  slice_columns columns_;
  std::uint64_t size_ = 0;
  std::size_t areas_size_ = 0;
  std::array<owned_area, max_owners + 2 * max_hot_slices> areas_;
  std::array<std::size_t, max_owners> ends_;
};

}  // namespace strew::engine
