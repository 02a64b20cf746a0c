#include "differential/random_move.hpp"

#include <algorithm>

#include "cases/arena.hpp"
#include "cases/layout.hpp"
#include "cases/values.hpp"

namespace strew::differential {
namespace {

constexpr int64_t guard = 64;

template <class List>
void append(List& to, const List& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void write_number(oracle::element type, oracle::bytes target, random_source& draw) {
  if (!oracle::is_complex(type)) return oracle::write_integer(target, cases::small_number(type, draw));
  const auto part = type == oracle::element::c64 ? oracle::element::f32 : oracle::element::f64;
  write_number(part, target.first(target.size() / 2), draw);
  write_number(part, target.subspan(target.size() / 2), draw);
}

int64_t stride_of(const view& of, size_t dimension) {
  return of.strides[dimension];
}

}  // namespace

random_move::random_move(uint64_t seed) : draw_(seed) {
  draw_shapes();
  draw_element();
  draw_rules(to_);
  draw_rules(from_);
  draw_offsets(to_);
  if (has_from_) draw_offsets(from_);
  draw_views();
  place_parts();
  add_axes();
  connect();
}

shape random_move::draw_extents(int64_t most_rank, int64_t largest) {
  shape made(static_cast<size_t>(draw_.between(0, most_rank)));
  for (int64_t& n : made) n = draw_.chance(3) ? 0 : draw_.between(1, largest);
  return made;
}

void random_move::draw_shapes() {
  batch_ = draw_extents(1, 3);
  positions_ = batch_;
  append(positions_, draw_extents(2, draw_.chance(10) ? 40 : 6));
  slice_ = draw_extents(2, 4);
  if (draw_.chance(8)) slice_.push_back(draw_.pick<int64_t>({17, 64, 130, 700, 2600}));
  constexpr int64_t most_points = 1 << 13;
  if (oracle::product(positions_) * oracle::product(slice_) > most_points) slice_.clear();
  to_.addressed = draw_extents(2, 5);
  from_.addressed = draw_extents(2, 5);
  has_from_ = draw_.chance(90);
}

void random_move::draw_element() {
  rule_.reduction = static_cast<oracle::reduction>(draw_.between(STREW_REDUCTION_NONE, STREW_REDUCTION_XOR));
  rule_.include_self = draw_.chance(65);
  rule_.accumulate = draw_.chance(35) ? oracle::accumulate::native : oracle::accumulate::wide;
  if (rule_.reduction == oracle::reduction::none) {
    width_ = draw_.pick<int64_t>({1, 2, 3, 4, 8, 12, 16, 24, 100});
    return;
  }
  do type_ = static_cast<oracle::element>(draw_.between(STREW_DTYPE_BOOL, STREW_DTYPE_C128));
  while (!oracle::is_defined(type_, rule_.reduction));
  width_ = oracle::width_of(type_);
  const bool is_half = type_ == oracle::element::f16 || type_ == oracle::element::bf16;
  const auto weights = is_half && draw_.chance(50) ? oracle::element::f32 : type_;
  if (draw_.chance(60) && oracle::takes_weights(type_, rule_.reduction, weights)) rule_.weight_type = weights;
}

void random_move::draw_rules(side& of) {
  of.rules.out_of_bounds =
      draw_.pick({oracle::out_of_bounds::error, oracle::out_of_bounds::error, oracle::out_of_bounds::clamp,
                  oracle::out_of_bounds::wrap, oracle::out_of_bounds::skip});
  of.rules.negative = draw_.pick({oracle::negative_indices::from_end, oracle::negative_indices::invalid});
  const bool has_places = of.addressed.size() == 1 && of.addressed[0] > 0;
  if (has_places && draw_.chance(30)) of.rules.padding = draw_.between(-of.addressed[0], of.addressed[0] - 1);
}

// One dimension of segments, without rules of their own.
void random_move::draw_offsets(side& of) {
  of.has_offsets = of.addressed.size() == 1 && draw_.chance(35);
  if (!of.has_offsets) return;
  if (draw_.chance(20)) of.addressed[0] = draw_.between(0, 60);
  of.rules = {};
  of.rules.out_of_bounds = oracle::out_of_bounds::skip;
  of.rules.negative = oracle::negative_indices::invalid;
  of.segments.offset_count = of.addressed[0] + draw_.between(0, 1);
}

shape random_move::positions_of_an_entry() const {
  return {positions_.begin() + static_cast<std::ptrdiff_t>(batch_.size()), positions_.end()};
}

oracle::segmentation random_move::segmentation_of(const side& of) const {
  return {positions_, batch_.size(), of.addressed[0]};
}

void random_move::draw_views() {
  const auto type = static_cast<strew_dtype>(type_);
  const auto joined = [](shape first, const shape& second, const shape& third) {
    append(first, second);
    append(first, third);
    return first;
  };
  const auto index_view = [&](const side& of) {
    const auto index = static_cast<strew_dtype>(draw_.between(STREW_DTYPE_I8, STREW_DTYPE_U64));
    return cases::make_view(draw_, index, oracle::width_of(static_cast<oracle::element>(index)),
                            of.has_offsets ? joined(batch_, {of.segments.offset_count}, {})
                                           : joined(positions_, {static_cast<int64_t>(of.addressed.size())}, {}),
                            false);
  };
  views_[table_part] = cases::make_view(draw_, type, width_, joined(batch_, to_.addressed, slice_), true);
  views_[direct_part] = cases::make_view(
      draw_, type, width_, has_from_ ? joined(batch_, from_.addressed, slice_) : joined(positions_, slice_, {}), false);
  views_[to_part] = index_view(to_);
  views_[from_part] = index_view(from_);
  const auto weights = rule_.weight_type;
  const int64_t weight_width = has_weights() ? oracle::width_of(weights) : 1;
  views_[weights_part] = cases::make_view(draw_, static_cast<strew_dtype>(weights), weight_width, positions_, false);
}

void random_move::place_parts() {
  for (size_t n = 0; n < part_count; ++n) {
    const cases::byte_range range = cases::range_of(views_[n]).value_or(cases::byte_range{});
    bases_[n] = guard + views_[n].misalign - range.low;
    memory_.of[n].resize(static_cast<size_t>(bases_[n] + range.high + guard));
    for (unsigned char& byte : memory_.of[n]) byte = static_cast<unsigned char>(draw_.bits());
  }
  if (draw_.chance(80)) {
    for (const part_of_move which : {table_part, direct_part, weights_part}) fill_elements(which);
  }
  to_.has_offsets ? fill_offsets(to_part, to_) : fill_indices(to_part, to_);
  if (has_from_) from_.has_offsets ? fill_offsets(from_part, from_) : fill_indices(from_part, from_);
}

void random_move::fill_elements(part_of_move which) {
  const oracle::tensor operand = tensor_of(which, memory_);
  const bool has_numbers =
      oracle::is_real(operand.type) || oracle::is_integer(operand.type) || oracle::is_complex(operand.type);
  if (!has_numbers) return;
  oracle::for_each_coordinate(operand.extents,
                              [&](const oracle::coordinate& c) { write_number(operand.type, operand.at(c), draw_); });
}

// Mostly valid, in any order, or ascending so that tasks divide them where a cell ends.
void random_move::fill_indices(part_of_move which, const side& of) {
  const oracle::tensor operand = tensor_of(which, memory_);
  const bool must_be_valid = of.rules.out_of_bounds == oracle::out_of_bounds::error;
  const bool ascends = draw_.chance(30);
  const int percent_outside = draw_.chance(must_be_valid ? 10 : 60) ? 10 : 0;
  const int64_t all = std::max<int64_t>(oracle::product(operand.extents), 1);
  int64_t number = 0;
  oracle::for_each_coordinate(operand.extents, [&](const oracle::coordinate& c) {
    const int64_t extent = of.addressed[static_cast<size_t>(c.back())];
    int64_t value = ascends ? number * extent / all : draw_.between(0, std::max<int64_t>(extent - 1, 0));
    const bool counts =
        oracle::is_signed_integer(operand.type) && of.rules.negative == oracle::negative_indices::from_end;
    if (counts && !ascends && draw_.chance(20)) value -= extent;
    if (draw_.chance(percent_outside)) value = draw_.between(-2 * extent - 1, 2 * extent + 1);
    oracle::write_integer(operand.at(c), static_cast<uint64_t>(value));
    ++number;
  });
}

// Mostly ascending ones; some do not begin at 0, some do not end with the positions.
void random_move::fill_offsets(part_of_move which, const side& of) {
  const oracle::tensor operand = tensor_of(which, memory_);
  const int64_t end = oracle::product(positions_of_an_entry());
  const int64_t largest = oracle::width_of(operand.type) == 1 ? 127 : 32767;
  const bool has_bad = draw_.chance(12);
  const size_t b = batch_.size();
  oracle::for_each_coordinate(batch_, [&](const oracle::coordinate& entry) {
    std::vector<int64_t> values(static_cast<size_t>(of.segments.offset_count));
    for (int64_t& value : values) value = draw_.between(0, std::min(end, largest));
    std::sort(values.begin(), values.end());
    if (draw_.chance(40) && !values.empty()) values[0] = 0;
    for (int64_t& value : values)
      if (has_bad && draw_.chance(15)) value = draw_.between(-2, end + 3);
    for (size_t n = 0; n < values.size(); ++n) {
      oracle::coordinate at = entry;
      at.resize(b + 1);
      at[b] = static_cast<int64_t>(n);
      oracle::write_integer(operand.at(at), static_cast<uint64_t>(values[n]));
    }
  });
}

// Positions in their order, which is that of updates; slices anywhere between them.
void random_move::add_axes() {
  const view& table = views_[table_part];
  const view& direct = views_[direct_part];
  const view& weights = views_[weights_part];
  const size_t b = batch_.size();
  const size_t q = positions_.size();
  for (size_t i = 0; i < q; ++i) {
    const int64_t read = has_from_ ? (i < b ? stride_of(direct, i) : 0) : stride_of(direct, i);
    axes_.push_back(
        {positions_[i], i < b ? stride_of(table, i) : 0, read, 0, -1, 0, has_weights() ? stride_of(weights, i) : 0, 0});
  }
  add_side(to_, to_part, table_part, b, &strew_problem_axis::index_stride);
  if (has_from_) add_side(from_, from_part, direct_part, b, &strew_problem_axis::from_stride);
  const size_t written = b + to_.addressed.size();
  const size_t read = has_from_ ? b + from_.addressed.size() : q;
  for (size_t s = 0; s < slice_.size(); ++s) {
    const auto place = draw_.between(0, static_cast<int64_t>(axes_.size()));
    axes_.insert(axes_.begin() + place,
                 {slice_[s], stride_of(table, written + s), stride_of(direct, read + s), 0, -1, 0, 0, 0});
  }
}

void random_move::add_side(side& of, part_of_move indices, part_of_move operand, size_t batch,
                           int64_t strew_problem_axis::*stride) {
  const view& values = views_[indices];
  const view& addressed = views_[operand];
  int64_t number = 1;
  for (size_t i = positions_.size(); of.has_offsets && i-- > 0; number *= positions_[i]) axes_[i].*stride = number;
  for (size_t i = 0; i < positions_.size(); ++i) {
    if (!of.has_offsets) axes_[i].*stride = stride_of(values, i);
    const int64_t step = of.has_offsets && i >= batch ? 0 : stride_of(values, i);
    of.positions.push_back({positions_[i], step, i < batch ? static_cast<int64_t>(i) : -1});
  }
  of.segments.offset_stride = of.has_offsets ? stride_of(values, batch) : 0;
  of.segments.batch_rank = batch;
  for (size_t t = 0; t < of.addressed.size(); ++t) {
    const bool is_stored = of.addressed.size() > 1 && cases::count_of(values) != 0;
    const int64_t step = is_stored ? values.strides.back() : 0;
    const int64_t offset = static_cast<int64_t>(t) * step;
    of.coordinates.push_back({of.addressed[t], 1, stride_of(addressed, batch + t), offset});
    of.members.push_back({of.addressed[t], 1, offset, static_cast<int64_t>(batch + t)});
  }
}

void random_move::connect() {
  const auto padding_of = [](const side& of) {
    return !of.rules.padding ? -1 : *of.rules.padding < 0 ? *of.rules.padding + of.addressed[0] : *of.rules.padding;
  };
  step_.kind = STREW_STEP_MOVE;
  step_.direction = STREW_WRITE;
  step_.table = STREW_OPERAND_OUTPUT;
  step_.direct = STREW_OPERAND_UPDATES;
  step_.width = width_;
  step_.dtype = static_cast<strew_dtype>(type_);
  step_.reduction = static_cast<int32_t>(rule_.reduction);
  step_.exclude_self = rule_.include_self ? 0 : 1;
  step_.accumulate = static_cast<int32_t>(rule_.accumulate);
  step_.index_dtype = views_[to_part].type;
  step_.out_of_bounds = static_cast<int32_t>(to_.rules.out_of_bounds);
  step_.negative_indices = static_cast<int32_t>(to_.rules.negative);
  step_.duplicates = !to_.has_offsets && draw_.chance(10) ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
  step_.padding = padding_of(to_);
  step_.axis_count = axes_.size();
  step_.axes = axes_.data();
  step_.coordinate_count = to_.coordinates.size();
  step_.coordinates = to_.coordinates.data();
  step_.weight_dtype = static_cast<strew_dtype>(rule_.weight_type);
  second_ = {views_[from_part].type,
             static_cast<int32_t>(from_.rules.out_of_bounds),
             static_cast<int32_t>(from_.rules.negative),
             padding_of(from_),
             from_.coordinates.size(),
             from_.coordinates.data(),
             from_.positions.size(),
             from_.positions.data(),
             from_.members.size(),
             from_.members.data(),
             from_.has_offsets ? &from_.segments : nullptr};
  step_.segments = to_.has_offsets ? &to_.segments : nullptr;
  step_.from = has_from_ ? &second_ : nullptr;
  view_.step_count = 1;
  view_.steps = &step_;
  view_.position_rank = to_.positions.size();
  view_.positions = to_.positions.data();
  view_.member_count = to_.members.size();
  view_.members = to_.members.data();
}

oracle::tensor random_move::tensor_of(part_of_move which, move_memory& in) const {
  const view& v = views_[which];
  return {&in.of[which], bases_[which], static_cast<oracle::element>(v.type), cases::width_of(v), v.extents, v.strides};
}

oracle::move_operands random_move::operands(move_memory& in) const {
  oracle::move_operands made;
  made.table = tensor_of(table_part, in);
  made.direct = tensor_of(direct_part, in);
  if (to_.has_offsets) {
    made.offsets = tensor_of(to_part, in);
  } else {
    made.to = {tensor_of(to_part, in), to_.rules};
  }
  if (from_.has_offsets && has_from_) {
    made.from_offsets = {tensor_of(from_part, in), segmentation_of(from_)};
  } else if (has_from_) {
    made.from = {tensor_of(from_part, in), from_.rules};
  }
  if (has_weights()) made.weights = tensor_of(weights_part, in);
  made.batch_dims = static_cast<int64_t>(batch_.size());
  return made;
}

strew_operand_places random_move::places(move_memory& in) const {
  const auto first = [&](part_of_move which) { return in.of[which].data() + bases_[which]; };
  strew_operand_places made = STREW_OPERAND_PLACES_INIT;
  made.data = made.output = first(table_part);
  made.updates = first(direct_part);
  made.indices = first(to_part);
  if (has_from_) made.from = first(from_part);
  if (has_weights()) made.weights = first(weights_part);
  return made;
}

}  // namespace strew::differential
