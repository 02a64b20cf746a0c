// Gathers and scatters of windows with any number of index components.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>

#include "deep_operands.hpp"

namespace strew::testing {

struct shape_of_call {
  std::uint64_t components;
  bool is_gather;
  std::int32_t outside;
  bool has_slice;  // a last dimension that no component addresses
};

inline std::string name_of(const shape_of_call& shape) {
  const char* policy = shape.outside == STREW_OOB_WRAP ? "_wrap" : shape.outside == STREW_OOB_FILL ? "_fill" : "_skip";
  return std::string(shape.is_gather ? "gather_" : "scatter_") + std::to_string(shape.components) + policy +
         (shape.has_slice ? "_slices" : "");
}

// The table is [7, 1, ..., 1] or [7, 1, ..., 1, 4], each component but the first stands at 0.
class call_with_components {
 public:
  static constexpr std::int64_t row_count = 7;
  static constexpr std::int64_t position_count = 5;
  static constexpr std::int64_t window = 3;

  explicit call_with_components(const shape_of_call& shape) : shape_(shape) {
    const auto k = static_cast<std::int64_t>(shape.components);
    extents table(shape.components, 1);
    table[0] = row_count;
    extents direct{position_count, window};
    if (shape.has_slice) {
      table.push_back(4);
      direct.push_back(4);
    }
    sizes_ = table;
    sizes_[0] = window;
    mapped_.resize(shape.components);
    std::iota(mapped_.begin(), mapped_.end(), 0);
    collapsed_.assign(mapped_.begin() + 1, mapped_.end());
    for (std::int64_t d = 1; d < static_cast<std::int64_t>(direct.size()); ++d) window_dims_.push_back(d);
    with_ = std::make_unique<deep_operands>(table, extents{position_count, k}, direct, shape.is_gather);
    with_->set_indices(0);
    for (std::int64_t p = 0; p < position_count; ++p)
      with_->indices.elements[static_cast<std::size_t>(p * k)] = p * 2 - 1;  // -1, 1, 3, 5, 7: cut, whole, out
    with_->options.out_of_bounds = shape.outside;
    with_->options.negative_indices = STREW_NEGATIVE_INVALID;
  }

  strew_status run() { return shape_.is_gather ? gather() : scatter(); }
  deep_operands& with() { return *with_; }

 private:
  static strew_dims dims(const extents& values) { return {values.empty() ? nullptr : values.data(), values.size()}; }

  strew_status gather() {
    strew_gather_dimensions d = STREW_GATHER_DIMENSIONS_INIT;
    d.offset_dims = dims(window_dims_);
    d.collapsed_slice_dims = dims(collapsed_);
    d.start_index_map = dims(mapped_);
    d.slice_sizes = dims(sizes_);
    d.index_vector_dim = 1;
    return strew_stablehlo_gather(&with_->d, &with_->i, &with_->o, &d, &with_->options, &with_->execution,
                                  &with_->error);
  }
  strew_status scatter() {
    strew_scatter_dimensions d = STREW_SCATTER_DIMENSIONS_INIT;
    d.update_window_dims = dims(window_dims_);
    d.inserted_window_dims = dims(collapsed_);
    d.scatter_dims_to_operand_dims = dims(mapped_);
    d.index_vector_dim = 1;
    return strew_stablehlo_scatter(&with_->d, &with_->i, &with_->u, &with_->o, &d, &with_->options, &with_->execution,
                                   &with_->error);
  }

  shape_of_call shape_;
  extents sizes_, mapped_, collapsed_, window_dims_;
  std::unique_ptr<deep_operands> with_;
};

}  // namespace strew::testing
