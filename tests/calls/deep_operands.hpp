// Operands of more dimensions than any list keeps in place, so that every list allocates.
#pragma once

#include <strew/strew.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace strew::testing {

using extents = std::vector<std::int64_t>;

inline extents joined(extents left, const extents& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

// A packed array of i64, its last or its first dimension fastest.
struct deep_array {
  extents shape;
  extents strides;
  std::vector<std::int64_t> elements;

  deep_array(extents of, bool is_last_fastest) : shape(std::move(of)), strides(shape.size()) {
    std::int64_t count = 1;
    for (std::size_t n = 0; n < shape.size(); ++n) {
      const std::size_t d = is_last_fastest ? shape.size() - 1 - n : n;
      strides[d] = count * 8;
      count *= shape[d];
    }
    elements.resize(static_cast<std::size_t>(count));
  }
  strew_tensor view() {
    strew_tensor made = STREW_TENSOR_INIT;
    made.data = elements.data();
    made.dtype = STREW_DTYPE_I64;
    made.rank = shape.size();
    made.extents = shape.data();
    made.strides = strides.data();
    return made;
  }
};

// The operands of one call. The table's dimensions run the other way than those of the direct operand, so that none
// are merged.
struct deep_operands {
  deep_array data;
  deep_array indices;
  deep_array updates;  // of a scatter
  deep_array output;
  strew_options options = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;
  strew_tensor d, i, u, o;

  deep_operands(const extents& of_data, const extents& of_indices, const extents& of_direct, bool is_gather)
      : data(of_data, false),
        indices(of_indices, true),
        updates(of_direct, true),
        output(is_gather ? of_direct : of_data, is_gather),
        d(data.view()),
        i(indices.view()),
        u(updates.view()),
        o(output.view()) {
    for (std::size_t n = 0; n < data.elements.size(); ++n) data.elements[n] = static_cast<std::int64_t>(n);
    updates.elements.assign(updates.elements.size(), 7);
    set_indices(1);
    clear_output();
  }
  deep_operands(const deep_operands&) = delete;
  deep_operands& operator=(const deep_operands&) = delete;

  void set_indices(std::int64_t value) { indices.elements.assign(indices.elements.size(), value); }
  void clear_output() { output.elements.assign(output.elements.size(), untouched); }
  [[nodiscard]] bool output_is_untouched() const {
    return std::all_of(output.elements.begin(), output.elements.end(), [](auto one) { return one == untouched; });
  }

 private:
  static constexpr std::int64_t untouched = 0x5555555555555555;
};

}  // namespace strew::testing
