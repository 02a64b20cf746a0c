#include "cases/generate.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "cases/description.hpp"
#include "cases/layout.hpp"
#include "cases/operators.hpp"
#include "cases/overlap.hpp"
#include "cases/shapes.hpp"
#include "oracle/reduce.hpp"

namespace strew::cases {
namespace {

// What is only moved has no reductions; a reduction gets a type for which it is defined.
element_choice draw_element(random_source& draw, int32_t reduction) {
  if (reduction == STREW_REDUCTION_NONE && draw.chance(5))
    return {static_cast<strew_dtype>(draw.between(STREW_DTYPE_F8_E4M3, dtype_count - 1)), 1};
  if (reduction == STREW_REDUCTION_NONE && draw.chance(45)) {
    return {STREW_DTYPE_OPAQUE, draw.chance(75) ? draw.between(1, 16) : draw.pick<int64_t>({20, 24, 32, 48, 100, 257})};
  }
  while (true) {
    const auto type = static_cast<strew_dtype>(draw.between(STREW_DTYPE_BOOL, STREW_DTYPE_C128));
    const auto element = static_cast<oracle::element>(type);
    if (oracle::is_defined(element, static_cast<oracle::reduction>(reduction)))
      return {type, oracle::width_of(element)};
  }
}

void draw_fill(test_case& p, random_source& draw) {
  p.has_fill = draw.chance(70);
  if (!p.has_fill) return;
  const auto type = static_cast<oracle::element>(p.data.type);
  p.fill_type = oracle::is_only_moved(type)
                    ? strew_dtype{STREW_DTYPE_OPAQUE}
                    : draw.pick<strew_dtype>({STREW_DTYPE_OPAQUE, STREW_DTYPE_I64, STREW_DTYPE_U64, STREW_DTYPE_F64});
  if (p.fill_type == STREW_DTYPE_OPAQUE) {
    for (int64_t i = 0; i < width_of(p.data); ++i) p.fill.push_back(static_cast<unsigned char>(draw.bits()));
    return;
  }
  auto value = static_cast<uint64_t>(type == oracle::element::boolean ? draw.between(0, 1) : draw.between(0, 99));
  if (p.fill_type == STREW_DTYPE_I64 && oracle::is_signed_integer(type)) value = ~value + 1;
  if (oracle::is_real(type) && draw.chance(50)) value = draw.bits() >> draw.between(0, 63);
  if (p.fill_type == STREW_DTYPE_F64)
    value = std::bit_cast<uint64_t>(static_cast<double>(value) * (oracle::is_real(type) ? 1.0 / 3 : 1.0));
  p.fill.resize(8);
  oracle::write_integer(p.fill, value);
}

// These have more special cases than the others.
std::vector<operator_kind> operators_with_windows(const std::vector<operator_kind>& operators) {
  std::vector<operator_kind> chosen;
  for (const operator_kind op : operators) {
    if (op == operator_kind::stablehlo_gather || op == operator_kind::stablehlo_scatter) chosen.push_back(op);
  }
  return chosen.empty() ? operators : chosen;
}

int32_t draw_out_of_bounds(random_source& draw) {
  return draw.chance(40) ? STREW_OOB_ERROR : static_cast<int32_t>(draw.between(STREW_OOB_CLAMP, STREW_OOB_ASSUME));
}

int32_t draw_negative(random_source& draw) {
  return draw.chance(60) ? STREW_NEGATIVE_FROM_END : STREW_NEGATIVE_INVALID;
}

// A place of the only member of the tuples, from either end.
std::optional<int64_t> draw_padding(random_source& draw, const oracle::indexing& op) {
  if (op.members.size() != 1 || op.members[0].extent == 0 || !draw.chance(30)) return std::nullopt;
  return draw.between(-op.members[0].extent, op.members[0].extent - 1);
}

// Positions of no segment are skipped, and that is all.
void use_offsets(test_case& p) {
  if (p.move.has_offsets) {
    p.out_of_bounds = STREW_OOB_SKIP;
    p.negative = STREW_NEGATIVE_INVALID;
    p.duplicates = STREW_DUPLICATES_ALLOW;
    p.move.padding.reset();
  }
  if (!p.move.has_from_offsets) return;
  p.move.from_out_of_bounds = STREW_OOB_SKIP;
  p.move.from_negative = STREW_NEGATIVE_INVALID;
  p.move.from_padding.reset();
}

void draw_sides(test_case& p, random_source& draw) {
  p.move.padding = draw_padding(draw, form_of(p));
  if (!p.move.has_from) return;
  p.move.from_padding = draw_padding(draw, from_form_of(p));
  p.move.from_out_of_bounds = draw_out_of_bounds(draw);
  if (p.move.from_out_of_bounds == STREW_OOB_FILL) p.move.from_out_of_bounds = STREW_OOB_SKIP;
  p.move.from_negative = draw_negative(draw);
}

void draw_policy(test_case& p, random_source& draw) {
  if (p.op == operator_kind::tensor_scatter) return;
  p.out_of_bounds = draw_out_of_bounds(draw);
  if (p.is_scatter() && p.out_of_bounds == STREW_OOB_FILL) p.out_of_bounds = STREW_OOB_SKIP;
  if (p.is_stablehlo() && draw.chance(25)) p.out_of_bounds = draw.pick<int32_t>({STREW_OOB_WRAP, STREW_OOB_SKIP});
  p.negative = draw_negative(draw);
  if (p.is_move()) draw_sides(p, draw);
  if (p.is_stablehlo() || draw.chance(10))
    p.partial_window = draw.pick<int32_t>({STREW_PARTIAL_ELEMENT, STREW_PARTIAL_WHOLE});
  if (p.out_of_bounds == STREW_OOB_FILL) draw_fill(p, draw);
}

void draw_reduction(test_case& p, random_source& draw) {
  if (p.op == operator_kind::tensor_scatter) return;
  if (draw.chance(p.is_stablehlo() ? 16 : 9)) p.duplicates = STREW_DUPLICATES_ERROR;
  if (p.is_scatter() && draw.chance(75))
    p.reduction = static_cast<int32_t>(draw.between(STREW_REDUCTION_ADD, STREW_REDUCTION_XOR));
  p.exclude_self = draw.chance(35) ? 1 : 0;
  p.accumulate = draw.chance(35) ? STREW_ACCUMULATE_NATIVE : STREW_ACCUMULATE_WIDE;
  p.unordered = draw.chance(10) ? 1 : 0;
}

pattern draw_pattern(random_source& draw, oracle::out_of_bounds policy, const view& indices) {
  const auto valid = {pattern::zero,   pattern::equal,      pattern::few,  pattern::uniform, pattern::uniform,
                      pattern::sorted, pattern::descending, pattern::runs, pattern::lines};
  const auto invalid = {pattern::near, pattern::near, pattern::extreme, pattern::arbitrary};
  const bool is_promised = policy == oracle::out_of_bounds::assume;
  const int percent_invalid = is_promised ? 0 : policy == oracle::out_of_bounds::error ? 30 : 70;
  pattern drawn = draw.chance(percent_invalid) ? draw.pick(invalid) : draw.pick(valid);
  // Partly overlapping index values would break the caller's promise.
  if (is_promised && shares_bytes_with_itself(indices)) drawn = pattern::zero;
  // Runs have an effect only with many positions.
  if (!is_promised && oracle::product(indices.extents) > 100 && draw.chance(50))
    drawn = draw.pick({pattern::runs, pattern::lines});
  return drawn;
}

void draw_contents(test_case& p, random_source& draw) {
  use_offsets(p);
  p.index_pattern = draw_pattern(draw, policy_of(p).out_of_bounds, p.indices);
  if (p.move.has_from) p.move.from_pattern = draw_pattern(draw, from_policy_of(p).out_of_bounds, p.move.from);
  p.values = draw.pick({contents::bits, contents::small, contents::small, contents::special, contents::signs});
  const bool rounds = p.reduction >= STREW_REDUCTION_ADD && p.reduction <= STREW_REDUCTION_MUL;
  if (!rounds || p.unordered == 0) return;
  // Elements that share bytes have values that no one chose, whose sums are rounded.
  const view& weights = p.move.weights;
  if (shares_bytes_with_itself(p.data) || shares_bytes_with_itself(p.updates) || shares_bytes_with_itself(weights))
    p.unordered = 0;
  else
    p.values = contents::orderless;
}

// The dimension of the indices that holds the members of a tuple.
size_t tuple_dim(const test_case& p) {
  if (p.is_stablehlo()) return static_cast<size_t>(p.numbers.index_vector_dim);
  const bool is_nd = !p.has_axis();
  return p.indices.extents.size() - (is_nd ? 1 : 0);
}

// Positions that read the same tuple address the same cells, so that the result depends on their order.
void broadcast_positions(test_case& p, random_source& draw) {
  for (size_t d = 0; d < p.indices.extents.size(); ++d) {
    if (d != tuple_dim(p) && draw.chance(50)) p.indices.strides[d] = 0;
  }
  p.indices.packed = false;
}

view draw_indices(random_source& draw, const shape& extents) {
  const auto type = static_cast<strew_dtype>(draw.between(STREW_DTYPE_I8, STREW_DTYPE_U64));
  return make_view(draw, type, oracle::width_of(static_cast<oracle::element>(type)), extents, false);
}

// Weights have the type of the elements, or f32 for narrower ones.
void draw_weights(test_case& p, random_source& draw) {
  const auto type = static_cast<oracle::element>(p.data.type);
  const auto widened = draw.chance(50) ? oracle::element::f32 : type;
  const auto reduction = static_cast<oracle::reduction>(p.reduction);
  const auto weights = oracle::takes_weights(type, reduction, widened) ? widened : type;
  p.move.has_weights = oracle::takes_weights(type, reduction, weights) && draw.chance(60);
  if (!p.move.has_weights) return;
  const shape positions = oracle::part(p.indices.extents, 0, p.indices.extents.size() - 1);
  p.move.weights = make_view(draw, static_cast<strew_dtype>(weights), oracle::width_of(weights), positions, false);
}

bool draw_offsets(random_source& draw, const view& indices, const oracle::segmentation& of, view& offsets) {
  if (shares_bytes_with_itself(indices) || !draw.chance(35)) return false;
  const shape batch = oracle::part(of.positions, 0, of.batch_dims);
  offsets = draw_indices(draw, oracle::join({batch, {of.segments + draw.between(0, 1)}}));
  return true;
}

// The output has the layout of data, so that it may be a copy. A problem without positions does not say what its table
// is, and nothing would be copied.
void draw_move_operands(test_case& p, random_source& draw) {
  if (p.move.has_from) p.move.from = draw_indices(draw, p.move.from.extents);
  draw_weights(p, draw);
  p.output = p.data;
  if (count_of_positions(p) == 0) p.place = output_place::data;
  const auto has_one = [](const view& indices) { return !indices.extents.empty() && indices.extents.back() == 1; };
  if (has_one(p.indices)) p.move.has_offsets = draw_offsets(draw, p.indices, segments_of(p), p.move.offsets);
  if (p.move.has_from && has_one(p.move.from))
    p.move.has_from_offsets = draw_offsets(draw, p.move.from, from_segments_of(p), p.move.from_offsets);
}

void draw_operands(test_case& p, random_source& draw, const constraints& spec) {
  draw_shapes(p, draw);
  const element_choice e = spec.element ? *spec.element : draw_element(draw, p.reduction);
  const auto index_type = static_cast<strew_dtype>(draw.between(STREW_DTYPE_I8, STREW_DTYPE_U64));
  const int64_t index_width = oracle::width_of(static_cast<oracle::element>(index_type));
  const bool in_place = p.is_scatter() && draw.chance(40);
  p.data = make_view(draw, e.type, e.width, p.data.extents, in_place || p.is_move());
  p.indices = make_view(draw, index_type, index_width, p.indices.extents, false);
  if (p.is_scatter() && draw.chance(15)) broadcast_positions(p, draw);
  if (p.is_scatter()) {
    p.updates = make_view(draw, e.type, e.width, p.direct().extents, false);
    p.output = in_place ? p.data : make_view(draw, e.type, e.width, p.data.extents, true);
    if (in_place) p.place = output_place::data;
    if (p.is_move()) draw_move_operands(p, draw);
  } else {
    p.output = make_view(draw, e.type, e.width, p.direct().extents, true);
  }
}

void draw_null_pointers(test_case& p, random_source& draw) {
  for (view* v : {&p.data, &p.indices, &p.updates, &p.output}) {
    if (count_of(*v) == 0 && p.place == output_place::own && draw.chance(50)) v->null = true;
  }
  if (!p.is_scatter() && count_of(p.output) == 0 && draw.chance(50)) p.data.null = true;
}

// Puts the output next to another operand: interleaved with it, sometimes overlapping it.
void interleave(test_case& p, random_source& draw) {
  p.place = p.is_scatter() && draw.chance(50) ? output_place::updates : output_place::data;
  if (draw.chance(20)) p.place = output_place::indices;
  p.shift = draw.between(-48, 48);
}

// Sets all options to their defaults.
void use_defaults(test_case& p) {
  const bool is_gather = !p.is_scatter();
  p.null_options = true;
  p.has_fill = false;
  p.fill.clear();
  p.fill_type = STREW_DTYPE_OPAQUE;
  p.reduction = STREW_REDUCTION_NONE;
  p.exclude_self = p.unordered = 0;
  p.duplicates = STREW_DUPLICATES_ALLOW;
  p.partial_window = STREW_PARTIAL_ELEMENT;
  p.out_of_bounds = !p.is_stablehlo() ? STREW_OOB_ERROR : is_gather ? STREW_OOB_CLAMP : STREW_OOB_SKIP;
  p.negative = p.is_stablehlo() ? STREW_NEGATIVE_INVALID : STREW_NEGATIVE_FROM_END;
  p.accumulate = p.is_stablehlo() ? STREW_ACCUMULATE_NATIVE : STREW_ACCUMULATE_WIDE;
}

void draw_call(test_case& p, random_source& draw) {
  p.calls = draw.pick({calling::once, calling::plan});
  if (p.is_move()) p.calls = calling::plan;
  p.runs = draw.chance(70) ? 1 : 2;
  p.threads = draw.pick<int64_t>({0, 1, 1, 2, 3, 4});
  p.one_buffer = draw.chance(80);
  p.null_error = draw.chance(3);
}

// Extents larger than memory, with stride 0; the product of two of them overflows 63 bits.
void stretch(test_case& p, random_source& draw) {
  if (p.is_scatter() || p.place != output_place::own) return;
  const auto depth = form_of(p).members.size();
  for (size_t t = 0; t < depth && t < 2; ++t) {
    const size_t d = addressed_dim(p, t);
    p.data.extents[d] = draw.pick<int64_t>({(int64_t{1} << 31) + 3, int64_t{1} << 32, (int64_t{1} << 40) + 1});
    p.data.strides[d] = 0;
    p.data.packed = false;
  }
}

bool is_free(const constraints& spec) {
  return !spec.element && !spec.reduction;
}

void draw_case(test_case& p, random_source& draw, const constraints& spec) {
  p.op = draw.pick_from(spec.operators);
  if (draw.chance(25)) p.op = draw.pick_from(operators_with_windows(spec.operators));
  draw_reduction(p, draw);
  if (spec.reduction) p.reduction = *spec.reduction;
  if (draw.chance(12) && is_free(spec) && draw_for_platforms(p, draw, spec.operators)) return;
  draw_operands(p, draw, spec);
}

void break_rules(test_case& p, random_source& draw) {
  const int64_t trouble = draw.between(0, 99);
  if (trouble < 14) {
    break_a_rule(p, draw);
  } else if (trouble < 16) {
    break_two_rules(p, draw);
  } else if (trouble < 19) {
    stretch(p, draw);
  }
}

}  // namespace

test_case generate(uint64_t seed, const constraints& spec) {
  random_source draw(seed);
  return generate(draw, spec);
}

test_case generate(random_source& draw, const constraints& spec) {
  test_case p;
  p.seed = draw.bits() >> 1;
  draw_case(p, draw, spec);
  draw_policy(p, draw);
  if (draw.chance(6) && is_free(spec) && !p.is_move()) use_defaults(p);
  draw_contents(p, draw);
  draw_null_pointers(p, draw);
  draw_call(p, draw);
  if (p.place == output_place::own && draw.chance(3)) interleave(p, draw);
  if (spec.breaks_rules && !p.is_move()) break_rules(p, draw);
  return p;
}

}  // namespace strew::cases
