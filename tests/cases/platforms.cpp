#include <algorithm>
#include <iterator>

#include "cases/generate.hpp"
#include "cases/layout.hpp"
#include "cases/shapes.hpp"

namespace strew::cases {
namespace {

// Platforms have no empty tensors, and only DirectML's gather_nd has batches.
bool can_be_said(const test_case& p) {
  const auto is_full = [](const shape& extents) { return std::ranges::count(extents, 0) == 0; };
  const bool has_batches = p.batch_dims != 0 && p.op != operator_kind::gather_nd;
  return is_full(p.data.extents) && is_full(p.indices.extents) && is_full(p.direct().extents) && !has_batches;
}

strew_dtype draw_type(const test_case& p, random_source& draw) {
  if (p.reduction == STREW_REDUCTION_AND || p.reduction == STREW_REDUCTION_OR) return STREW_DTYPE_BOOL;
  if (p.reduction == STREW_REDUCTION_NONE && draw.chance(15)) return STREW_DTYPE_F64;
  return draw.pick<strew_dtype>({STREW_DTYPE_BOOL, STREW_DTYPE_I8, STREW_DTYPE_I16, STREW_DTYPE_I32, STREW_DTYPE_I64,
                                 STREW_DTYPE_U8, STREW_DTYPE_U16, STREW_DTYPE_U32, STREW_DTYPE_U64, STREW_DTYPE_F16,
                                 STREW_DTYPE_BF16, STREW_DTYPE_F32, STREW_DTYPE_F32});
}

void draw_views(test_case& p, random_source& draw) {
  const strew_dtype type = draw_type(p, draw);
  const auto index_type =
      draw.pick<strew_dtype>({STREW_DTYPE_I32, STREW_DTYPE_I32, STREW_DTYPE_I64, STREW_DTYPE_U32, STREW_DTYPE_U64});
  const bool in_place = p.is_scatter() && draw.chance(30);
  p.data = make_plain_view(draw, type, p.data.extents, in_place);
  p.indices = make_plain_view(draw, index_type, p.indices.extents, false);
  const shape extents = p.is_scatter() ? p.data.extents : p.output.extents;
  p.output = in_place ? p.data : make_plain_view(draw, type, extents, true);
  if (in_place) p.place = output_place::data;
  if (p.is_scatter()) p.updates = make_plain_view(draw, type, p.updates.extents, false);
}

}  // namespace

bool draw_for_platforms(test_case& p, random_source& draw, const std::vector<operator_kind>& operators) {
  std::vector<operator_kind> chosen;
  std::ranges::copy_if(operators, std::back_inserter(chosen), is_of_platforms);
  if (chosen.empty()) return false;
  p.op = draw.pick_from(chosen);
  const auto reductions = {STREW_REDUCTION_NONE, STREW_REDUCTION_NONE, STREW_REDUCTION_NONE,
                           STREW_REDUCTION_ADD,  STREW_REDUCTION_MUL,  STREW_REDUCTION_MIN,
                           STREW_REDUCTION_MAX,  STREW_REDUCTION_AND,  STREW_REDUCTION_OR};
  p.reduction = p.is_scatter() ? static_cast<int32_t>(draw.pick(reductions)) : STREW_REDUCTION_NONE;
  const test_case blank = p;
  do {
    p = blank;
    draw_shapes(p, draw);
  } while (!can_be_said(p));
  draw_views(p, draw);
  return true;
}

}  // namespace strew::cases
