#include "cases/move_problem.hpp"

#include "cases/random.hpp"

namespace strew::cases {
namespace {

size_t depth_of(const view& indices) {
  return static_cast<size_t>(indices.extents.back());
}

size_t position_rank_of(const test_case& p) {
  return p.indices.extents.size() - 1;
}

// `batch`: the dimensions of `addressed` that positions traverse, before those that tuples address.
problem_side side_of(const view& indices, const view& addressed, size_t batch) {
  problem_side made;
  for (size_t i = 0; i + 1 < indices.extents.size(); ++i)
    made.positions.push_back({indices.extents[i], indices.strides[i], i < batch ? static_cast<int64_t>(i) : -1});
  const bool has_several = depth_of(indices) > 1 && count_of(indices) != 0;
  const int64_t step = has_several ? indices.strides.back() : 0;
  for (size_t t = 0; t < depth_of(indices); ++t) {
    const int64_t offset = static_cast<int64_t>(t) * step;
    const size_t d = batch + t;
    made.coordinates.push_back({addressed.extents[d], 1, addressed.strides[d], offset, 0});
    made.members.push_back({addressed.extents[d], 1, offset, static_cast<int64_t>(d)});
  }
  return made;
}

int64_t padding_of(std::optional<int64_t> padding, const problem_side& side) {
  if (!padding) return -1;
  return *padding < 0 ? *padding + side.coordinates[0].extent : *padding;
}

}  // namespace

move_problem::move_problem(const test_case& p) {
  const auto batch = static_cast<size_t>(p.batch_dims);
  to_ = side_of(p.indices, p.data, batch);
  if (p.move.has_from) from_ = side_of(p.move.from, p.updates, batch);
  add_positions(p);
  add_slices(p);
  set_step(p);
  if (p.move.has_from) set_from(p);
  set_offsets(p);
  view_.step_count = 1;
  view_.steps = &step_;
  view_.position_rank = to_.positions.size();
  view_.positions = to_.positions.data();
  view_.member_count = to_.members.size();
  view_.members = to_.members.data();
}

void move_problem::add_positions(const test_case& p) {
  for (size_t i = 0; i < position_rank_of(p); ++i) {
    const bool is_batch = i < static_cast<size_t>(p.batch_dims);
    strew_problem_axis axis = {};
    axis.extent = p.indices.extents[i];
    axis.table_stride = is_batch ? p.data.strides[i] : 0;
    axis.direct_stride = is_batch || !p.move.has_from ? p.updates.strides[i] : 0;
    axis.index_stride = p.indices.strides[i];
    axis.window_of = -1;
    axis.from_stride = p.move.has_from ? p.move.from.strides[i] : 0;
    axis.weight_stride = p.move.has_weights ? p.move.weights.strides[i] : 0;
    axes_.push_back(axis);
    is_position_.push_back(true);
  }
}

// Positions keep their order, which is that of updates; slices may stand anywhere between them.
void move_problem::add_slices(const test_case& p) {
  random_source draw(p.seed);
  const auto batch = static_cast<size_t>(p.batch_dims);
  const size_t written = batch + depth_of(p.indices);
  const size_t read = p.move.has_from ? batch + depth_of(p.move.from) : position_rank_of(p);
  for (size_t s = 0; written + s < p.data.extents.size(); ++s) {
    strew_problem_axis axis = {};
    axis.extent = p.data.extents[written + s];
    axis.table_stride = p.data.strides[written + s];
    axis.direct_stride = p.updates.strides[read + s];
    axis.window_of = -1;
    const int64_t place = draw.between(0, static_cast<int64_t>(axes_.size()));
    axes_.insert(axes_.begin() + place, axis);
    is_position_.insert(is_position_.begin() + place, false);
  }
}

void move_problem::set_step(const test_case& p) {
  step_.kind = STREW_STEP_MOVE;
  step_.direction = STREW_WRITE;
  step_.table = STREW_OPERAND_OUTPUT;
  step_.direct = STREW_OPERAND_UPDATES;
  step_.width = width_of(p.data);
  step_.dtype = p.reduction == STREW_REDUCTION_NONE ? strew_dtype{STREW_DTYPE_OPAQUE} : p.data.type;
  step_.reduction = p.reduction;
  step_.exclude_self = p.exclude_self;
  step_.accumulate = p.accumulate;
  step_.unordered = p.unordered;
  step_.index_dtype = p.indices.type;
  step_.out_of_bounds = p.out_of_bounds;
  step_.negative_indices = p.negative;
  step_.partial_window = p.partial_window;
  step_.duplicates = p.duplicates;
  step_.axis_count = axes_.size();
  step_.axes = axes_.data();
  step_.coordinate_count = to_.coordinates.size();
  step_.coordinates = to_.coordinates.data();
  step_.padding = padding_of(p.move.padding, to_);
  step_.weight_dtype = p.move.has_weights ? p.move.weights.type : strew_dtype{STREW_DTYPE_OPAQUE};
}

void move_problem::set_from(const test_case& p) {
  second_.index_dtype = p.move.from.type;
  second_.out_of_bounds = p.move.from_out_of_bounds;
  second_.negative_indices = p.move.from_negative;
  second_.padding = padding_of(p.move.from_padding, from_);
  second_.coordinate_count = from_.coordinates.size();
  second_.coordinates = from_.coordinates.data();
  second_.position_rank = from_.positions.size();
  second_.positions = from_.positions.data();
  second_.member_count = from_.members.size();
  second_.members = from_.members.data();
  step_.from = &second_;
}

// Strides of axes through offsets are numbers of positions; those of the batch lead from entry to entry.
void move_problem::set_offsets(const test_case& p) {
  const auto batch = static_cast<size_t>(p.batch_dims);
  const auto use = [&](const cases::view& offsets, problem_side& side, int64_t strew_problem_axis::*stride) {
    for (size_t n = 0; n < side.positions.size(); ++n)
      side.positions[n].index_stride = n < batch ? offsets.strides[n] : 0;
    size_t position = side.positions.size();
    int64_t number = 1;
    for (size_t a = axes_.size(); a-- > 0;) {
      if (!is_position_[a]) continue;
      axes_[a].*stride = number;
      number *= side.positions[--position].extent;
    }
    return strew_problem_segments{offsets.extents[batch], offsets.strides[batch], batch};
  };
  if (p.move.has_offsets) {
    segments_ = use(p.move.offsets, to_, &strew_problem_axis::index_stride);
    step_.index_dtype = p.move.offsets.type;
    step_.segments = &segments_;
  }
  if (!p.move.has_from_offsets) return;
  from_segments_ = use(p.move.from_offsets, from_, &strew_problem_axis::from_stride);
  second_.index_dtype = p.move.from_offsets.type;
  second_.segments = &from_segments_;
}

}  // namespace strew::cases
