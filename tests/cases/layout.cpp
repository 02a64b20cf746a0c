#include "cases/layout.hpp"

#include <algorithm>

#include "cases/description.hpp"
#include "cases/overlap.hpp"

namespace strew::cases {
namespace {

enum class style { packed, permuted, padded, negative, mixed, zero, overlapping };

struct traits {
  bool permute, pad, flip;
};

traits traits_of(style s, random_source& draw) {
  if (s == style::mixed || s == style::zero) return {draw.chance(50), draw.chance(50), draw.chance(50)};
  return {s == style::permuted, s == style::padded, s == style::negative};
}

std::vector<size_t> order_of(size_t rank, bool permute, random_source& draw) {
  std::vector<size_t> order(rank);  // innermost first
  for (size_t d = 0; d < rank; ++d) order[d] = rank - 1 - d;
  for (size_t i = rank; permute && i > 1; --i)
    std::swap(order[i - 1], order[static_cast<size_t>(draw.between(0, static_cast<int64_t>(i) - 1))]);
  return order;
}

// Each stride is at least the bytes spanned by the inner dimensions; gaps need not be whole elements.
shape nested_strides(const shape& extents, int64_t width, const traits& about, random_source& draw) {
  shape strides(extents.size(), 0);
  int64_t span = width;
  for (const size_t d : order_of(extents.size(), about.permute, draw)) {
    const int64_t gap = about.pad && draw.chance(50) ? draw.pick<int64_t>({1, 3, width, 2 * width, 64}) : 0;
    const int64_t stride = span + gap;
    strides[d] = about.flip && draw.chance(60) ? -stride : stride;
    span += stride * std::max<int64_t>(extents[d] - 1, 0);
  }
  return strides;
}

// Unused strides may have any value.
void scramble_unused(view& v, random_source& draw) {
  const bool empty = count_of(v) == 0;
  for (size_t d = 0; d < v.extents.size(); ++d) {
    if ((v.extents[d] == 1 || empty) && draw.chance(30)) {
      v.strides[d] = draw.pick<int64_t>({0, 1, -3, INT64_MAX, INT64_MIN, 1 << 20});
    }
  }
}

style pick_style(random_source& draw, bool is_written) {
  const auto nested = {style::packed, style::packed, style::permuted, style::padded, style::negative, style::mixed};
  if (is_written || draw.chance(75)) return draw.pick(nested);
  return draw.chance(80) ? style::zero : style::overlapping;
}

}  // namespace

view make_view(random_source& draw, strew_dtype type, int64_t width, const shape& extents, bool is_written) {
  view v;
  v.type = type;
  v.element_bytes = type == STREW_DTYPE_OPAQUE || draw.chance(20) ? static_cast<uint64_t>(width) : 0;
  v.extents = extents;
  v.misalign = draw.chance(60) ? 0 : draw.between(1, 17);
  const style s = pick_style(draw, is_written);
  if (s == style::packed) {
    v.strides = packed_strides(extents, width);
    v.packed = draw.chance(70);
    return v;
  }
  v.strides = nested_strides(extents, width, traits_of(s, draw), draw);
  for (int64_t& stride : v.strides) {
    if (s == style::zero && draw.chance(50)) stride = 0;
    if (s == style::overlapping) stride = draw.between(-width, width);
  }
  scramble_unused(v, draw);
  return v;
}

view make_plain_view(random_source& draw, strew_dtype type, const shape& extents, bool is_written) {
  view v;
  v.type = type;
  v.extents = extents;
  v.misalign = draw.chance(60) ? 0 : draw.between(1, 17);
  v.packed = draw.chance(35);
  const int64_t width = width_of(v);
  v.strides = packed_strides(extents, width);
  if (v.packed) return v;
  int64_t span = width;
  for (const size_t d : order_of(extents.size(), draw.chance(40), draw)) {
    const bool is_repeated = !is_written && draw.chance(8);
    v.strides[d] = is_repeated ? 0 : span + width * draw.pick<int64_t>({0, 0, 0, 1, 2, 5});
    span += v.strides[d] * (extents[d] - 1);
  }
  return v;
}

const char* layout_name(const view& v) {
  if (count_of(v) == 0) return "empty";
  if (v.packed) return "packed";
  bool negative = false;
  for (size_t d = 0; d < v.extents.size(); ++d) {
    if (v.extents[d] > 1 && v.strides[d] == 0) return "zero";
    negative = negative || (v.extents[d] > 1 && v.strides[d] < 0);
  }
  if (shares_bytes_with_itself(v)) return "overlapping";
  if (negative) return "negative";
  return v.strides == packed_strides(v.extents, width_of(v)) ? "dense" : "permuted or padded";
}

}  // namespace strew::cases
