#include "differential/generate.hpp"

#include <algorithm>
#include <bit>

#include "differential/expect.hpp"
#include "differential/layout.hpp"

namespace strew::differential {
namespace {

constexpr int64_t most_elements = 1024;  // of any operand, big problems apart

int64_t draw_extent(random_source& draw) {
  if (draw.chance(2)) return 0;
  return draw.pick<int64_t>({1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 9, 16});
}

shape draw_extents(random_source& draw, int64_t rank, int64_t most) {
  shape extents;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t n = draw_extent(draw);
    while (n > most) n = draw.between(1, most);
    extents.push_back(n);
    most /= std::max<int64_t>(n, 1);
  }
  return extents;
}

struct shapes {
  shape data, indices, direct;
  int64_t batch_dims = 0;
};

shape direct_extents(const shape& D, const shape& J, int64_t b) {
  const auto first = static_cast<size_t>(b + J.back());
  return oracle::join({shape(J.begin(), J.end() - 1), oracle::rest(D, first)});
}

// Many positions over few dimensions, or wide slices: the sizes at which an engine works in blocks.
shapes draw_big_shapes(random_source& draw) {
  shapes s;
  if (draw.chance(70)) {
    s.data = {draw.pick<int64_t>({1, 5, 300, 2000}), draw.pick<int64_t>({1, 1, 2, 3})};
    s.indices = {draw.pick<int64_t>({7, 61}), draw.pick<int64_t>({1, 65}), draw.between(1, 2)};
  } else {
    s.data = {draw.between(1, 5), draw.pick<int64_t>({500, 1023, 1500})};
    s.indices = {draw.between(1, 4), 1};
  }
  s.direct = direct_extents(s.data, s.indices, 0);
  return s;
}

shapes draw_shapes(random_source& draw) {
  if (draw.chance(2)) return draw_big_shapes(draw);
  while (true) {
    shapes s;
    const int64_t rank = draw.chance(5) ? 0 : draw.chance(80) ? draw.between(1, 4) : draw.between(5, 8);
    s.data = draw_extents(draw, rank, most_elements / 4);
    s.batch_dims = draw.chance(65) ? 0 : draw.between(0, std::max<int64_t>(rank - 1, 0));
    const int64_t deepest = rank - s.batch_dims;
    const int64_t k = deepest == 0 || draw.chance(6) ? 0 : draw.between(1, deepest);
    const shape batch(s.data.begin(), s.data.begin() + s.batch_dims);
    s.indices = oracle::join({batch, draw_extents(draw, draw.pick<int64_t>({0, 1, 1, 2, 2, 3}), 64), {k}});
    s.direct = direct_extents(s.data, s.indices, s.batch_dims);
    if (oracle::product(s.direct) <= most_elements && oracle::product(s.indices) <= most_elements) return s;
  }
}

struct element_choice {
  strew_dtype type;
  int64_t width;
};

element_choice draw_element(random_source& draw, int32_t reduction) {
  if (reduction == STREW_NONE && draw.chance(45)) {
    return {STREW_OPAQUE, draw.chance(75) ? draw.between(1, 16) : draw.pick<int64_t>({20, 24, 32, 48, 100, 257})};
  }
  const int64_t last = reduction == STREW_NONE ? STREW_C128 : STREW_F64;
  const auto type = static_cast<strew_dtype>(draw.between(reduction == STREW_NONE ? STREW_BOOL : STREW_I8, last));
  return {type, oracle::width_of(static_cast<oracle::element>(type))};
}

void draw_fill(problem& p, random_source& draw) {
  p.has_fill = draw.chance(70);
  if (!p.has_fill) return;
  const auto type = static_cast<oracle::element>(p.data.type);
  p.fill_type = p.data.type == STREW_OPAQUE ? strew_dtype{STREW_OPAQUE}
                                            : draw.pick<strew_dtype>({STREW_OPAQUE, STREW_I64, STREW_U64, STREW_F64});
  if (p.fill_type == STREW_OPAQUE) {
    for (int64_t i = 0; i < width_of(p.data); ++i) p.fill.push_back(static_cast<unsigned char>(draw.bits()));
    return;
  }
  auto value = static_cast<uint64_t>(type == oracle::element::boolean ? draw.between(0, 1) : draw.between(0, 99));
  if (p.fill_type == STREW_I64 && oracle::is_signed_integer(type)) value = ~value + 1;
  if (oracle::is_real(type) && draw.chance(50)) value = draw.bits() >> draw.between(0, 63);
  if (p.fill_type == STREW_F64)
    value = std::bit_cast<uint64_t>(static_cast<double>(value) * (oracle::is_real(type) ? 1.0 / 3 : 1.0));
  p.fill.resize(8);
  oracle::write_integer(p.fill, value);
}

void draw_policy(problem& p, random_source& draw) {
  p.out_of_bounds =
      draw.chance(40) ? STREW_OOB_ERROR : static_cast<int32_t>(draw.between(STREW_OOB_CLAMP, STREW_OOB_ASSUME));
  if (p.is_scatter() && p.out_of_bounds == STREW_OOB_FILL) p.out_of_bounds = STREW_OOB_SKIP;
  p.negative = draw.chance(60) ? STREW_NEGATIVE_FROM_END : STREW_NEGATIVE_INVALID;
  if (p.out_of_bounds == STREW_OOB_FILL) draw_fill(p, draw);
}

void draw_contents(problem& p, random_source& draw) {
  const auto tame = {pattern::zero, pattern::equal, pattern::few, pattern::uniform, pattern::uniform, pattern::sorted};
  const auto wild = {pattern::mild, pattern::mild, pattern::extreme, pattern::wild};
  const int percent_wild = p.out_of_bounds == STREW_OOB_ASSUME ? 0 : p.out_of_bounds == STREW_OOB_ERROR ? 30 : 70;
  p.index_pattern = draw.chance(percent_wild) ? draw.pick(wild) : draw.pick(tame);
  // Values that overlap in part would break the caller's promise.
  if (p.out_of_bounds == STREW_OOB_ASSUME && shares_bytes_with_itself(p.indices)) p.index_pattern = pattern::zero;
  p.values = draw.pick({contents::bits, contents::small, contents::small, contents::special, contents::signs});
}

// Positions that read the same tuple meet in the same cells, which only their order tells apart.
void broadcast_positions(view& indices, random_source& draw) {
  for (size_t d = 0; d + 1 < indices.extents.size(); ++d) {
    if (draw.chance(50)) indices.strides[d] = 0;
  }
  indices.packed = false;
}

void draw_operands(problem& p, random_source& draw) {
  const shapes s = draw_shapes(draw);
  const element_choice e = draw_element(draw, p.reduction);
  const auto index_type = static_cast<strew_dtype>(draw.between(STREW_I8, STREW_U64));
  const int64_t index_width = oracle::width_of(static_cast<oracle::element>(index_type));
  p.batch_dims = s.batch_dims;
  const bool in_place = p.is_scatter() && draw.chance(40);
  p.data = make_view(draw, e.type, e.width, s.data, in_place);
  p.indices = make_view(draw, index_type, index_width, s.indices, false);
  if (p.is_scatter() && draw.chance(15)) broadcast_positions(p.indices, draw);
  if (p.is_scatter()) {
    p.updates = make_view(draw, e.type, e.width, s.direct, false);
    p.output = in_place ? p.data : make_view(draw, e.type, e.width, s.data, true);
    if (in_place) p.place = output_place::data;
  } else {
    p.output = make_view(draw, e.type, e.width, s.direct, true);
  }
}

void draw_null_pointers(problem& p, random_source& draw) {
  for (view* v : {&p.data, &p.indices, &p.updates, &p.output}) {
    if (count_of(*v) == 0 && p.place == output_place::own && draw.chance(50)) v->null = true;
  }
  if (!p.is_scatter() && count_of_positions(p) == 0 && draw.chance(50)) p.data.null = p.indices.null = true;
}

// An output beside another operand: interleaved with it, at times over it.
void interleave(problem& p, random_source& draw) {
  p.place = p.is_scatter() && draw.chance(50) ? output_place::updates : output_place::data;
  if (draw.chance(20)) p.place = output_place::indices;
  p.shift = draw.between(-48, 48);
}

}  // namespace

problem generate(uint64_t seed) {
  random_source draw(seed);
  problem p;
  p.seed = draw.bits() >> 1;
  p.op = draw.chance(40) ? operation::gather_nd : operation::scatter_nd;
  const bool reduces = p.is_scatter() && draw.chance(65);
  p.reduction = reduces ? static_cast<int32_t>(draw.between(STREW_ADD, STREW_MAX)) : STREW_NONE;
  draw_operands(p, draw);
  draw_policy(p, draw);
  draw_contents(p, draw);
  draw_null_pointers(p, draw);
  p.calls = draw.pick({calling::once, calling::plan});
  p.runs = draw.chance(70) ? 1 : 2;
  p.threads = draw.pick<int64_t>({0, 1, 1, 2, 3, 4});
  p.one_buffer = draw.chance(80);
  p.null_error = draw.chance(3);
  const bool is_default = p.reduction == 0 && p.out_of_bounds == 0 && p.negative == 0 && !p.has_fill;
  p.null_options = is_default && draw.chance(50);
  if (p.place == output_place::own && draw.chance(3)) interleave(p, draw);
  if (draw.chance(12)) break_a_rule(p, draw);
  return p;
}

}  // namespace strew::differential
