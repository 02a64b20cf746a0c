// Parts of a plan's problem, and accumulators that stay open between executions: together they write the bits of the
// whole. Public headers only.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "problem/plans.hpp"
#include "problem/random_move.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

plan_handle kept(strew_plan* made) {
  return {made, strew_plan_destroy};
}

plan_handle opened(const plan_handle& plan) {
  strew_plan* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_open(plan.get(), &made, &error), STREW_STATUS_OK) << error.message;
  return kept(made);
}

// Whether a reduction has accumulators, whichever solver keeps them.
bool keeps_state(const plan_handle& plan) {
  strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
  EXPECT_EQ(strew_plan_accumulators(opened(plan).get(), &about, nullptr), STREW_STATUS_OK);
  return about.bytes != 0;
}

struct slice {
  plan_handle plan = kept(nullptr);
  strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
};

// Without a plan where there is no such part: PB5.
slice slice_of(const plan_handle& whole, const strew_problem_part& part) {
  slice made;
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_problem_slice(whole.get(), &part, &plan, &made.bases, &error);
  EXPECT_TRUE(status == STREW_STATUS_OK || std::string(error.rule) == "PB5") << error.message;
  made.plan = kept(plan);
  return made;
}

strew_operand_places moved(const strew_operand_places& at, const strew_problem_bases& by) {
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

strew_status execute_at(const plan_handle& plan, const strew_operand_places& at) {
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_execute_at(plan.get(), &at, nullptr, &error);
  EXPECT_TRUE(status == STREW_STATUS_OK || status == STREW_STATUS_INDEX) << error.message;
  return status;
}

// Calls visit(slice) for the parts of all positions, in pieces of random lengths; false if there is no such part.
template <class Visit>
bool for_each_piece(const plan_handle& whole, std::mt19937& draw, const Visit& visit) {
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

TEST(parts, of_positions_write_the_bits_of_the_whole) {
  std::map<std::int32_t, int> done;
  for (std::int32_t kind = 1; kind <= 9; ++kind) {
    for (unsigned seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE("kind " + std::to_string(kind) + ", seed " + std::to_string(seed));
      placed_call whole(kind, seed), cut(kind, seed);
      if (keeps_state(whole.plan) || execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
      std::mt19937 draw(seed);
      const bool is_cut = for_each_piece(cut.plan, draw, [&](const slice& piece) {
        EXPECT_EQ(execute_at(piece.plan, moved(cut.at, piece.bases)), STREW_STATUS_OK);
      });
      ASSERT_TRUE(is_cut);
      ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
      ++done[kind];
    }
    EXPECT_GT(done[kind], 50) << kind;
  }
}

// In any order. What indices address is not cut.
TEST(parts, of_a_dimension_write_the_bits_of_the_whole) {
  std::map<std::int32_t, int> done;
  for (std::int32_t kind = 1; kind <= 9; ++kind) {
    for (unsigned seed = 0; seed < 300; ++seed) {
      placed_call whole(kind, seed);
      if (execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
      const numbers& extents = whole.call.is_scatter ? whole.call.output.extents : whole.call.data.extents;
      for (std::size_t d = 0; d < extents.size(); ++d) {
        SCOPED_TRACE("kind " + std::to_string(kind) + ", seed " + std::to_string(seed) + ", " + std::to_string(d));
        placed_call cut(kind, seed);
        std::mt19937 draw(seed);
        const auto middle = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(extents[d] + 1));
        strew_problem_part parts[2] = {STREW_PROBLEM_PART_INIT, STREW_PROBLEM_PART_INIT};
        parts[0].dimension = parts[1].dimension = static_cast<std::int64_t>(d);
        parts[0].high = parts[1].low = middle;
        parts[1].high = extents[d];
        if (draw() % 2 == 0) std::swap(parts[0], parts[1]);
        const slice first = slice_of(cut.plan, parts[0]), second = slice_of(cut.plan, parts[1]);
        ASSERT_EQ(first.plan == nullptr, second.plan == nullptr);
        if (first.plan == nullptr) continue;
        ASSERT_EQ(execute_at(first.plan, moved(cut.at, first.bases)), STREW_STATUS_OK);
        ASSERT_EQ(execute_at(second.plan, moved(cut.at, second.bases)), STREW_STATUS_OK);
        ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
        ++done[kind];
      }
    }
    EXPECT_GT(done[kind], 50) << kind;
  }
}

TEST(parts, of_moves_write_the_bits_of_the_whole) {
  int done = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    random_move whole(seed), cut(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view(), &error);
    if (keeps_state(plan)) continue;
    if (execute_at(plan, whole.places(true)) != STREW_STATUS_OK) continue;
    std::mt19937 draw(seed);
    const bool is_cut = for_each_piece(plan, draw, [&](const slice& piece) {
      EXPECT_EQ(execute_at(piece.plan, moved(cut.places(true), piece.bases)), STREW_STATUS_OK);
    });
    if (!is_cut) continue;  // its axes are in another order
    ASSERT_EQ(cut.table.bytes, whole.table.bytes);
    ++done;
  }
  EXPECT_GT(done, 800);
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
    to = {cells, 1, width * columns, 0};
    step.kind = STREW_STEP_MOVE;
    step.direction = STREW_WRITE;
    step.table = STREW_OPERAND_OUTPUT;
    step.direct = STREW_OPERAND_UPDATES;
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
    step.padding = -1;
    step.weight_dtype = draw() % 2 == 0 ? dtype : strew_dtype{STREW_DTYPE_OPAQUE};
    view.step_count = 1;
    view.steps = &step;
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

strew_problem_accumulators layout_of(const plan_handle& open) {
  strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_accumulators(open.get(), &about, &error), STREW_STATUS_OK) << error.message;
  return about;
}

TEST(open_accumulators, of_pieces_have_the_bits_of_the_whole) {
  int with_state = 0, without = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    std::mt19937 draw(seed);
    const auto dtype = static_cast<strew_dtype>(STREW_DTYPE_BOOL + draw() % (STREW_DTYPE_C128 - STREW_DTYPE_BOOL + 1));
    const auto reduction = static_cast<std::int32_t>(STREW_REDUCTION_ADD + draw() % 9);
    SCOPED_TRACE(seed);
    stateful_sum whole(dtype, reduction, seed), cut(dtype, reduction, seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view, &error);
    if (plan == nullptr) continue;  // the type does not have the reduction, or weights
    const plan_handle open = opened(plan);
    const strew_problem_accumulators about = layout_of(open);
    std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
    support::watching_executor pool(4);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.threads = 1 + seed % 4;
    execution.executor = &pool.made;
    const auto run = [&](const plan_handle& by, std::int32_t phase, const strew_operand_places& at) {
      ASSERT_EQ(strew_execute_phase(by.get(), phase, &at, accumulators.data(), about.bytes, &execution, &error),
                STREW_STATUS_OK)
          << error.message;
    };
    ASSERT_EQ(execute_at(plan, whole.at()), STREW_STATUS_OK);
    run(open, STREW_PHASE_LOAD, cut.at());
    ASSERT_TRUE(for_each_piece(plan, draw, [&](const slice& piece) {
      run(opened(piece.plan), STREW_PHASE_ACCUMULATE, moved(cut.at(), piece.bases));
    }));
    run(open, STREW_PHASE_STORE, cut.at());
    ASSERT_EQ(cut.table, whole.table);
    ++(about.bytes != 0 ? with_state : without);
  }
  EXPECT_GT(with_state, 300);
  EXPECT_GT(without, 300);
}

// A mean of two updates and the old value, by hand.
TEST(open_accumulators, lie_where_their_layout_says) {
  stateful_sum one(STREW_DTYPE_I32, STREW_REDUCTION_MEAN, 1);
  one.step.exclude_self = 0;
  one.step.accumulate = STREW_ACCUMULATE_WIDE;
  one.step.weight_dtype = STREW_DTYPE_OPAQUE;
  std::fill(one.indices.begin(), one.indices.end(), 4);
  strew_error error = STREW_ERROR_INIT;
  const plan_handle open = opened(plan_of_problem(one.view, &error));
  const strew_problem_accumulators about = layout_of(open);
  EXPECT_EQ(about.each, 16U);
  EXPECT_EQ(about.bytes, 7U * 3U * 16U);
  EXPECT_EQ(about.value_dtype, STREW_DTYPE_I64);
  EXPECT_EQ(about.count_offset, 8U);
  EXPECT_EQ(about.count_bytes, 8U);
  ASSERT_EQ(about.rank, 2U);
  std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
  const strew_operand_places at = one.at();
  for (const std::int32_t phase : {STREW_PHASE_LOAD, STREW_PHASE_ACCUMULATE})
    ASSERT_EQ(strew_execute_phase(open.get(), phase, &at, accumulators.data(), about.bytes, nullptr, &error),
              STREW_STATUS_OK);
  // The output of such a problem has the dimensions of its axes, then those of its coordinates.
  for (std::int64_t column = 0; column < 3; ++column) {
    const unsigned char* cell = accumulators.data() + column * about.strides[0] + 4 * about.strides[1];
    std::int64_t sum = 0, expected = 0;
    std::uint64_t count = 0;
    std::memcpy(&sum, cell, 8);
    std::memcpy(&count, cell + about.count_offset, 8);
    const auto element = [&](const std::vector<unsigned char>& of, std::int64_t n) {
      std::int32_t value = 0;
      std::memcpy(&value, of.data() + 4 * n, 4);
      return value;
    };
    expected = element(one.table, 4 * 3 + column);
    for (std::int64_t p = 0; p < 60; ++p) expected += element(one.rows, p * 3 + column);
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(count, 60U);
  }
}

TEST(open_accumulators, AC1_MM2_PT1_OV3) {
  stateful_sum one(STREW_DTYPE_F32, STREW_REDUCTION_MEAN, 2);
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, &error);
  const plan_handle open = opened(plan);
  const strew_problem_accumulators about = layout_of(open);
  std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
  const strew_operand_places at = one.at();
  const auto broken = [&](const plan_handle& by, std::int32_t phase, void* memory, std::uint64_t bytes) -> std::string {
    const strew_status status = strew_execute_phase(by.get(), phase, &at, memory, bytes, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  };
  EXPECT_EQ(broken(plan, STREW_PHASE_LOAD, accumulators.data(), about.bytes), "AC1");
  EXPECT_STREQ(error.message, "AC1: call: the plan was not opened");
  EXPECT_EQ(broken(open, 4, accumulators.data(), about.bytes), "AC1");
  EXPECT_STREQ(error.message, "AC1: call: phase 4 is outside [1, 3]");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, accumulators.data(), about.bytes - 1), "MM2");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, nullptr, about.bytes), "PT1");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, one.rows.data(), about.bytes), "OV3");
  one.indices[3] = 7;
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, accumulators.data(), about.bytes), "");
  const std::vector<unsigned char> before = accumulators;
  EXPECT_EQ(broken(open, STREW_PHASE_ACCUMULATE, accumulators.data(), about.bytes), "IX1");
  EXPECT_EQ(accumulators, before);
  strew_problem_accumulators unopened = STREW_PROBLEM_ACCUMULATORS_INIT;
  EXPECT_EQ(strew_plan_accumulators(plan.get(), &unopened, &error), STREW_STATUS_ATTRIBUTE);
}

