// An operand in memory of exactly its size, so that a byte beyond it is a byte too far for AddressSanitizer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "bytes.hpp"
#include "strew/strew.h"

namespace strew::fuzz {

using numbers = std::vector<std::int64_t>;

inline std::int64_t count_of(const numbers& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

struct operand {
  numbers extents;
  numbers strides;
  bool has_strides = false;
  strew_dtype dtype = STREW_I64;
  std::uint64_t width = 8;
  std::unique_ptr<std::uint8_t[]> memory;
  std::int64_t before = 0;  // bytes in front of the first element
  std::int64_t size = 0;

  [[nodiscard]] std::uint8_t* data() const { return memory.get() + before; }
  [[nodiscard]] strew_tensor view() const {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = dtype;
    made.data = data();
    made.element_bytes = dtype == STREW_OPAQUE ? width : 0;
    made.rank = extents.size();
    made.extents = extents.data();
    made.strides = has_strides ? strides.data() : nullptr;
    return made;
  }
  [[nodiscard]] std::vector<std::uint8_t> contents() const { return {memory.get(), memory.get() + size}; }
  void set(const std::vector<std::uint8_t>& from) { std::copy(from.begin(), from.end(), memory.get()); }
};

inline std::uint64_t width_of(strew_dtype dtype, bytes& in) {
  return dtype == STREW_OPAQUE ? 1 + in.below(19) : strew_dtype_bytes(dtype);
}

// Strides of any order and sign, with gaps; of an input also 0.
inline numbers any_strides(const numbers& extents, std::uint64_t width, bool is_written, bytes& in) {
  numbers strides(extents.size());
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::reverse(order.begin(), order.end());
  if (in.one_in(3) && order.size() > 1) std::swap(order[in.below(order.size())], order[in.below(order.size())]);
  auto next = static_cast<std::int64_t>(width + (in.one_in(4) ? in.below(5) : 0));
  for (const std::size_t axis : order) {
    strides[axis] = in.one_in(8) ? -next : !is_written && in.one_in(8) ? 0 : next;
    next = next * std::max<std::int64_t>(extents[axis], 1) + (in.one_in(6) ? in.between(0, 9) : 0);
  }
  return strides;
}

inline void place(operand& made, bool is_written, bytes& in) {
  made.has_strides = in.one_in(3);
  made.strides = any_strides(made.extents, made.width, is_written, in);
  if (!made.has_strides) {
    auto next = static_cast<std::int64_t>(made.width);
    for (std::size_t i = made.extents.size(); i > 0; next *= made.extents[--i]) made.strides[i - 1] = next;
  }
  std::int64_t low = 0;
  std::int64_t high = static_cast<std::int64_t>(made.width);
  for (std::size_t i = 0; i < made.extents.size(); ++i) {
    const std::int64_t reach = (std::max<std::int64_t>(made.extents[i], 1) - 1) * made.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  if (count_of(made.extents) <= 0) low = high = 0;
  made.before = -low;
  made.size = high - low;
  made.memory = std::make_unique<std::uint8_t[]>(static_cast<std::size_t>(made.size));
}

inline operand make_operand(numbers extents, strew_dtype dtype, std::uint64_t width, bool is_written, bytes& in) {
  operand made;
  made.extents = std::move(extents);
  made.dtype = dtype;
  made.width = width;
  place(made, is_written, in);
  std::vector<std::uint8_t> values(static_cast<std::size_t>(made.size));
  in.fill(values);
  made.set(values);
  return made;
}

}  // namespace strew::fuzz
