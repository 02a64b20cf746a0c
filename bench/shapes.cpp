#include "shapes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bench {
namespace {

using extents = std::vector<std::int64_t>;

bool is_nd(operator_kind op) {
  return op == operator_kind::gather_nd || op == operator_kind::scatter_nd;
}

std::size_t axis_of(const description& about) {
  return static_cast<std::size_t>(about.axis);
}

std::size_t batch_of(const description& about) {
  return static_cast<std::size_t>(about.batch_dims);
}

std::size_t depth_of(const description& about) {
  return static_cast<std::size_t>(about.indices.back());
}

// Tables of this size are beyond all caches.
constexpr std::int64_t far_table = 256 << 20;

// Elements between the rows of a pitched operand.
constexpr std::int64_t pitch_gap = 16;

loop copy_loop(const description& about) {
  loop by;
  const extents strides = data_strides(about);
  by.extents.fill(1);
  const std::size_t shift = by.extents.size() - about.data.size();
  std::copy(about.data.begin(), about.data.end(), by.extents.begin() + static_cast<std::ptrdiff_t>(shift));
  std::copy(strides.begin(), strides.end(), by.strides.begin() + static_cast<std::ptrdiff_t>(shift));
  by.moves = product(about.data);
  return by;
}

loop nd_loop(const description& about) {
  loop by;
  const std::size_t depth = depth_of(about);
  by.count = product(about.indices) / about.indices.back();
  by.inner = product(about.data, depth);
  for (std::size_t k = 0; k < depth; ++k) {
    by.extents[k] = about.data[k];
    by.strides[k] = product(about.data, k + 1);
  }
  by.moves = by.count;
  return by;
}

loop axis_loop(const description& about) {
  loop by;
  const std::size_t axis = axis_of(about);
  by.outer = product(about.data, 0, axis);
  by.extent = about.data[axis];
  by.inner = product(about.data, axis + 1);
  const bool is_along_axis = about.op == operator_kind::gather || about.op == operator_kind::scatter;
  if (about.op != operator_kind::tensor_scatter)
    by.count = is_along_axis ? product(about.indices, batch_of(about)) : about.indices[axis];
  if (about.batch_dims > 0) by.index_step = by.count;
  by.moves = by.outer * by.count * (is_along_axis || about.op == operator_kind::tensor_scatter ? 1 : by.inner);
  return by;
}

// Cells that are addressed more often than there are cells stay in a cache: they are counted once.
void count_bytes(const description& about, loop& by) {
  const auto width = static_cast<std::int64_t>(strew_dtype_bytes(about.element));
  const std::int64_t direct = product(direct_extents(about)) * width;
  const std::int64_t cells = std::min(direct, by.table_bytes);
  const bool is_reduction = about.reduction != STREW_REDUCTION_NONE;
  by.useful_bytes = product(about.indices) * static_cast<std::int64_t>(strew_dtype_bytes(about.index)) + direct +
                    cells * (is_reduction ? 2 : 1);
  if (is_scatter(about.op) && !about.in_place) by.useful_bytes += 2 * by.table_bytes;
  const bool is_random = about.values == spread::uniform || about.values == spread::permuted;
  if (is_random && !about.is_broadcast && by.table_bytes >= far_table) by.far_lines = by.moves;
}

}  // namespace

std::int64_t product(const std::vector<std::int64_t>& extents, std::size_t begin, std::size_t end) {
  std::int64_t whole = 1;
  for (std::size_t d = begin; d < std::min(end, extents.size()); ++d) whole *= extents[d];
  return whole;
}

std::vector<std::int64_t> direct_extents(const description& about) {
  extents direct = about.data;
  const auto at = direct.begin() + about.axis;
  switch (about.op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      direct.insert(direct.erase(at), about.indices.begin() + about.batch_dims, about.indices.end());
      return direct;
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      return about.indices;
    case operator_kind::tensor_scatter:
      *at = 1;
      return direct;
    default:
      break;
  }
  direct.erase(direct.begin(), direct.begin() + about.indices.back());
  direct.insert(direct.begin(), about.indices.begin(), about.indices.end() - 1);
  return direct;
}

std::vector<std::int64_t> data_strides(const description& about) {
  extents memory = about.data;
  const std::size_t rank = memory.size();
  if (about.memory == layout::transposed) std::swap(memory[rank - 1], memory[rank - 2]);
  if (about.memory == layout::pitched) memory[rank - 1] += pitch_gap;
  extents strides(rank);
  for (std::size_t d = 0; d < rank; ++d) strides[d] = product(memory, d + 1);
  if (about.memory == layout::transposed) std::swap(strides[rank - 1], strides[rank - 2]);
  return strides;
}

std::int64_t data_elements(const description& about) {
  const extents strides = data_strides(about);
  std::int64_t last = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) last += (about.data[d] - 1) * strides[d];
  return last + 1;
}

loop make_loop(const description& about) {
  loop by = is_nd(about.op) ? depth_of(about) == 0 ? copy_loop(about) : nd_loop(about) : axis_loop(about);
  by.table_bytes = data_elements(about) * static_cast<std::int64_t>(strew_dtype_bytes(about.element));
  count_bytes(about, by);
  return by;
}

}  // namespace bench
