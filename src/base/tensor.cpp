#include "base/tensor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace {

struct dimension {
  std::int64_t extent;
  std::int64_t stride;
};

// Adds what a dimension reaches; false where that, or the range's size, has more than 63 bits.
bool reaches(std::int64_t extent, std::int64_t stride, byte_range& range) {
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(extent - 1, stride, &reach)) return false;
  std::int64_t size = 0;
  return !__builtin_add_overflow(range.low, std::min<std::int64_t>(reach, 0), &range.low) &&
         !__builtin_add_overflow(range.high, std::max<std::int64_t>(reach, 0), &range.high) &&
         !__builtin_sub_overflow(range.high, range.low, &size);
}

// The dimensions that move an address, largest stride first.
small_vector<dimension> moving_dimensions(const tensor& view) {
  small_vector<dimension> moving;
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] > 1) moving.push_back({view.extents[i], view.strides[i]});
  }
  const auto is_larger = [](const dimension& left, const dimension& right) {
    return magnitude(left.stride) > magnitude(right.stride);
  };
  if (!std::is_sorted(moving.begin(), moving.end(), is_larger)) std::sort(moving.begin(), moving.end(), is_larger);
  return moving;
}

}  // namespace

std::string to_text(const extents_list& extents) {
  return list_text(extents, "[]");
}

void pack(tensor& view) {
  view.strides = view.extents;  // as many
  std::int64_t step = view.width;
  for (std::size_t i = view.rank(); i-- > 0;) {
    view.strides[i] = step;
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(view.extents[i], 1), &step)) step = max_size;
  }
}

void forget_idle_strides(tensor& view) {
  const bool is_empty = view.is_empty();
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (is_empty || view.extents[i] == 1) view.strides[i] = 0;
  }
}

status check_extents(const tensor& view, operand where) {
  if (view.rank() > max_rank) return fail(rule::EX1, where, "its <rank> exceeds 1024");
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] >= 0) continue;
    return fail(rule::EX2, where, "<extent {} is {}>", i, view.extents[i]);
  }
  return {};
}

status check_sizes(const tensor& view, operand where) {
  std::int64_t count = 1;
  bool is_empty = false;
  for (const std::int64_t n : view.extents) {
    is_empty |= n <= 0;
    if (n > 1 && __builtin_mul_overflow(count, n, &count))
      return fail(rule::SZ1, where, "<the product of its extents> exceeds 63 bits");
  }
  if (is_empty) return {};
  byte_range range{0, view.width};
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (reaches(view.extents[i], view.strides[i], range)) continue;
    return fail(rule::SZ2, where, "<stride> {} <over extent {}> reaches beyond 63 bits", view.strides[i],
                view.extents[i]);
  }
  return {};
}

status check_nested(const tensor& view, operand where) {
  if (view.is_empty()) return {};
  const auto moving = moving_dimensions(view);
  // Bytes from the first to the last byte of all smaller dimensions: at most 63 bits, as check_sizes has seen.
  auto span = static_cast<std::uint64_t>(view.width);
  for (std::size_t i = moving.size(); i-- > 0;) {
    const std::uint64_t stride = magnitude(moving[i].stride);
    if (stride < span) {
      return fail(rule::SZ3, where, "<is written, but stride> {} <of extent {}> is smaller than the {} bytes inside it",
                  moving[i].stride, moving[i].extent, span);
    }
    span += static_cast<std::uint64_t>(moving[i].extent - 1) * stride;
  }
  return {};
}

byte_range range_of(const tensor& view) {
  std::int64_t low = 0;
  std::int64_t high = view.width;
  for (std::size_t i = 0; i < view.rank(); ++i) {
    STREW_ASSERT(narrow(times(view.extents[i] - 1, view.strides[i])));
    const std::int64_t reach = (view.extents[i] - 1) * view.strides[i];
    low += std::min<std::int64_t>(reach, 0);
    high += std::max<std::int64_t>(reach, 0);
  }
  return {low, high};
}

bool has_same_layout(const tensor& left, const tensor& right) {
  if (!(left.extents == right.extents) || left.width != right.width) return false;
  if (left.is_empty()) return true;
  for (std::size_t i = 0; i < left.rank(); ++i) {
    if (left.extents[i] > 1 && left.strides[i] != right.strides[i]) return false;
  }
  return true;
}

}  // namespace strew::engine
