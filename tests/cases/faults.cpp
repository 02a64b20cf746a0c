// One broken rule per case, or two of which one must be reported.
#include <algorithm>
#include <array>

#include "cases/description.hpp"
#include "cases/generate.hpp"
#include "cases/overlap.hpp"
#include "oracle/reduce.hpp"

namespace strew::cases {
namespace {

view* operand_of(test_case& p, operand_number which) {
  const std::array<view*, operand_count> views = {&p.data, &p.indices, &p.updates, &p.output};
  return views[which];
}

view* any_operand(test_case& p, random_source& draw) {
  return operand_of(p, draw.pick_from(operands_of(p)));
}

// Recomputes packed strides, after extents were changed.
void repack(view& v) {
  v.strides = packed_strides(v.extents, width_of(v));
}

// Whether a pointer is required is defined only for valid extents.
bool counts_are_known(const test_case& p) {
  for (const operand_number which : operands_of(p)) {
    const shape& extents = view_of(p, which).extents;
    if (extents.size() > 1024 || std::any_of(extents.begin(), extents.end(), [](int64_t n) { return n < 0; }))
      return false;
  }
  return true;
}

void null_pointer(test_case& p, random_source& draw) {
  if (!counts_are_known(p)) return;
  view* v = any_operand(p, draw);
  const bool is_unread = v == &p.updates && count_of(p.data) == 0;
  if (p.place == output_place::own && count_of(*v) > 0 && !is_unread) v->null = true;
}

bool has_a_list(const test_case& p) {
  const oracle::dimensions& n = p.numbers;
  return !oracle::join({n.window, n.collapsed, n.batching, n.index_batching, n.index_map, n.slice_sizes}).empty();
}

void wrong_struct(test_case& p, random_source& draw) {
  std::vector<tampering> kinds = {tampering::version,        tampering::struct_size, tampering::device,
                                  tampering::execution_size, tampering::null_data,   tampering::null_output};
  if (!p.null_options) kinds.push_back(tampering::options_version);
  if (p.op != operator_kind::tensor_scatter) kinds.push_back(tampering::null_indices);
  if (p.is_scatter()) kinds.push_back(tampering::null_updates);
  if (p.is_stablehlo()) kinds.push_back(tampering::null_numbers);
  if (p.is_stablehlo()) kinds.push_back(tampering::numbers_version);
  if (has_a_list(p)) kinds.push_back(tampering::null_list);
  p.tamper = draw.pick_from(kinds);
}

void wrong_type(test_case& p, random_source& draw) {
  view* v = any_operand(p, draw);
  if (draw.chance(30)) {
    v->type = draw.pick<strew_dtype>({16, 77, UINT32_MAX});
  } else {
    v->element_bytes = v->type == STREW_DTYPE_OPAQUE ? 0 : static_cast<uint64_t>(width_of(*v)) + 1;
  }
}

void other_type(test_case& p, random_source& draw) {
  view& v = p.is_scatter() ? *draw.pick({&p.data, &p.updates, &p.output}) : *draw.pick({&p.data, &p.output});
  v.type = v.type == STREW_DTYPE_I32 ? STREW_DTYPE_F32 : STREW_DTYPE_I32;
  v.element_bytes = 0;
}

void wrong_index_type(test_case& p, random_source& draw) {
  if (p.no_indices) return;
  p.indices.type = draw.pick<strew_dtype>({STREW_DTYPE_BOOL, STREW_DTYPE_F16, STREW_DTYPE_BF16, STREW_DTYPE_F32,
                                           STREW_DTYPE_F64, STREW_DTYPE_C64, STREW_DTYPE_OPAQUE, STREW_DTYPE_F8_E4M3});
  p.indices.element_bytes = p.indices.type == STREW_DTYPE_OPAQUE ? 4 : 0;
}

// Any pair of a type and a reduction; many are undefined.
void wrong_reduction(test_case& p, random_source& draw) {
  if (!p.is_scatter() || p.op == operator_kind::tensor_scatter) return;
  const auto type = draw.pick<strew_dtype>({STREW_DTYPE_OPAQUE, STREW_DTYPE_BOOL, STREW_DTYPE_F16, STREW_DTYPE_BF16,
                                            STREW_DTYPE_F32, STREW_DTYPE_F64, STREW_DTYPE_C64, STREW_DTYPE_C128,
                                            STREW_DTYPE_F8_E4M3, STREW_DTYPE_F8_E5M2});
  p.reduction = static_cast<int32_t>(draw.between(STREW_REDUCTION_ADD, STREW_REDUCTION_XOR));
  if (oracle::is_defined(static_cast<oracle::element>(type), static_cast<oracle::reduction>(p.reduction))) {
    p.reduction = type == STREW_DTYPE_BOOL ? STREW_REDUCTION_MEAN : STREW_REDUCTION_XOR;
  }
  for (view* v : {&p.data, &p.updates, &p.output}) {
    v->type = type;
    v->element_bytes = type == STREW_DTYPE_OPAQUE ? 4 : 0;
  }
  p.null_options = false;
}

void wrong_option(test_case& p, random_source& draw) {
  const auto value = draw.pick<int32_t>({-1, 17, INT32_MIN, INT32_MAX});
  *draw.pick({&p.reduction, &p.out_of_bounds, &p.negative, &p.accumulate, &p.duplicates, &p.partial_window}) = value;
  p.null_options = false;
  p.has_fill = false;
}

void gather_reduces(test_case& p, random_source& draw) {
  if (!p.is_scatter())
    p.reduction = draw.pick<int32_t>({STREW_REDUCTION_ADD, STREW_REDUCTION_MAX, STREW_REDUCTION_MUL});
  if (!p.is_scatter()) p.null_options = false;
}

// tensor_scatter accepts only the defaults.
void cache_options(test_case& p, random_source& draw) {
  if (p.op != operator_kind::tensor_scatter) return;
  *draw.pick({&p.reduction, &p.out_of_bounds, &p.negative, &p.accumulate, &p.duplicates, &p.partial_window,
              &p.exclude_self, &p.unordered}) = 1;
  p.null_options = false;
}

void wrong_fill(test_case& p, random_source& draw) {
  if (p.op == operator_kind::tensor_scatter) return;
  p.null_options = false;
  if (p.is_scatter() && draw.chance(40)) {
    p.out_of_bounds = STREW_OOB_FILL;
    return;
  }
  if (!p.is_scatter() && draw.chance(70)) p.out_of_bounds = STREW_OOB_FILL;
  p.has_fill = true;
  p.fill_type = STREW_DTYPE_OPAQUE;
  if (p.out_of_bounds != STREW_OOB_FILL) {
    p.fill.assign(static_cast<size_t>(width_of(p.data)), 7);
  } else if (oracle::is_only_moved(static_cast<oracle::element>(p.data.type)) || draw.chance(50)) {
    p.fill.assign(static_cast<size_t>(width_of(p.data)) + 1, 7);
  } else {
    p.fill_type = draw.pick<strew_dtype>({STREW_DTYPE_F64, STREW_DTYPE_U64});
    p.fill.assign(8, 0xe1);
  }
}

void negative_extent(test_case& p, random_source& draw) {
  view* v = any_operand(p, draw);
  if (!v->extents.empty())
    draw.pick_from(std::array{&v->extents.front(), &v->extents.back()})[0] = draw.pick<int64_t>({-1, INT64_MIN});
}

void too_many_dimensions(test_case& p, random_source& draw) {
  view* v = any_operand(p, draw);
  v->extents.insert(v->extents.begin(), 1025 - (v->extents.size() % 2), 1);
  repack(*v);
}

void wrong_rank(test_case& p, random_source& draw) {
  view* v = draw.chance(50) ? &p.data : &p.indices;
  v->extents.clear();
  repack(*v);
}

void wrong_depth(test_case& p, random_source& draw) {
  if (p.op != operator_kind::gather_nd && p.op != operator_kind::scatter_nd) return;
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  p.indices.extents.back() = draw.pick<int64_t>({rank - p.batch_dims + 1, rank - p.batch_dims + 2});
  repack(p.indices);
}

void wrong_batch_dims(test_case& p, random_source& draw) {
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  if (p.has_batch_dims())
    p.batch_dims = draw.pick<int64_t>(
        {-1, rank + 1, p.batch_dims + 1, static_cast<int64_t>(p.indices.extents.size()), INT64_MIN, INT64_MAX});
}

void wrong_axis(test_case& p, random_source& draw) {
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  if (p.has_axis()) p.axis = draw.pick<int64_t>({rank, -rank - 1, -rank, 0, INT64_MIN, INT64_MAX});
}

void wrong_mode(test_case& p, random_source& draw) {
  if (p.op == operator_kind::tensor_scatter) p.mode = draw.pick<int32_t>({-1, 2, INT32_MIN, INT32_MAX});
}

void wrong_batch_extent(test_case& p, random_source& draw) {
  shape dims = p.numbers.index_batching;
  for (int64_t d = 0; d < p.batch_dims; ++d) dims.push_back(d);
  if (dims.empty()) return;
  int64_t& n = p.indices.extents[static_cast<size_t>(draw.pick_from(dims))];
  n = n > 0 && draw.chance(50) ? n - 1 : n + 1;
  repack(p.indices);
}

// Indices of an elements form that reach beyond data off the axis, or an update longer than the cache.
void reach_too_far(test_case& p, random_source& draw) {
  const shape& D = p.data.extents;
  if (D.empty() || !p.has_axis() || p.has_batch_dims()) return;
  const auto rank = static_cast<int64_t>(D.size());
  const auto axis = static_cast<size_t>(p.axis < 0 ? p.axis + rank : p.axis);
  const bool is_cache = p.op == operator_kind::tensor_scatter;
  const size_t d = is_cache ? axis : static_cast<size_t>(draw.between(0, rank - 1));
  for (view* v : {&p.indices, &p.direct()}) {
    if (is_cache && v == &p.indices) continue;
    v->extents[d] = D[d] + draw.between(1, 2);
    repack(*v);
  }
}

void wrong_numbers(test_case& p, random_source& draw) {
  if (p.is_stablehlo()) break_a_number(p, draw);
}

// Also shapes of another rank with the same number of elements.
void wrong_extents(test_case& p, random_source& draw) {
  view* v = any_operand(p, draw);
  if (v->extents.empty() || draw.chance(25)) {
    v->extents.insert(v->extents.begin(), 1);
  } else if (draw.chance(30)) {
    v->extents.erase(v->extents.begin());
  } else {
    int64_t& n = v->extents[static_cast<size_t>(draw.between(0, static_cast<int64_t>(v->extents.size()) - 1))];
    n = n > 0 && draw.chance(50) ? n - 1 : n + 1;
  }
  repack(*v);
}

void wrong_strides(test_case& p, random_source& draw) {
  view* v = draw.chance(60) ? &p.output : any_operand(p, draw);
  for (size_t d = 0; d < v->extents.size(); ++d) {
    if (v->extents[d] < 2 || draw.chance(30)) continue;
    v->packed = false;
    const bool overlaps = v == &p.output && draw.chance(70);
    v->strides[d] =
        overlaps ? draw.pick<int64_t>({0, 1, -1, width_of(*v) - 1}) : draw.pick<int64_t>({INT64_MAX, INT64_MIN});
    if (p.place == output_place::data) p.place = output_place::own;
    return;
  }
}

void share_bytes(test_case& p, random_source& draw) {
  p.place = p.is_scatter() ? draw.pick({output_place::data, output_place::indices, output_place::updates})
                           : draw.pick({output_place::data, output_place::indices});
  p.shift = draw.chance(50) ? 0 : draw.between(-4, 4);
}

using fault = void (*)(test_case&, random_source&);

// Reported before shapes are checked.
constexpr std::array<fault, 10> early_faults = {cache_options,  null_pointer,     wrong_struct,    wrong_type,
                                                other_type,     wrong_index_type, wrong_reduction, wrong_option,
                                                gather_reduces, wrong_fill};
// These do not change extents and strides.
constexpr std::array<fault, 6> attribute_faults = {wrong_axis,    wrong_axis,    wrong_batch_dims,
                                                   wrong_numbers, wrong_numbers, wrong_mode};
constexpr std::array<fault, 9> extent_faults = {reach_too_far, negative_extent,    too_many_dimensions,
                                                wrong_rank,    wrong_depth,        wrong_extents,
                                                wrong_extents, wrong_batch_extent, wrong_batch_extent};
constexpr std::array<fault, 2> memory_faults = {wrong_strides, share_bytes};

// A null pointer may be invalid after the shapes were changed.
void clear_null_pointers(test_case& p) {
  for (view* v : {&p.data, &p.indices, &p.updates, &p.output}) v->null = false;
}

}  // namespace

void break_a_rule(test_case& p, random_source& draw) {
  clear_null_pointers(p);
  if (p.is_stablehlo() && draw.chance(50)) return wrong_numbers(p, draw);
  switch (draw.between(0, 7)) {
    case 0:
    case 1:
    case 2:
      return draw.pick_from(early_faults)(p, draw);
    case 3:
      return draw.pick_from(attribute_faults)(p, draw);
    case 4:
    case 5:
      return draw.pick_from(extent_faults)(p, draw);
    default:
      return draw.pick_from(memory_faults)(p, draw);
  }
}

void break_two_rules(test_case& p, random_source& draw) {
  clear_null_pointers(p);
  if (draw.chance(50)) {
    draw.pick_from(memory_faults)(p, draw);
    (draw.chance(50) ? draw.pick_from(attribute_faults) : draw.pick_from(early_faults))(p, draw);
  } else {
    draw.pick_from(extent_faults)(p, draw);
    draw.pick_from(early_faults)(p, draw);
  }
}

}  // namespace strew::cases
