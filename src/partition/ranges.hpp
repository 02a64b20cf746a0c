// Which range of the table a cell belongs to: ranges, one or a few areas for each task, that a sample of the positions
// fills about equally.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "partition/reader.hpp"
#include "problem/points.hpp"
#include "walk/odometer.hpp"
#include "walk/part.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

constexpr std::size_t max_owners = 64;
constexpr std::size_t max_hot_slices = 8;  // whose columns are divided
constexpr std::size_t max_samples = 1024;

constexpr std::uint64_t samples_for(std::uint64_t owners) {
  constexpr std::uint64_t samples_per_owner = 64;
  return std::min<std::uint64_t>(std::clamp<std::uint64_t>(owners, 1, max_owners) * samples_per_owner, max_samples);
}

// Calls visit(odometer, any number) at one position in each of `wanted` parts, or at all if they are fewer. It is any
// one of the part: what repeats in the indices with a period does not distort the sample.
template <class Visit>
void visit_some(const axis* axes, std::size_t outer, std::uint64_t wanted, const Visit& visit) {
  const auto positions = static_cast<std::uint64_t>(count_points(axes, outer));
  const std::uint64_t count = std::min(positions, wanted);
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t first = border(positions, count, n);
    const std::uint64_t any = (n + 1) * 0x9e3779b97f4a7c15U >> 32U;
    odometer at(axes, outer);
    at.go_to(first + any % (border(positions, count, n + 1) - first));
    visit(at, any);
  }
}

// What slices may be divided along: an inner axis, or the bytes of a unit.
struct slice_columns {
  std::size_t along = no_axis;  // as in part_along; no_axis: a slice is one column
  std::int64_t count = 1;
  std::int64_t table_stride = 0;
};

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
  // There are at most `owners` and max_owners, here and below.
  ownership(const part& work, const reading& how, std::uint64_t owners, const slice_columns& columns = {});
  // From a sample of numbers, which it sorts. Each owner has a range of numbers, the first one from 0 on.
  ownership(std::uint64_t* sample, std::size_t count, std::uint64_t owners);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const slice_columns& columns() const { return columns_; }
  [[nodiscard]] const owned_area* begin(std::uint64_t n) const { return areas_.data() + (n == 0 ? 0 : ends_[n - 1]); }
  [[nodiscard]] const owned_area* end(std::uint64_t n) const { return areas_.data() + ends_[n]; }

  // Where slices are not divided: where the range of owner n begins.
  [[nodiscard]] std::int64_t low(std::uint64_t n) const { return areas_[n].starts.low; }

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
