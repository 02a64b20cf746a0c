// Builds an operator's axes and coordinates, one call per row of the lowering tables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/small_vector.hpp"
#include "problem/operation.hpp"

namespace strew::engine {
namespace lower {

class builder {
 public:
  explicit builder(operation& made) : all_(made), made_(made.main) {}

  // A dimension of the indices, in row-major order of the index space.
  void position(std::int64_t extent, std::int64_t direct_stride, std::int64_t index_stride) {
    place(index_map::none, extent, 0, direct_stride, index_stride);
  }

  // The same, of a dimension that indices and table share.
  void batch(std::size_t dimension, std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride,
             std::int64_t index_stride) {
    place(static_cast<std::int32_t>(dimension), extent, table_stride, direct_stride, index_stride);
  }

  // Either, of a problem with more operands; the stride in the index space is another one than that of the axis where
  // offsets stand for indices.
  void place(std::int32_t dimension, const axis& made, std::int64_t space_stride) {
    note_place(dimension, made.extent, space_stride);
    made_.axes.push_back(made);
  }

  void slice(std::size_t dimension, std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride) {
    all_.of_axes.push_back(static_cast<std::int32_t>(dimension));
    made_.axes.push_made([&] { return axis{extent, table_stride, direct_stride, 0, no_window}; });
  }

  // The same of a problem with more operands.
  void slice(std::size_t dimension, const axis& made) {
    all_.of_axes.push_back(static_cast<std::int32_t>(dimension));
    made_.axes.push_back(made);
  }

  // Elements of an update, whose products with weights are summed in one cell.
  void product(std::int64_t extent, std::int64_t direct_stride, std::int64_t weight_stride) {
    all_.of_axes.push_back(index_map::none);
    axis made{extent, 0, direct_stride, 0, no_window};
    made.weight_stride = weight_stride;
    made_.axes.push_back(made);
  }

  // A slice along the table dimension of a coordinate.
  void window(std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride, std::size_t coordinate) {
    all_.of_axes.push_back(index_map::none);
    made_.axes.push_back({extent, table_stride, direct_stride, 0, static_cast<std::int32_t>(coordinate)});
  }

  // The next member of the tuple; `dimension` is the table's.
  void member(std::size_t dimension, std::int64_t extent, std::int64_t window, std::int64_t table_stride,
              std::int64_t index_offset) {
    made_.coordinates.push_made([&] { return coordinate{extent, window, table_stride, index_offset}; });
    made_.space.members.push_made([&] {
      return index_space::member{extent, window, index_offset, static_cast<std::int32_t>(dimension)};
    });
    all_.map.of_members.push_back(static_cast<std::int32_t>(dimension));
  }

  // The dimension of the indices along which a tuple lies.
  void tuple_dimension(std::size_t dimension) { all_.map.tuple_dimension = static_cast<std::int32_t>(dimension); }

 private:
  void place(std::int32_t dimension, std::int64_t extent, std::int64_t table_stride, std::int64_t direct_stride,
             std::int64_t index_stride) {
    note_place(dimension, extent, index_stride);
    made_.axes.push_made([&] { return axis{extent, table_stride, direct_stride, index_stride, no_window}; });
  }
  void note_place(std::int32_t dimension, std::int64_t extent, std::int64_t index_stride) {
    all_.positions.push_back(made_.axes.size());
    all_.of_axes.push_back(dimension);
    all_.map.of_positions.push_back(dimension);
    made_.space.positions.push_back({extent, index_stride});
  }

  operation& all_;
  problem& made_;
};

}  // namespace lower
}  // namespace strew::engine
