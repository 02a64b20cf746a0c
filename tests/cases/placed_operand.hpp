// An operand of a random call at a place of its own in memory, as the oracle takes it and as the C ABI does.
#pragma once

#include <strew/strew.h>

#include <algorithm>
#include <cstdint>

#include "cases/random.hpp"
#include "oracle/tensor.hpp"

namespace strew::cases {

// Elements with gaps around them, in any order of memory.
struct placed_operand {
  bool is_given = true;
  oracle::element type = oracle::element::f32;
  oracle::shape extents, strides;
  oracle::memory store;
  int64_t base = 0;
  int64_t width = 0;

  void lay_out(random_source& draw, bool may_repeat) {
    width = type != oracle::element::opaque ? oracle::width_of(type) : std::max<int64_t>(width, 1);
    const bool has_gaps = draw.chance(30), is_backwards = draw.chance(20);
    int64_t step = width;
    strides.assign(extents.size(), 0);
    base = width;
    for (size_t d = extents.size(); d-- > 0;) {
      strides[d] = may_repeat && draw.chance(5) ? 0 : is_backwards ? -step : step;
      if (strides[d] < 0 && extents[d] > 0) base += (extents[d] - 1) * step;
      step *= std::max<int64_t>(extents[d], 1) + (has_gaps ? 1 : 0);
    }
    store.assign(static_cast<size_t>(base + step + width), 0xA5);
  }
  [[nodiscard]] oracle::tensor tensor() { return {&store, base, type, width, extents, strides}; }
  [[nodiscard]] strew_tensor view() {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = static_cast<strew_dtype>(type);
    made.element_bytes = static_cast<uint64_t>(width);
    made.data = store.data() + base;
    made.rank = extents.size();
    made.extents = extents.data();
    made.strides = strides.data();
    return made;
  }
};

}  // namespace strew::cases
