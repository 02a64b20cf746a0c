#include "exchange/engine_calls.hpp"

#include <limits>
#include <string_view>
#include <utility>

namespace strew::engine::exchange {
namespace {

// One position for each pair of rows, traversed in order or by ids on either side.
class move_view {
 public:
  move_view(const row_kind& of, const row_move& what) : has_two_(what.to.ids != nullptr && what.from.ids != nullptr) {
    const bool has_to = what.to.ids != nullptr, has_from = what.from.ids != nullptr;
    axes_[0] = {what.count,
                has_to ? 0 : what.to.stride,
                has_from ? 0 : what.from.stride,
                has_to ? 4 : 0,
                -1,
                has_from ? 4 : 0,
                0,
                0};
    axes_[1] = {of.columns, of.width, of.width, 0, -1, 0, 0, 0};
    to_ = {what.to.rows, 1, what.to.stride, 0, 0};
    from_row_ = {what.from.rows, 1, what.from.stride, 0, 0};
    to_member_ = {what.to.rows, 1, 0, 0};
    from_member_ = {what.from.rows, 1, 0, 0};
    positions_[0] = {what.count, has_to ? 4 : 0, has_to ? -1 : 0};
    from_positions_[0] = {what.count, 4, -1};
    set_step(of, has_to);
    if (has_from) set_from();
    view_.step_count = 1;
    view_.steps = &step_;
    view_.position_rank = 1;
    view_.positions = positions_;
    view_.member_count = has_to ? 1 : 0;
    view_.members = &to_member_;
  }
  move_view(const move_view&) = delete;
  move_view& operator=(const move_view&) = delete;

  status make(plan_ptr& made) const {
    strew_plan* plan = nullptr;
    strew_error error = STREW_ERROR_INIT;
    if (strew_plan_from_problem(&view_, nullptr, &plan, &error) != STREW_STATUS_OK) return failure_of(error);
    made.reset(plan);
    return {};
  }

 private:
  // Ids of both sides are lists that are made here; those of one side may have come from elsewhere.
  [[nodiscard]] std::int32_t policy() const { return has_two_ ? STREW_OOB_ASSUME : STREW_OOB_ERROR; }
  void set_step(const row_kind& of, bool has_to) {
    step_.kind = STREW_STEP_MOVE;
    step_.direction = STREW_WRITE;
    step_.table = STREW_OPERAND_OUTPUT;
    step_.direct = STREW_OPERAND_UPDATES;
    step_.width = of.width;
    step_.dtype = of.reduction == STREW_REDUCTION_NONE ? strew_dtype{STREW_DTYPE_OPAQUE} : of.type;
    step_.reduction = of.reduction;
    step_.exclude_self = of.exclude_self;
    step_.accumulate = of.accumulate;
    step_.index_dtype = STREW_DTYPE_U32;
    step_.out_of_bounds = policy();
    step_.negative_indices = STREW_NEGATIVE_INVALID;
    step_.padding = -1;
    step_.axis_count = 2;
    step_.axes = axes_;
    step_.coordinate_count = has_to ? 1 : 0;
    step_.coordinates = &to_;
    step_.weight_dtype = STREW_DTYPE_OPAQUE;
  }
  void set_from() {
    from_.index_dtype = STREW_DTYPE_U32;
    from_.out_of_bounds = policy();
    from_.negative_indices = STREW_NEGATIVE_INVALID;
    from_.padding = -1;
    from_.coordinate_count = from_.position_rank = from_.member_count = 1;
    from_.coordinates = &from_row_;
    from_.positions = from_positions_;
    from_.members = &from_member_;
    step_.from = &from_;
  }

  bool has_two_;
  strew_problem_axis axes_[2];
  strew_problem_coordinate to_, from_row_;
  strew_problem_member to_member_, from_member_;
  strew_problem_position positions_[1], from_positions_[1];
  strew_problem_from from_ = {};
  strew_problem_step step_ = {};
  strew_problem_view view_ = STREW_PROBLEM_VIEW_INIT;
};

strew_operand_places places_of(const row_move& what) {
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = what.to.first;
  at.output = const_cast<std::byte*>(what.to.first);
  at.indices = what.to.ids;
  at.updates = what.from.first;
  at.from = what.from.ids;
  return at;
}

// Rows of one side, as an operand.
class operand_of_rows {
 public:
  operand_of_rows(const row_kind& of, const row_side& side, std::int64_t rows) : extents_{rows, of.columns} {
    strides_[0] = side.stride;
    strides_[1] = of.width;
    view_.dtype = of.type;
    view_.element_bytes = of.type == STREW_DTYPE_OPAQUE ? static_cast<std::uint64_t>(of.width) : 0;
    view_.data = const_cast<std::byte*>(side.first);
    view_.rank = of.columns == 1 ? 1 : 2;
    view_.extents = extents_;
    view_.strides = strides_;
  }
  operand_of_rows(const operand_of_rows&) = delete;
  operand_of_rows& operator=(const operand_of_rows&) = delete;
  [[nodiscard]] const strew_tensor* get() const { return &view_; }

