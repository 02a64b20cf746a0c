// A random move with indices on both sides, over 32-bit integers, as the structs of a problem: axes as a lowering would
// list them, in a random order.
#pragma once

#include <strew/problem.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "problem/random_call.hpp"

namespace strew::testing {

// An index operand and what it addresses.
struct random_side {
  random_operand values;
  numbers addressed;  // extents
  std::vector<strew_problem_coordinate> coordinates;
  std::vector<strew_problem_position> positions;
  std::vector<strew_problem_member> members;
  std::vector<strew_problem_kept> kept;  // empty: all places
  std::int32_t out_of_bounds = STREW_OOB_ERROR;
  std::int32_t negative_indices = STREW_NEGATIVE_FROM_END;
  std::int64_t padding = -1;
};

class random_move {
 public:
  random_operand table, direct, weights, data;
  random_side to, from;
  bool is_weighted = false;

  explicit random_move(unsigned seed) : draw_(seed) {
    set_shapes();
    set_options();
    set_values();
    connect();
  }
  random_move(const random_move&) = delete;
  random_move& operator=(const random_move&) = delete;

  [[nodiscard]] const strew_problem_view& view() const { return view_; }
  [[nodiscard]] strew_operand_places places(bool is_in_place) {
    strew_operand_places made = STREW_OPERAND_PLACES_INIT;
    made.data = is_in_place ? table.at() : data.at();
    made.indices = to.values.at();
    made.updates = direct.at();
    made.output = table.at();
    made.from = from.values.at();
    made.weights = weights.at();
    return made;
  }

 private:
  // Single units with a list of indices on both sides, as exchanges have them.
  bool is_listed_ = false;

  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(draw_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  numbers some(std::int64_t least, std::int64_t most, std::int64_t largest) {
    numbers made(static_cast<std::size_t>(least + below(most - least + 1)));
    for (std::int64_t& n : made) n = chance(3) ? 0 : 1 + below(largest);
    return made;
  }
  void broadcast(random_operand& of, int percent) {
    for (std::size_t d = 0; d < of.strides.size(); ++d) {
      if (chance(percent)) of.strides[d] = 0;
    }
  }

  // table: batch dimensions, those that `to` addresses, slices. direct: some of the positions, those that `from`
  // addresses, slices. Positions: batch dimensions, then others.
  void set_shapes() {
    is_listed_ = chance(25);
    const numbers batch = some(0, 1, 3);
    const numbers others = is_listed_ ? some(0, 1, 20) : some(0, 2, 6);
    const numbers slice = is_listed_ ? numbers{} : some(0, 2, chance(10) ? 90 : 4);
    to.addressed = is_listed_ ? some(1, 1, 8) : some(chance(10) ? 0 : 1, 2, 4);
    from.addressed = is_listed_ ? some(1, 1, 8) : some(chance(10) ? 0 : 1, 2, 4);
    numbers positions = batch;
    positions.insert(positions.end(), others.begin(), others.end());
    is_weighted = chance(is_listed_ ? 10 : 50);
    lay_out(table, {batch, to.addressed, slice});
    data.extents = table.extents;
    data.strides = table.strides;
    data.first = table.first;
    data.bytes.resize(table.bytes.size());
    lay_out(direct, {positions, from.addressed, slice});
    if (is_listed_ && chance(80))
      std::fill_n(direct.strides.begin(), positions.size(), 0);
    else if (chance(60))
      broadcast(direct, 50);
    lay_out(weights, {positions, slice});
    if (chance(50)) broadcast(weights, 50);
    for (std::size_t n = 0; n < positions.size(); ++n) {
      const bool is_batch = n < batch.size();
      axes_.push_back(
          {positions[n], is_batch ? table.strides[n] : 0, direct.strides[n], 0, -1, 0, weights.strides[n], 0});
    }
    for (std::size_t n = 0; n < slice.size(); ++n)
      axes_.push_back({slice[n], table.strides[batch.size() + to.addressed.size() + n],
                       direct.strides[positions.size() + from.addressed.size() + n], 0, -1, 0,
                       weights.strides[positions.size() + n], 0});
    set_side(to, positions, batch.size(), table, batch.size(), &strew_problem_axis::index_stride);
    set_side(from, positions, positions.size(), direct, positions.size(), &strew_problem_axis::from_stride);
    if (!is_weighted)
      for (strew_problem_axis& a : axes_) a.weight_stride = 0;
    // Positions may meet, so they keep their order; slices and batch axes may stand anywhere.
    for (std::size_t n = axes_.size(); n-- > positions.size();) {
      const strew_problem_axis slice_axis = axes_[n];
      axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(n));
      axes_.insert(axes_.begin() + below(static_cast<std::int64_t>(axes_.size()) + 1), slice_axis);
    }
  }

  void lay_out(random_operand& of, std::initializer_list<numbers> extents) {
    for (const numbers& some : extents) of.extents.insert(of.extents.end(), some.begin(), some.end());
    of.lay_out(draw_, 4);
  }