// A part along a batch dimension, then parts of what positions it has.
TEST(parts, of_a_dimension_and_of_positions_write_the_bits_of_the_whole) {
  int done = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t kind = seed % 2 == 0 ? STREW_OPERATOR_SCATTER_ND : STREW_OPERATOR_GATHER_ND;
    placed_call whole(kind, seed), cut(kind, seed);
    if (whole.call.op.batch_dims == 0 || keeps_state(whole.plan)) continue;
    if (execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
    const std::int64_t extent = whole.call.data.extents[0];
    std::mt19937 draw(seed);
    const auto middle = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(extent + 1));
    for (const bool is_first : {true, false}) {
      strew_problem_part part = STREW_PROBLEM_PART_INIT;
      part.dimension = 0;
      part.low = is_first ? 0 : middle;
      part.high = is_first ? middle : extent;
      std::uint64_t last = 0;
      do {
        part.first_position = last;
        part.last_position = last + 1 + draw() % 5;
        const slice piece = slice_of(cut.plan, part);
        if (piece.plan == nullptr || piece.bases.last_position == last) break;
        last = piece.bases.last_position;
        ASSERT_EQ(execute_at(piece.plan, moved(cut.at, piece.bases)), STREW_STATUS_OK);
      } while (true);
    }
    ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
    ++done;
  }
  EXPECT_GT(done, 100);
}

