// Writes down an operator's axes and coordinates: what the tables of the lowering rules say, line by line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/small_vector.hpp"
#include "problem/problem.hpp"

namespace strew::lower {

class builder {
 public:
  explicit builder(problem start) : made_(std::move(start)) {}

  // A dimension of the indices, in row-major order of the index space. table_stride 0: an index axis, else a batch
  // axis.
  void position(std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride, std::int64_t index_stride) {
    positions_.push_back(made_.axes.size());
    made_.space.positions.push_back({extent, index_stride});
    made_.axes.push_back({extent, table_stride, direct_stride, index_stride, no_window});
  }

  void slice(std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride) {
    made_.axes.push_back({extent, table_stride, direct_stride, 0, no_window});
  }

  // A slice along the table dimension of a coordinate.
  void window(std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride, std::size_t coordinate) {
    made_.axes.push_back({extent, table_stride, direct_stride, 0, static_cast<std::int32_t>(coordinate)});
  }

  void member(std::int64_t extent, std::int64_t window, std::int64_t table_stride, std::int64_t index_offset) {
    made_.coordinates.push_back({extent, window, table_stride, index_offset});
    made_.space.members.push_back({extent, window, index_offset});
  }

  [[nodiscard]] const problem& made() const { return made_; }
  [[nodiscard]] const small_vector<std::size_t>& positions() const { return positions_; }  // axes that are positions

 private:
  problem made_;
  small_vector<std::size_t> positions_;
};

}  // namespace strew::lower