 private:
  std::int64_t extents_[2], strides_[2];
  strew_tensor view_ = STREW_TENSOR_INIT;
};

// With indices on one side a move is an operator, whose plan the library may have already.
status run_operator(const row_kind& of, const row_move& what, const strew_execution* with) {
  const bool is_gather = what.from.ids != nullptr;
  const row_side& table = is_gather ? what.from : what.to;
  const row_side& direct = is_gather ? what.to : what.from;
  const operand_of_rows data(of, table, table.rows), rows(of, direct, what.count);
  const std::int64_t step = sizeof(std::uint32_t);
  strew_tensor indices = STREW_TENSOR_INIT;
  // Most kernels are for signed indices. What should exceed them is negative, and is refused as well.
  indices.dtype = table.rows <= std::numeric_limits<std::int32_t>::max() ? STREW_DTYPE_I32 : STREW_DTYPE_U32;
  indices.data = const_cast<std::uint32_t*>(table.ids);
  indices.rank = 1;
  indices.extents = &what.count;
  indices.strides = &step;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = is_gather ? STREW_OPERATOR_GATHER : STREW_OPERATOR_SCATTER;
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = of.reduction;
  options.exclude_self = of.exclude_self;
  options.accumulate = of.accumulate;
  options.negative_indices = STREW_NEGATIVE_INVALID;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status =
      is_gather ? strew_run(&op, data.get(), &indices, nullptr, rows.get(), &options, with, &error)
                : strew_run(&op, data.get(), &indices, rows.get(), data.get(), &options, with, &error);
  return status == STREW_STATUS_OK ? engine::status() : failure_of(error);
}

// A plan for pieces of the writes, and the bytes of state that it keeps between them.
status open_plan(const strew_plan& of, plan_ptr& made, std::uint64_t& state) {
  strew_error error = STREW_ERROR_INIT;
  strew_plan* plan = nullptr;
  if (strew_plan_open(&of, &plan, &error) != STREW_STATUS_OK) return failure_of(error);
  made.reset(plan);
  strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
  if (strew_plan_accumulators(plan, &about, &error) != STREW_STATUS_OK) return failure_of(error);
  state = about.bytes;
  return {};
}

}  // namespace

status row_writer::check(const row_move& what, std::uint64_t& state) const {
  plan_ptr plan{nullptr, strew_plan_destroy}, open{nullptr, strew_plan_destroy};
  if (auto bad = move_view(of_, what).make(plan)) return bad;
  return open_plan(*plan, open, state);
}

status row_writer::move(const row_move& what, const strew_execution* with) {
  if (what.count == 0 || of_.columns == 0) return {};
  const bool has_one_side = (what.to.ids != nullptr) != (what.from.ids != nullptr);
  const bool is_moved = of_.reduction == STREW_REDUCTION_NONE && of_.exclude_self == 0;
  if (has_one_side && (is_moved || (of_.state == row_state::none && what.from.ids == nullptr)))
    return run_operator(of_, what, with);
  plan_ptr plan{nullptr, strew_plan_destroy}, open{nullptr, strew_plan_destroy};
  if (auto bad = move_view(of_, what).make(plan)) return bad;
  const strew_operand_places at = places_of(what);
  if (of_.state != row_state::none) {
    std::uint64_t state = 0;
    if (auto bad = open_plan(*plan, open, state)) return bad;
    of_.state = state != 0 ? row_state::kept : row_state::none;
    if (!has_begun_ && state != 0) {
      accumulators_.resize(state);
      if (auto bad = phase(STREW_PHASE_LOAD, open.get(), at, with)) return bad;
    }
  }
  has_begun_ = true;
  if (of_.state == row_state::kept) return accumulate(std::move(open), at, with);
  strew_error error = STREW_ERROR_INIT;
  if (strew_execute_at(plan.get(), &at, with, &error) != STREW_STATUS_OK) return failure_of(error);
  return {};
}

status row_writer::accumulate(plan_ptr open, const strew_operand_places& at, const strew_execution* with) {
  if (auto bad = phase(STREW_PHASE_ACCUMULATE, open.get(), at, with)) return bad;
  last_ = std::move(open);
  at_ = at;
  return {};
}

status row_writer::phase(std::int32_t which, const strew_plan* open, const strew_operand_places& at,
                         const strew_execution* with) {
  strew_error error = STREW_ERROR_INIT;
  const strew_status status =
      strew_execute_phase(open, which, &at, accumulators_.data(), accumulators_.size(), with, &error);
  return status == STREW_STATUS_OK ? engine::status() : failure_of(error);
}

status row_writer::store(const strew_execution* with) {
  if (!last_) return {};
  return phase(STREW_PHASE_STORE, last_.get(), at_, with);
}

status move_rows(const row_kind& of, const row_move& what, const strew_execution* with) {
  row_kind moved = of;
  moved.reduction = STREW_REDUCTION_NONE;
  moved.exclude_self = 0;
  moved.state = row_state::unknown;
  return row_writer(moved).move(what, with);
}

}  // namespace strew::engine::exchange
