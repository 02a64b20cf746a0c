// A view of an operand, and queries about its bytes: its byte range, whether its elements overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/arithmetic.hpp"
#include "base/dtype.hpp"
#include "base/small_vector.hpp"
#include "base/status.hpp"

namespace strew::engine {

constexpr std::size_t max_rank = 1024;

using extents_list = small_vector<std::int64_t>;

std::string to_text(const extents_list& extents);  // "[2, 3]"

struct tensor {
  dtype type = dtype::opaque;
  std::int64_t width = 0;  // bytes of one element
  extents_list extents;
  extents_list strides;  // bytes, any sign; ignored where the extent is 1 or the tensor is empty

  [[nodiscard]] std::size_t rank() const { return extents.size(); }
  // Also for a negative extent, which is refused later.
  [[nodiscard]] bool is_empty() const {
    for (const std::int64_t n : extents) {
      if (n <= 0) return true;
    }
    return false;
  }
};

// The byte range of a tensor, relative to its logically first element: [low, high). Empty: low == high == 0.
struct byte_range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Sets packed row-major strides. One beyond 63 bits saturates at the largest number, which check_sizes refuses.
void pack(tensor& view);

// Sets ignored strides, those of extents of 1 and of empty tensors, to 0. Lowering relies on it.
void forget_idle_strides(tensor& view);

status check_extents(const tensor& view, operand where);  // EX1, EX2
status check_sizes(const tensor& view, operand where);    // SZ1, SZ2
status check_nested(const tensor& view, operand where);   // SZ3

// Requires a tensor that passed check_sizes and is not empty.
byte_range range_of(const tensor& view);

// From the left base to the right one.
inline int128 distance_of(const void* left_base, const void* right_base) {
  return static_cast<int128>(reinterpret_cast<std::uintptr_t>(right_base)) -
         static_cast<int128>(reinterpret_cast<std::uintptr_t>(left_base));
}

// True if the intervals of two operands that are not empty share no byte.
inline bool are_apart(const byte_range& left, const void* left_base, const byte_range& right, const void* right_base) {
  const int128 distance = distance_of(left_base, right_base);
  return left.high <= distance + right.low || distance + right.high <= left.low;
}

// True if the two are disjoint, by their intervals or by a common stride.
bool is_apart(const tensor& left, const void* left_base, const tensor& right, const void* right_base);

// Same extents, and same strides where they are not ignored.
bool has_same_layout(const tensor& left, const tensor& right);

}  // namespace strew::engine