// Data that would be copied by another layout than that of the part.
TEST(parts, PB5_of_data) {
  random_call call(STREW_OPERATOR_SCATTER_ND, 3);
  call.data.strides = call.output.strides;
  strew_error error = STREW_ERROR_INIT;
  const auto part_of = [&] {
    strew_problem_part all = STREW_PROBLEM_PART_INIT;
    strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
    strew_plan* made = nullptr;
    const strew_status status = strew_problem_slice(plan_of(call).get(), &all, &made, &bases, &error);
    strew_plan_destroy(made);
    return status;
  };
  EXPECT_EQ(part_of(), STREW_STATUS_OK) << error.message;
  for (std::int64_t& stride : call.data.strides) stride *= 3;
  EXPECT_EQ(part_of(), STREW_STATUS_SHAPE);
  EXPECT_STREQ(error.message, "PB5: data: parts have data in the layout of output, which it does not have");
}

// An axis along which points collide, outside of the positions: parts of these would change the order.
TEST(parts, PB5_of_points_in_another_order) {
  const strew_problem_axis axes[] = {{2, 0, 12, 0, -1, 0, 0, 0}, {3, 0, 4, 4, -1, 0, 0, 0}};
  const strew_problem_coordinate coordinate = {4, 1, 4, 0};
  const strew_problem_position position = {3, 4, -1};
  const strew_problem_member member = {4, 1, 0, 0};
  strew_problem_step step = {};
  step.direction = STREW_WRITE;
  step.width = 4;
  step.index_dtype = STREW_DTYPE_I32;
  step.axis_count = 2;
  step.axes = axes;
  step.coordinate_count = 1;
  step.coordinates = &coordinate;
  step.padding = -1;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  view.step_count = view.position_rank = view.member_count = 1;
  view.steps = &step;
  view.positions = &position;
  view.members = &member;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(view, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  EXPECT_NE(slice_of(plan, part).plan, nullptr);
  part.last_position = 2;
  EXPECT_EQ(slice_of(plan, part).plan, nullptr);
}

TEST(parts, PB5) {
  placed_call one(STREW_OPERATOR_SCATTER, 5);
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  part.dimension = 9;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  part.dimension = one.call.op.axis;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  part = STREW_PROBLEM_PART_INIT;
  part.first_position = 1000;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  // One position, which has no dimension.
  stateful_sum single(STREW_DTYPE_I32, STREW_REDUCTION_ADD, 1);
  single.step.axes = single.axes + 1;
  single.step.axis_count = 1;
  single.step.weight_dtype = STREW_DTYPE_OPAQUE;
  single.view.position_rank = 0;
  const plan_handle plan = plan_of_problem(single.view, nullptr);
  ASSERT_NE(plan, nullptr);
  part.first_position = part.last_position = 1;
  EXPECT_EQ(slice_of(plan, part).plan, nullptr);
}

}  // namespace
}  // namespace strew::testing
