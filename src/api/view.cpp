#include "api/view.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "strew/problem.h"

namespace strew::engine::api {

struct kept_view {
  struct side {
    std::vector<strew_problem_coordinate> coordinates;
    std::vector<strew_problem_position> positions;
    std::vector<strew_problem_member> members;
    std::vector<strew_problem_kept> kept;
  };
  struct lists {
    std::vector<strew_problem_axis> axes;
    std::vector<strew_problem_coordinate> coordinates;
  };
  std::vector<lists> of_steps;
  std::vector<strew_problem_step> steps;
  side table, direct;
  strew_problem_from from;
  strew_problem_segments table_segments, direct_segments;
  strew_problem_decoding decoding;
  std::vector<std::int64_t> zero_strides;
};

namespace {

static_assert(static_cast<int>(direction::write) == STREW_WRITE);
static_assert(static_cast<int>(negative::refuse) == STREW_NEGATIVE_REFUSE);

struct numbered_step {
  const engine::problem& problem;
  std::int32_t kind;
  operand table, direct;
};

// The exposed steps of a plan: a scatter's copy of data and the operator's own move, without accumulators.
std::vector<numbered_step> steps_of(const plan& p) {
  std::vector<numbered_step> steps;
  if (const engine::step* copy = p.find(step_role::copy))
    steps.push_back({copy->problem, STREW_STEP_COPY, operand::output, operand::data});
  steps.push_back(
      {p.move(), STREW_STEP_MOVE, p.ops.is_scatter ? operand::output : operand::data, p.ops.direct_operand()});
  return steps;
}

kept_view::lists lists_of(const problem& p) {
  kept_view::lists made;
  for (const engine::axis& a : p.axes)
    made.axes.push_back({a.extent, a.table_stride, a.direct_stride, a.index_stride, a.window_of, a.from_stride,
                         p.decoding ? p.codes_along(a).scale : a.weight_stride, a.position_stride});
  for (const coordinate& c : p.coordinates)
    made.coordinates.push_back({c.extent, c.window, c.table_stride, c.index_offset, c.weight_stride});
  return made;
}

strew_problem_step step_of(const numbered_step& from, const kept_view::lists& lists) {
  const problem& p = from.problem;
  strew_problem_step made{};
  made.kind = from.kind;
  made.direction = static_cast<std::int32_t>(p.way);
  made.table = static_cast<std::int32_t>(from.table);
  made.direct = static_cast<std::int32_t>(from.direct);
  made.width = p.width;
  made.dtype = static_cast<strew_dtype>(p.type);
  made.reduction = static_cast<std::int32_t>(p.reduce);
  made.exclude_self = p.exclude_self ? 1 : 0;
  made.accumulate = static_cast<std::int32_t>(p.accumulate);
  made.unordered = p.unordered ? 1 : 0;
  made.index_dtype = static_cast<strew_dtype>(p.index_type);
  made.out_of_bounds = static_cast<std::int32_t>(p.policy.outside);
  made.negative_indices = static_cast<std::int32_t>(p.policy.below_zero);
  made.partial_window = static_cast<std::int32_t>(p.policy.cut);
  made.duplicates = p.refuses_duplicates ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
  made.fill_bytes = p.fill.size();
  made.fill = p.fill.empty() ? nullptr : p.fill.data();
  made.axis_count = lists.axes.size();
  made.axes = lists.axes.data();
  made.coordinate_count = lists.coordinates.size();
  made.coordinates = lists.coordinates.data();
  made.padding = p.padding;
  made.can_collide = p.is_write() && !is_unique(p) ? 1 : 0;
  made.weight_dtype = static_cast<strew_dtype>(p.weight_type);
  return made;
}

kept_view::side side_of(const indexed_side& of, const index_map& map) {
  kept_view::side made;
  for (const coordinate& c : of.coordinates)
    made.coordinates.push_back({c.extent, c.window, c.table_stride, c.index_offset, c.weight_stride});
  for (const auto& position : of.space.positions) {
    const std::size_t n = made.positions.size();
    const bool is_known = n < map.of_positions.size();
    made.positions.push_back(
        {position.extent, position.index_stride, is_known ? map.of_positions[n] : index_map::none});
  }
  for (const auto& member : of.space.members)
    made.members.push_back({member.extent, member.window, member.index_offset, member.axis});
  if (of.kept) {
    for (const kept_places& places : *of.kept) made.kept.push_back({places.low, places.high});
  }
  return made;
}

// Null: the indices are stored.
const strew_problem_segments* segments_of(const indexed_side& of, strew_problem_segments& made) {
  if (!of.segments) return nullptr;
  made = {of.segments->offset_count, of.segments->offset_stride, static_cast<std::uint64_t>(of.segments->batch_rank)};
  return &made;
}

strew_problem_from from_of(const indexed_side& of, const kept_view::side& lists) {
  strew_problem_from made{};
  made.index_dtype = static_cast<strew_dtype>(of.index_type);
  made.out_of_bounds = static_cast<std::int32_t>(of.policy.outside);
  made.negative_indices = static_cast<std::int32_t>(of.policy.below_zero);
  made.padding = of.padding;
  made.coordinate_count = lists.coordinates.size();
  made.coordinates = lists.coordinates.data();
  made.position_rank = lists.positions.size();
  made.positions = lists.positions.data();
  made.member_count = lists.members.size();
  made.members = lists.members.data();
  made.kept = lists.kept.empty() ? nullptr : lists.kept.data();
  return made;
}

strew_problem_decoding decoding_of(const decoding& of) {
  strew_problem_decoding made{};
  made.bits = of.bits;
  made.packing = static_cast<std::int32_t>(of.packing);
  made.is_signed = of.is_signed ? 1 : 0;
  made.has_zero_points = of.has_zero_points ? 1 : 0;
  made.has_codebook = of.has_codebook ? 1 : 0;
  made.scale_dtype = static_cast<strew_dtype>(of.scale_type);
  made.value_dtype = static_cast<strew_dtype>(of.value_type);
  made.columns = of.columns;
  made.block = of.block;
  made.code_step = of.code_step;
  made.value_step = of.value_step;
  made.scale_step = of.scale_step;
  made.zero_step = of.zero_step;
  made.codebook_step = of.codebook_step;
  made.scale_stride = of.scale_stride;
  made.zero_stride = of.zero_stride;
  return made;
}

std::unique_ptr<kept_view> make_view(const plan& p) {
  auto made = std::make_unique<kept_view>();
  const auto steps = steps_of(p);
  for (const numbered_step& one : steps) made->of_steps.push_back(lists_of(one.problem));
  for (std::size_t n = 0; n < steps.size(); ++n) made->steps.push_back(step_of(steps[n], made->of_steps[n]));
  made->table = side_of(p.move(), p.spec->operation.map);
  made->steps.back().segments = segments_of(p.move(), made->table_segments);
  made->steps.back().kept = made->table.kept.empty() ? nullptr : made->table.kept.data();
  if (p.known.is_unique.is(true, source::proof)) made->steps.back().can_collide = 0;
  if (p.move().decoding) {
    for (const engine::axis& a : p.move().axes) made->zero_strides.push_back(p.move().codes_along(a).zero);
    made->decoding = decoding_of(*p.move().decoding);
    made->decoding.zero_strides = made->zero_strides.data();
    made->steps.back().decoding = &made->decoding;
  }
  if (p.move().from) {
    made->direct = side_of(*p.move().from, {});
    made->from = from_of(*p.move().from, made->direct);
    made->from.segments = segments_of(*p.move().from, made->direct_segments);
    made->steps.back().from = &made->from;
  }
  return made;
}

strew_problem_reach reach_of(const operand_info& info) {
  return {info.reach.low, info.reach.high};
}

void fill_in(const plan& p, const kept_view& from, strew_problem_view& to) {
  to.step_count = from.steps.size();
  to.steps = from.steps.data();
  to.position_rank = from.table.positions.size();
  to.positions = from.table.positions.data();
  to.member_count = from.table.members.size();
  to.members = from.table.members.data();
  to.bound_indices = p.bound_indices ? p.bound_indices->first() : nullptr;
  to.bound_from = p.bound_from ? p.bound_from->first() : nullptr;
  to.bound_serial = p.bound_indices ? p.bound_indices->serial() : 0;
  to.from_serial = p.bound_from ? p.bound_from->serial() : 0;
  to.bound_unique = p.bound_indices && p.known.is_unique.is(true, source::proof) ? 1 : 0;
  const bool is_proven = p.bound_indices && p.known.order.by == source::proof;
  to.bound_order = is_proven ? order_of(p.known.order.value, to.bound_unique != 0) : STREW_ORDER_UNSORTED;
  to.data = reach_of(p.data);
  to.indices = reach_of(p.indices);
  to.updates = reach_of(p.updates);
  to.output = reach_of(p.output);
  to.step_bytes = sizeof(strew_problem_step);
  to.axis_bytes = sizeof(strew_problem_axis);
  to.coordinate_bytes = sizeof(strew_problem_coordinate);
  to.position_bytes = sizeof(strew_problem_position);
  to.member_bytes = sizeof(strew_problem_member);
  to.from_bytes = sizeof(strew_problem_from);
  to.from = p.paired ? reach_of(p.paired->from) : strew_problem_reach{0, 0};
  to.weights = p.paired ? reach_of(p.paired->weights) : strew_problem_reach{0, 0};
  to.scales = p.paired ? reach_of(p.paired->scales) : strew_problem_reach{0, 0};
  to.zero_points = p.paired ? reach_of(p.paired->zero_points) : strew_problem_reach{0, 0};
  to.codebook = p.paired ? reach_of(p.paired->codebook) : strew_problem_reach{0, 0};
}

}  // namespace

view_of_plan::~view_of_plan() {
  delete made_.load(std::memory_order_relaxed);
}

// Concurrent threads may each make one; the first one stored is kept.
const kept_view& view_of_plan::of(const plan& p) const {
  if (const kept_view* made = made_.load(std::memory_order_acquire)) return *made;
  std::unique_ptr<const kept_view> mine = make_view(p);
  const kept_view* first = nullptr;
  if (made_.compare_exchange_strong(first, mine.get(), std::memory_order_acq_rel)) return *mine.release();
  return *first;
}

}  // namespace strew::engine::api

strew_status strew_plan_view(const strew_plan* plan, strew_problem_view* view, strew_error* error) {
  using namespace strew::engine;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return fail(rule::PT1, operand::none, "the plan is null");
    if (view == nullptr) return fail(rule::PT1, operand::none, "the place for the view is null");
    if (auto bad = api::check_struct(view)) return bad;
    if (auto bad = api::check_is_one_problem(*plan)) return bad;
    api::fill_in(plan->value, plan->view.of(plan->value), *view);
    return {};
  });
}
