// A random call of any operator over 32-bit integers, as a descriptor.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace strew::testing {

using numbers = std::vector<std::int64_t>;

inline std::int64_t count_of(const numbers& extents) {
  std::int64_t count = 1;
  for (const std::int64_t n : extents) count *= n;
  return count;
}

struct random_operand {
  numbers extents, strides;
  std::vector<unsigned char> bytes;
  strew_dtype dtype = STREW_DTYPE_I32;

  // Packed, or with gaps, or backwards.
  void lay_out(std::mt19937& draw, std::int64_t width) {
    const bool has_gaps = draw() % 3 == 0;
    const bool is_backwards = draw() % 4 == 0;
    std::int64_t step = width;
    strides.assign(extents.size(), 0);
    first = 0;
    for (std::size_t d = extents.size(); d-- > 0;) {
      strides[d] = is_backwards ? -step : step;
      if (is_backwards && extents[d] > 0) first += (extents[d] - 1) * step;
      step *= extents[d] + (has_gaps ? 1 : 0);
    }
    bytes.resize(static_cast<std::size_t>(step + width + first));
  }
  unsigned char* at() { return bytes.data() + first; }
  strew_tensor view() {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = dtype;
    made.data = at();
    made.rank = extents.size();
    made.extents = extents.data();
    made.strides = strides.data();
    return made;
  }

  std::int64_t first = 0;
};

struct random_call {
  strew_operator op = STREW_OPERATOR_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  random_operand data, indices, updates, output;
  bool is_scatter = false;
  bool has_indices = true;
  numbers lists[6];
  strew_gather_dimensions gathers = STREW_GATHER_DIMENSIONS_INIT;
  strew_scatter_dimensions scatters = STREW_SCATTER_DIMENSIONS_INIT;

  random_call(std::int32_t kind, unsigned seed) : draw_(seed) {
    op.kind = kind;
    is_scatter = kind % 2 == 0 ? kind != STREW_OPERATOR_STABLEHLO_GATHER : kind >= STREW_OPERATOR_TENSOR_SCATTER;
    set_shapes();
    set_options();
    set_operands();
  }
  random_call(const random_call&) = delete;
  random_call& operator=(const random_call&) = delete;