  // `first`: the first dimension of the operand that tuples address.
  void set_side(random_side& side, const numbers& positions, std::size_t batch, const random_operand& operand,
                std::size_t first, std::int64_t strew_problem_axis::*stride) {
    constexpr strew_dtype types[] = {STREW_DTYPE_I8, STREW_DTYPE_I32, STREW_DTYPE_I64,
                                     STREW_DTYPE_U8, STREW_DTYPE_U64, STREW_DTYPE_U32};
    constexpr std::int64_t widths[] = {1, 4, 8, 1, 8, 4};
    const auto type = static_cast<std::size_t>(is_listed_ ? 5 : below(6));
    side.values.dtype = types[type];
    width_ = widths[type];
    side.values.extents = positions;
    side.values.extents.push_back(static_cast<std::int64_t>(side.addressed.size()));
    side.values.lay_out(draw_, width_);
    numbers& strides = side.values.strides;
    if (strides.back() < 0 && chance(50)) strides.back() = 0;  // every member reads one word
    for (std::size_t n = 0; n < positions.size(); ++n) {
      if (chance(20)) strides[n] = 0;
      axes_[n].*stride = strides[n];
      side.positions.push_back({positions[n], strides[n], n < batch ? static_cast<std::int64_t>(n) : -1});
    }
    for (std::size_t k = 0; k < side.addressed.size(); ++k) {
      const std::int64_t offset = static_cast<std::int64_t>(k) * strides.back();
      side.coordinates.push_back({side.addressed[k], 1, operand.strides[first + k], offset, 0});
      side.members.push_back({side.addressed[k], 1, offset, static_cast<std::int64_t>(first + k)});
    }
    const std::int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP};
    side.out_of_bounds = is_listed_ && chance(80) ? STREW_OOB_ERROR : policies[below(4)];
    side.negative_indices = static_cast<std::int32_t>(below(2));
    if (side.addressed.size() == 1 && side.addressed[0] > 0 && chance(is_listed_ ? 10 : 30))
      side.padding = below(side.addressed[0]);
    if (chance(is_listed_ ? 90 : 70)) return fill_in(side, type < 3);
    for (const std::int64_t extent : side.addressed) {
      const std::int64_t low = extent == 0 || chance(10) ? extent : below(extent);
      side.kept.push_back({low, low == extent ? extent : low + 1 + below(extent - low)});
    }
    fill_in(side, type < 3);
  }

  // Mostly good; the bytes between elements have indices too.
  void fill_in(random_side& side, bool is_signed) {
    std::int64_t least = 4;
    for (const std::int64_t n : side.addressed) least = std::min(n, least);
    const auto width = static_cast<std::size_t>(width_);
    for (std::size_t i = 0; i + width <= side.values.bytes.size(); i += width) {
      std::int64_t value = is_signed ? below(13) - 6 : below(9);
      if (side.out_of_bounds == STREW_OOB_ERROR) value = chance(1) ? 7 : below(std::max<std::int64_t>(least, 1));
      std::memcpy(side.values.bytes.data() + i, &value, width);
    }
  }

  void set_options() {
    step_.kind = STREW_STEP_MOVE;
    step_.direction = STREW_WRITE;
    step_.table = STREW_OPERAND_OUTPUT;
    step_.direct = STREW_OPERAND_UPDATES;
    step_.width = 4;
    step_.reduction = static_cast<std::int32_t>(is_weighted ? 1 + below(6) : below(10));
    step_.dtype = step_.reduction == STREW_REDUCTION_NONE ? STREW_DTYPE_OPAQUE : STREW_DTYPE_I32;
    step_.exclude_self = static_cast<std::int32_t>(below(2));
    step_.weight_dtype = is_weighted ? STREW_DTYPE_I32 : STREW_DTYPE_OPAQUE;
  }

  void set_values() {
    for (random_operand* one : {&table, &direct, &weights}) {
      for (unsigned char& byte : one->bytes) byte = static_cast<unsigned char>(draw_());
    }
    for (unsigned char& byte : data.bytes) byte = static_cast<unsigned char>(draw_());
  }

  void connect() {
    step_.index_dtype = to.values.dtype;
    step_.out_of_bounds = to.out_of_bounds;
    step_.negative_indices = to.negative_indices;
    step_.padding = to.padding;
    step_.axis_count = axes_.size();
    step_.axes = axes_.data();
    step_.coordinate_count = to.coordinates.size();
    step_.coordinates = to.coordinates.data();
    step_.kept = to.kept.empty() ? nullptr : to.kept.data();
    from_ = {from.values.dtype,
             from.out_of_bounds,
             from.negative_indices,
             from.padding,
             from.coordinates.size(),
             from.coordinates.data(),
             from.positions.size(),
             from.positions.data(),
             from.members.size(),
             from.members.data(),
             nullptr,
             from.kept.empty() ? nullptr : from.kept.data()};
    step_.from = &from_;
    view_.step_count = 1;
    view_.steps = &step_;
    view_.position_rank = to.positions.size();
    view_.positions = to.positions.data();
    view_.member_count = to.members.size();
    view_.members = to.members.data();
  }

  std::mt19937 draw_;
  std::int64_t width_ = 0;
  std::vector<strew_problem_axis> axes_;
  strew_problem_step step_ = {};
  strew_problem_from from_ = {};
  strew_problem_view view_ = STREW_PROBLEM_VIEW_INIT;
};

}  // namespace strew::testing
