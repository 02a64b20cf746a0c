// Parts of plans, and executions of them in pieces.
#pragma once

#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "problem/plans.hpp"

namespace strew::testing {

inline plan_handle kept(strew_plan* made) {
  return {made, strew_plan_destroy};
}

inline plan_handle opened(const plan_handle& plan) {
  strew_plan* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_open(plan.get(), &made, &error), STREW_STATUS_OK) << error.message;
  return kept(made);
}

// Whether a reduction has accumulators, whichever solver keeps them.
inline bool keeps_state(const plan_handle& plan) {
  strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
  EXPECT_EQ(strew_plan_accumulators(opened(plan).get(), &about, nullptr), STREW_STATUS_OK);
  return about.bytes != 0;
}

struct slice {
  plan_handle plan = kept(nullptr);
  strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
};

// Without a plan where there is no such part: PB5.
inline slice slice_of(const plan_handle& whole, const strew_problem_part& part) {
  slice made;
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_problem_slice(whole.get(), &part, &plan, &made.bases, &error);
  EXPECT_TRUE(status == STREW_STATUS_OK || std::string(error.rule) == "PB5") << error.message;
  made.plan = kept(plan);
  return made;
}

inline strew_operand_places moved(const strew_operand_places& at, const strew_problem_bases& by) {
  const auto add = [](const void* first, std::int64_t bytes) {
    return first == nullptr ? nullptr : static_cast<const unsigned char*>(first) + bytes;
  };
  strew_operand_places made = at;
  made.data = add(at.data, by.data);
  made.indices = add(at.indices, by.indices);
  made.updates = add(at.updates, by.updates);
  made.output = const_cast<unsigned char*>(add(at.output, by.output));
  made.from = add(at.from, by.from);
  made.weights = add(at.weights, by.weights);
  return made;
}

inline strew_status execute_at(const plan_handle& plan, const strew_operand_places& at) {
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_execute_at(plan.get(), &at, nullptr, &error);
  EXPECT_TRUE(status == STREW_STATUS_OK || status == STREW_STATUS_INDEX) << error.message;
  return status;
}

// Calls visit(slice) for the parts of all positions, in pieces of random lengths; false if there is no such part.
template <class Visit>
inline bool for_each_piece(const plan_handle& whole, std::mt19937& draw, const Visit& visit) {
  const strew_problem_view view = view_of(whole);
  std::uint64_t count = 1;
  for (std::uint64_t n = 0; n < view.position_rank; ++n) count *= static_cast<std::uint64_t>(view.positions[n].extent);
  for (std::uint64_t first = 0; first < count;) {
    strew_problem_part part = STREW_PROBLEM_PART_INIT;
    part.first_position = first;
    part.last_position = first + 1 + draw() % count;
    const slice piece = slice_of(whole, part);
    if (piece.plan == nullptr) return false;
    EXPECT_GT(piece.bases.last_position, first);
    EXPECT_LE(piece.bases.last_position, part.last_position);
    first = piece.bases.last_position;
    visit(piece);
  }
  return true;
}

// A call, in place if it is a scatter.
struct placed_call {
  random_call call;
  plan_handle plan = kept(nullptr);
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;

  placed_call(std::int32_t kind, unsigned seed) : call(kind, seed) {
    strew_tensor d = call.is_scatter ? call.output.view() : call.data.view(), i = call.indices.view(),
                 u = call.updates.view(), o = call.output.view();
    strew_plan* made = nullptr;
    strew_error error = STREW_ERROR_INIT;
    strew_plan_make(&call.op, &d, call.has_indices ? &i : nullptr, call.is_scatter ? &u : nullptr, &o, &call.options,
                    &made, &error);
    EXPECT_NE(made, nullptr) << error.message;
    plan = kept(made);
    at.data = d.data;
    at.indices = call.has_indices ? i.data : nullptr;
    at.updates = call.is_scatter ? u.data : nullptr;
    at.output = o.data;
  }
};

// The places of a table dimension, divided at random into two parts in a random order.
inline std::array<strew_problem_part, 2> halves_of(std::int64_t dimension, std::int64_t extent, std::mt19937& draw) {
  const auto middle = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(extent + 1));
  std::array<strew_problem_part, 2> parts = {{STREW_PROBLEM_PART_INIT, STREW_PROBLEM_PART_INIT}};
  parts[0].dimension = parts[1].dimension = dimension;
  parts[0].high = parts[1].low = middle;
  parts[1].high = extent;
  if (draw() % 2 == 0) std::swap(parts[0], parts[1]);
  return parts;
}

// table[to[p]] (op)= weight[p] * rows[p], of any type and reduction, in pieces.
struct stateful_sum {
  static constexpr std::int64_t positions = 60, cells = 7, columns = 3;

  strew_problem_axis axes[2] = {};
  strew_problem_coordinate to = {};
  strew_problem_position places[1] = {{positions, 8, -1}};
  strew_problem_member member = {cells, 1, 0, 0};
  strew_problem_step step = {};
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  std::vector<std::int64_t> indices;
  std::vector<unsigned char> table, rows, weights;

  stateful_sum(strew_dtype dtype, std::int32_t reduction, unsigned seed) {
    std::mt19937 draw(seed);
    const auto width = static_cast<std::int64_t>(strew_dtype_bytes(dtype));
    indices.resize(positions);
    for (std::int64_t& value : indices) value = static_cast<std::int64_t>(draw() % cells);
    const auto fill = [&](std::vector<unsigned char>& bytes, std::int64_t count) {
      bytes.resize(static_cast<std::size_t>(count * width));
      for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(draw());
    };
    fill(table, cells * columns);
    fill(rows, positions * columns);
    fill(weights, positions);
    axes[0] = {positions, 0, width * columns, 8, -1, 0, width, 0};
    axes[1] = {columns, width, width, 0, -1, 0, 0, 0};
    to = {cells, 1, width * columns, 0, 0};
    begin_write(step, view);
    step.width = width;
    step.dtype = dtype;
    step.reduction = reduction;
    step.exclude_self = draw() % 2 == 0;
    step.accumulate = draw() % 4 == 0 ? STREW_ACCUMULATE_NATIVE : STREW_ACCUMULATE_WIDE;
    step.index_dtype = STREW_DTYPE_I64;
    step.axis_count = 2;
    step.axes = axes;
    step.coordinate_count = 1;
    step.coordinates = &to;
    step.weight_dtype = draw() % 2 == 0 ? dtype : strew_dtype{STREW_DTYPE_OPAQUE};
    view.position_rank = 1;
    view.positions = places;
    view.member_count = 1;
    view.members = &member;
  }
  stateful_sum(const stateful_sum&) = delete;
  stateful_sum& operator=(const stateful_sum&) = delete;

  strew_operand_places at() {
    strew_operand_places made = STREW_OPERAND_PLACES_INIT;
    made.data = made.output = table.data();
    made.indices = indices.data();
    made.updates = rows.data();
    made.weights = step.weight_dtype == STREW_DTYPE_OPAQUE ? nullptr : weights.data();
    return made;
  }
};

}  // namespace strew::testing