 private:
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(draw_() % static_cast<std::uint64_t>(n)); }
  numbers some(std::int64_t least, std::int64_t most) {
    numbers made(static_cast<std::size_t>(least + below(most - least + 1)));
    for (std::int64_t& n : made) n = draw_() % 16 == 0 ? 0 : 1 + below(4);
    return made;
  }
  static numbers joined(numbers left, const numbers& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }
  static numbers part(const numbers& of, std::int64_t from, std::int64_t to) {
    return {of.begin() + from, of.begin() + to};
  }

  void set_direct(const numbers& extents) {
    (is_scatter ? updates : output).extents = extents;
    if (is_scatter) output.extents = data.extents;
  }

  void set_shapes() {
    switch (op.kind) {
      case STREW_OPERATOR_GATHER:
      case STREW_OPERATOR_SCATTER:
        return set_along_axis();
      case STREW_OPERATOR_GATHER_ELEMENTS:
      case STREW_OPERATOR_SCATTER_ELEMENTS:
        return set_elements();
      case STREW_OPERATOR_GATHER_ND:
      case STREW_OPERATOR_SCATTER_ND:
        return set_nd();
      case STREW_OPERATOR_TENSOR_SCATTER:
        return set_append();
      default:
        return set_windows();
    }
  }

  void set_along_axis() {
    data.extents = some(1, 3);
    const auto r = static_cast<std::int64_t>(data.extents.size());
    op.axis = below(r);
    op.batch_dims = below(op.axis + 1);
    indices.extents = joined(part(data.extents, 0, op.batch_dims), some(0, 2));
    const auto q = static_cast<std::int64_t>(indices.extents.size());
    set_direct(joined(joined(part(data.extents, 0, op.axis), part(indices.extents, op.batch_dims, q)),
                      part(data.extents, op.axis + 1, r)));
    addressed_ = {data.extents[static_cast<std::size_t>(op.axis)]};
  }

  void set_elements() {
    data.extents = some(1, 3);
    const auto axis = static_cast<std::size_t>(below(static_cast<std::int64_t>(data.extents.size())));
    op.axis = static_cast<std::int64_t>(axis);
    indices.extents = data.extents;
    indices.extents[axis] = 1 + below(4);
    set_direct(indices.extents);
    addressed_ = {data.extents[axis]};
  }

  void set_nd() {
    data.extents = some(1, 3);
    const auto r = static_cast<std::int64_t>(data.extents.size());
    op.batch_dims = below(r);
    const std::int64_t depth = below(r - op.batch_dims + 1);
    const numbers positions = joined(part(data.extents, 0, op.batch_dims), some(0, 2));
    indices.extents = joined(positions, {depth});
    set_direct(joined(positions, part(data.extents, op.batch_dims + depth, r)));
    addressed_ = part(data.extents, op.batch_dims, op.batch_dims + depth);
  }

  void set_append() {
    data.extents = some(2, 3);
    const auto axis = static_cast<std::size_t>(1 + below(static_cast<std::int64_t>(data.extents.size()) - 1));
    op.axis = static_cast<std::int64_t>(axis);
    op.mode = draw_() % 2 == 0 ? STREW_MODE_LINEAR : STREW_MODE_CIRCULAR;
    numbers rows = data.extents;
    rows[axis] = below(data.extents[axis] + 1);
    set_direct(rows);
    indices.extents = {data.extents[0]};
    has_indices = draw_() % 4 != 0;
    addressed_ = {data.extents[axis]};
  }

  // Each tuple addresses the first dimensions; the window of some is hidden.
  void set_windows() {
    data.extents = some(1, 3);
    const std::size_t r = data.extents.size();
    const std::int64_t depth = 1 + below(static_cast<std::int64_t>(r));
    const numbers positions = some(0, 2);
    indices.extents = joined(positions, {depth});
    numbers direct = positions;
    for (std::size_t d = 0; d < r; ++d) {
      const bool is_hidden = d < static_cast<std::size_t>(depth) && data.extents[d] > 0 && draw_() % 3 == 0;
      const std::int64_t size = is_hidden ? 1 : below(data.extents[d] + 1);
      lists[5].push_back(size);
      if (is_hidden) {
        lists[1].push_back(static_cast<std::int64_t>(d));
      } else {
        lists[0].push_back(static_cast<std::int64_t>(direct.size()));
        direct.push_back(size);
      }
    }
    for (std::int64_t k = 0; k < depth; ++k) lists[4].push_back(k);
    set_direct(direct);
    addressed_ = part(data.extents, 0, depth);
    set_lists();
  }

  void set_lists() {
    const auto list = [&](int n) { return strew_dims{lists[n].empty() ? nullptr : lists[n].data(), lists[n].size()}; };
    const auto last = static_cast<std::int64_t>(indices.extents.size()) - 1;
    gathers.offset_dims = scatters.update_window_dims = list(0);
    gathers.collapsed_slice_dims = scatters.inserted_window_dims = list(1);
    gathers.start_index_map = scatters.scatter_dims_to_operand_dims = list(4);
    gathers.slice_sizes = list(5);
    gathers.index_vector_dim = scatters.index_vector_dim = last;
    op.gather_dimensions = is_scatter ? nullptr : &gathers;
    op.scatter_dimensions = is_scatter ? &scatters : nullptr;
  }

  void set_options() {
    if (op.kind == STREW_OPERATOR_TENSOR_SCATTER) return;
    const std::int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_FILL};
    options.out_of_bounds = policies[below(is_scatter ? 4 : 5)];
    options.negative_indices = static_cast<std::int32_t>(below(2));
    options.partial_window = static_cast<std::int32_t>(below(2));
    if (is_scatter) {
      options.reduction = static_cast<std::int32_t>(below(10));
      options.exclude_self = static_cast<std::int32_t>(below(2));
    }
    if (options.out_of_bounds == STREW_OOB_FILL && draw_() % 2 == 0) {
      options.fill_dtype = STREW_DTYPE_I64;
      options.fill_value = &fill_;
    }
  }

  void set_operands() {
    constexpr strew_dtype types[] = {STREW_DTYPE_I8, STREW_DTYPE_I32, STREW_DTYPE_I64, STREW_DTYPE_U8, STREW_DTYPE_U64};
    constexpr std::int64_t widths[] = {1, 4, 8, 1, 8};
    const auto type = static_cast<std::size_t>(below(5));
    indices.dtype = types[type];
    for (random_operand* one : {&data, &updates, &output}) {
      one->lay_out(draw_, 4);
      for (unsigned char& byte : one->bytes) byte = static_cast<unsigned char>(draw_());
    }
    indices.lay_out(draw_, widths[type]);
    const bool is_signed = type < 3;
    for (std::size_t i = 0; i + static_cast<std::size_t>(widths[type]) <= indices.bytes.size();
         i += static_cast<std::size_t>(widths[type])) {
      const std::int64_t value = any_index(is_signed);
      std::memcpy(indices.bytes.data() + i, &value, static_cast<std::size_t>(widths[type]));
    }
  }

  // Mostly good; the bytes between elements have indices too.
  std::int64_t any_index(bool is_signed) {
    std::int64_t least = 4;
    for (const std::int64_t n : addressed_) least = n < least ? n : least;
    if (options.out_of_bounds == STREW_OOB_ERROR) return draw_() % 64 == 0 ? 7 : below(least > 0 ? least : 1);
    return is_signed ? below(13) - 6 : below(9);
  }

  std::mt19937 draw_;
  numbers addressed_;  // extents
  std::int64_t fill_ = -77;
};

}  // namespace strew::testing
