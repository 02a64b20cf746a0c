// One broken rule a problem.
#include <array>

#include "differential/expect.hpp"
#include "differential/generate.hpp"

namespace strew::differential {
namespace {

view* any_operand(problem& p, random_source& draw) {
  if (p.is_scatter()) return draw.pick({&p.data, &p.indices, &p.updates, &p.output});
  return draw.pick({&p.data, &p.indices, &p.output});
}

// Extents changed after the strides were drawn: packed strides are always in order.
void repack(view& v) {
  v.strides = packed_strides(v.extents, width_of(v));
}

void null_pointer(problem& p, random_source& draw) {
  if (p.place == output_place::own) any_operand(p, draw)->null = true;
}

void wrong_struct(problem& p, random_source& draw) {
  p.tamper = static_cast<tampering>(draw.between(1, p.null_options ? 3 : 4));
}

void wrong_type(problem& p, random_source& draw) {
  view* v = any_operand(p, draw);
  if (draw.chance(30)) {
    v->type = draw.pick<strew_dtype>({16, 77, UINT32_MAX});
  } else {
    v->element_bytes = v->type == STREW_OPAQUE ? 0 : static_cast<uint64_t>(width_of(*v)) + 1;
  }
}

void other_type(problem& p, random_source& draw) {
  view& v = p.is_scatter() ? *draw.pick({&p.data, &p.updates, &p.output}) : *draw.pick({&p.data, &p.output});
  v.type = v.type == STREW_I32 ? STREW_F32 : STREW_I32;
  v.element_bytes = 0;
}

void wrong_index_type(problem& p, random_source& draw) {
  p.indices.type =
      draw.pick<strew_dtype>({STREW_BOOL, STREW_F16, STREW_BF16, STREW_F32, STREW_F64, STREW_C64, STREW_OPAQUE});
  p.indices.element_bytes = p.indices.type == STREW_OPAQUE ? 4 : 0;
}

void wrong_reduction(problem& p, random_source& draw) {
  if (!p.is_scatter()) return;
  const bool complex = draw.chance(50);
  for (view* v : {&p.data, &p.updates, &p.output}) {
    v->type = complex ? STREW_C64 : STREW_OPAQUE;
    v->element_bytes = complex ? 0 : 4;
  }
  p.reduction =
      complex ? draw.pick<int32_t>({STREW_MIN, STREW_MAX}) : static_cast<int32_t>(draw.between(STREW_ADD, STREW_MAX));
  p.null_options = false;
}

void wrong_option(problem& p, random_source& draw) {
  const auto value = draw.pick<int32_t>({-1, 17, INT32_MIN, INT32_MAX});
  *draw.pick({&p.reduction, &p.out_of_bounds, &p.negative}) = value;
  p.null_options = false;
  p.has_fill = false;
}

void wrong_fill(problem& p, random_source& draw) {
  p.null_options = false;
  if (p.is_scatter() && draw.chance(40)) {
    p.out_of_bounds = STREW_OOB_FILL;
    return;
  }
  if (!p.is_scatter() && draw.chance(70)) p.out_of_bounds = STREW_OOB_FILL;
  p.has_fill = true;
  p.fill_type = STREW_OPAQUE;
  if (p.out_of_bounds != STREW_OOB_FILL) {
    p.fill.assign(static_cast<size_t>(width_of(p.data)), 7);
  } else if (p.data.type == STREW_OPAQUE || draw.chance(50)) {
    p.fill.assign(static_cast<size_t>(width_of(p.data)) + 1, 7);
  } else {
    p.fill_type = draw.pick<strew_dtype>({STREW_F64, STREW_U64});
    p.fill.assign(8, 0xe1);
  }
}

void negative_extent(problem& p, random_source& draw) {
  view* v = any_operand(p, draw);
  if (!v->extents.empty())
    draw.pick_from(std::array{&v->extents.front(), &v->extents.back()})[0] = draw.pick<int64_t>({-1, INT64_MIN});
}

void wrong_depth_or_batch(problem& p, random_source& draw) {
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  switch (draw.between(0, 2)) {
    case 0:
      p.indices.extents.clear();
      break;
    case 1:
      p.batch_dims =
          draw.pick<int64_t>({-1, rank + 1, static_cast<int64_t>(p.indices.extents.size()), INT64_MIN, INT64_MAX});
      break;
    default:
      p.indices.extents.back() = draw.pick<int64_t>({rank - p.batch_dims + 1, rank - p.batch_dims + 2});
  }
  repack(p.indices);
}

void wrong_batch_extent(problem& p, random_source& draw) {
  if (p.batch_dims == 0) return;
  int64_t& n = p.indices.extents[static_cast<size_t>(draw.between(0, p.batch_dims - 1))];
  n = n > 0 && draw.chance(50) ? n - 1 : n + 1;
  repack(p.indices);
}

// Also shapes of another rank with the same number of elements.
void wrong_extents(problem& p, random_source& draw) {
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

void wrong_strides(problem& p, random_source& draw) {
  view* v = draw.chance(60) ? &p.output : any_operand(p, draw);
  for (size_t d = 0; d < v->extents.size(); ++d) {
    if (v->extents[d] < 2 || draw.chance(30)) continue;
    v->packed = false;
    const bool meets = v == &p.output && draw.chance(70);
    v->strides[d] =
        meets ? draw.pick<int64_t>({0, 1, -1, width_of(*v) - 1}) : draw.pick<int64_t>({INT64_MAX, INT64_MIN});
    if (p.place == output_place::data) p.place = output_place::own;
    return;
  }
}

void share_bytes(problem& p, random_source& draw) {
  p.place = p.is_scatter() ? draw.pick({output_place::data, output_place::indices, output_place::updates})
                           : draw.pick({output_place::data, output_place::indices});
  p.shift = draw.chance(50) ? 0 : draw.between(-4, 4);
}

}  // namespace

void break_a_rule(problem& p, random_source& draw) {
  using fault = void (*)(problem&, random_source&);
  constexpr std::array<fault, 15> faults = {null_pointer,       wrong_struct,         wrong_type,    other_type,
                                            wrong_index_type,   wrong_reduction,      wrong_option,  wrong_fill,
                                            negative_extent,    wrong_depth_or_batch, wrong_extents, wrong_batch_extent,
                                            wrong_batch_extent, wrong_strides,        share_bytes};
  // A null pointer that was legal need not be so once the shapes are others.
  for (view* v : {&p.data, &p.indices, &p.updates, &p.output}) v->null = false;
  draw.pick_from(faults)(p, draw);
}

}  // namespace strew::differential
