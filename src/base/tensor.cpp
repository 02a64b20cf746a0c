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

// The dimensions that move an address, largest stride first.
small_vector<dimension> moving_dimensions(const tensor& view) {
  small_vector<dimension> moving;
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] > 1) moving.push_back({view.extents[i], view.strides[i]});
  }
  std::sort(moving.begin(), moving.end(), [](const dimension& left, const dimension& right) {
    return magnitude(left.stride) > magnitude(right.stride);
  });
  return moving;
}

}  // namespace

std::string to_text(const extents_list& extents) {
  return list_text(extents, "[]");
}

bool tensor::is_empty() const {
  return std::any_of(extents.begin(), extents.end(), [](std::int64_t n) { return n <= 0; });
}

extents_list packed_strides(const extents_list& extents, std::int64_t width) {
  extents_list strides(extents.size());
  int128 step = width;
  for (std::size_t i = extents.size(); i-- > 0;) {
    strides[i] = narrow(step).value_or(max_size);
    step = times(strides[i], std::max<std::int64_t>(extents[i], 1));
  }
  return strides;
}

void forget_idle_strides(tensor& view) {
  const bool empty = view.is_empty();
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (empty || view.extents[i] == 1) view.strides[i] = 0;
  }
}

status check_extents(const tensor& view, operand where) {
  if (view.rank() > max_rank) return fail(rule::EX1, where, "its rank exceeds 1024");
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] >= 0) continue;
    return fail(rule::EX2, where, "extent {} is {}", i, view.extents[i]);
  }
  return {};
}

status check_sizes(const tensor& view, operand where) {
  std::int64_t count = 1;
  for (const std::int64_t n : view.extents) {
    const auto product = narrow(times(count, std::max<std::int64_t>(n, 1)));
    if (!product) return fail(rule::SZ1, where, "the product of its extents exceeds 63 bits");
    count = *product;
  }
  if (view.is_empty()) return {};
  int128 low = 0;
  int128 high = view.width;
  for (std::size_t i = 0; i < view.rank(); ++i) {
    const int128 reach = times(view.extents[i] - 1, view.strides[i]);
    (reach < 0 ? low : high) += reach;
    if (narrow(low) && narrow(high) && narrow(high - low)) continue;
    return fail(rule::SZ2, where, "stride {} over extent {} reaches beyond 63 bits", view.strides[i], view.extents[i]);
  }
  return {};
}

status check_nested(const tensor& view, operand where) {
  if (view.is_empty()) return {};
  const auto moving = moving_dimensions(view);
  int128 span = view.width;  // bytes from the first to the last byte of all smaller dimensions
  for (std::size_t i = moving.size(); i-- > 0;) {
    const auto stride = static_cast<int128>(magnitude(moving[i].stride));
    if (stride < span) {
      return fail(rule::SZ3, where, "is written, but stride {} of extent {} is smaller than the {} bytes inside it",
                  moving[i].stride, moving[i].extent, static_cast<std::int64_t>(span));
    }
    span += static_cast<int128>(moving[i].extent - 1) * stride;
  }
  return {};
}

byte_range range_of(const tensor& view) {
  if (view.is_empty()) return {};
  byte_range range{0, view.width};
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] == 1) continue;
    STREW_ASSERT(narrow(times(view.extents[i] - 1, view.strides[i])));
    const std::int64_t reach = (view.extents[i] - 1) * view.strides[i];
    (reach < 0 ? range.low : range.high) += reach;
  }
  return range;
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
