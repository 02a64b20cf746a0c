#include "lower/given_problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/common.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

// ---- The tensors that a problem describes -------------------------------------------------------------------------

tensor start_tensor(dtype type, std::int64_t width) {
  tensor made;
  made.type = type;
  made.width = width;
  return made;
}

void add_dimension(tensor& to, std::int64_t extent, std::int64_t stride) {
  to.extents.push_back(extent);
  to.strides.push_back(stride);
}

// Of a table without elements strides mean nothing, so that a coordinate without one may be its own.
bool selects_weights(const problem& p) {
  return p.has_indexed_weights() && (p.coordinates[0].weight_stride != 0 || !p.moves_nothing());
}

// The places of its coordinates, and the axes that are no window.
tensor table_of(const problem& p) {
  tensor made = start_tensor(p.type, p.width);
  for (const axis& a : p.axes) {
    if (a.window_of == no_window && (a.table_stride != 0 || a.extent == 0))
      add_dimension(made, a.extent, a.table_stride);
  }
  for (std::size_t k = 0; k < p.coordinates.size() && !selects_weights(p); ++k)
    add_dimension(made, p.places(k), p.coordinates[k].table_stride);
  return made;
}

// All points, unless indices select some of its elements.
tensor direct_of(const problem& p) {
  tensor made = start_tensor(p.type, p.width);
  for (const axis& a : p.axes) {
    if (!p.from || a.direct_stride != 0 || a.extent == 0) add_dimension(made, a.extent, a.direct_stride);
  }
  for (std::size_t k = 0; p.from && k < p.from->coordinates.size(); ++k)
    add_dimension(made, p.from->places(k), p.from->coordinates[k].table_stride);
  return made;
}

// Of which there are at most 2^63 - 1, whatever operands have.
tensor points_of(const problem& p) {
  tensor made = start_tensor(dtype::i8, 1);
  for (const axis& a : p.axes) add_dimension(made, a.extent, 0);
  return made;
}

// Positions, and the members of a tuple, which lie evenly; or the batch, and the offsets of an entry.
tensor indices_of(const indexed_side& of) {
  tensor made = start_tensor(of.index_type, info(of.index_type).width);
  if (of.segments) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(of.segments->batch_rank); ++n)
      add_dimension(made, of.space.positions[n].extent, of.space.positions[n].index_stride);
    add_dimension(made, of.segments->offset_count, of.segments->offset_stride);
    return made;
  }
  for (const auto& position : of.space.positions) add_dimension(made, position.extent, position.index_stride);
  const auto& members = of.space.members;
  add_dimension(made, static_cast<std::int64_t>(members.size()), members.size() > 1 ? members[1].index_offset : 0);
  return made;
}

tensor weights_of(const problem& p) {
  tensor made = start_tensor(p.weight_type, info(p.weight_type).width);
  for (const axis& a : p.axes) {
    if (a.weight_stride != 0 || a.extent == 0) add_dimension(made, a.extent, a.weight_stride);
  }
  if (selects_weights(p)) add_dimension(made, p.places(0), p.coordinates[0].weight_stride);
  return made;
}

void complete(const problem& p, operands& ops) {
  ops.is_scatter = p.is_write();
  const tensor table = table_of(p);
  ops.data = table;
  ops.output = p.is_write() ? table : direct_of(p);
  if (p.is_write()) ops.updates = direct_of(p);
  ops.indices = indices_of(p);
  if (p.from || p.is_weighted()) {
    paired_operands& more = ops.paired.emplace();
    if (p.from) more.from = indices_of(*p.from);
    if (p.is_weighted()) more.weights = weights_of(p);
    forget_idle_strides(more.from);
    forget_idle_strides(more.weights);
  }
  for (tensor* one : {&ops.data, &ops.indices, &ops.updates, &ops.output}) forget_idle_strides(*one);
}

// ---- Its rules ------------------------------------------------------------------------------------------------------

const char* name_of_side(operand where) {
  return where == operand::from ? "of the direct operand" : "of the table";
}

// PB2: each coordinate is a member, windows are those of axes, members of a tuple lie evenly.
status check_side(const problem& p, const indexed_side& of, operand where) {
  const auto& members = of.space.members;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const std::int64_t step = members.size() > 1 ? members[1].index_offset : 0;
    if (narrow(times(static_cast<std::int64_t>(k), step)) != members[k].index_offset)
      return fail(rule::PB2, where, "member {} is at byte {}, not evenly after the others", k, members[k].index_offset);
  }
  for (std::size_t k = 0; k < of.coordinates.size(); ++k) {
    const coordinate& c = of.coordinates[k];
    const bool is_member = std::any_of(members.begin(), members.end(), [&](const index_space::member& m) {
      return m.index_offset == c.index_offset && m.extent == c.extent && m.window == c.window;
    });
    if (!is_member) return fail(rule::PB2, where, "coordinate {} {} is no member of the tuple", k, name_of_side(where));
    const bool has_window = std::any_of(p.axes.begin(), p.axes.end(), [&](const axis& a) {
      return where == operand::indices && a.window_of == static_cast<std::int64_t>(k);
    });
    if (c.window != 1 && !has_window)
      return fail(rule::PB2, where, "coordinate {} has a window of {}, and no axis traverses it", k, c.window);
  }
  for (const axis& a : p.axes) {
    if (where != operand::indices || a.window_of == no_window) continue;
    const std::int64_t window = of.coordinates[static_cast<std::size_t>(a.window_of)].window;
    if (a.extent != window)
      return fail(rule::PB2, where, "an axis of {} traverses a window of {}: it has been merged with others", a.extent,
                  window);
  }
  return {};
}

// PB2: what the axes read of the indices are those of the index space; of offsets, all positions.
status check_reach(const problem& p, const indexed_side& of, std::int64_t axis::*stride, operand where) {
  if (of.space.has_no_position() || p.moves_nothing()) return {};
  int128 low = 0, high = 0, space_low = 0, space_high = 0;
  const auto add = [](std::int64_t extent, std::int64_t step, int128& down, int128& up) {
    (step < 0 ? down : up) += times(extent - 1, step);
  };
  for (const axis& a : p.axes) add(a.extent, a.*stride, low, high);
  if (of.segments) {
    space_high = int128{of.space.position_count()} - 1;
  } else {
    for (const auto& position : of.space.positions) add(position.extent, position.index_stride, space_low, space_high);
  }
  if (of.coordinates.empty() || (low == space_low && high == space_high)) return {};
  return fail(rule::PB2, where, "axes and positions reach different index values");
}

// PB3: offsets have one member, as many segments as its extent says, and no rules of their own.
status check_segments(const problem& p, const indexed_side& of, operand where) {
  if (!of.segments) return {};
  const auto& members = of.space.members;
  const bool has_one = members.size() == 1 && members[0].window == 1 && members[0].index_offset == 0;
  if (!has_one || (of.coordinates.size() != 1 && !p.moves_nothing()))
    return fail(rule::PB3, where, "offsets need tuples of one value, without a window");
  const std::int64_t count = of.segments->offset_count;
  if (count != members[0].extent && count - 1 != members[0].extent)
    return fail(rule::PB3, where, "there are {} offsets of {} segments", count, members[0].extent);
  if (of.policy.outside != out_of_bounds::skip || of.policy.below_zero != negative::invalid || of.has_padding())
    return fail(rule::PB3, where, "positions of no segment are skipped: offsets have no other policy and no padding");
  if (!p.is_write()) return fail(rule::PB3, where, "a read has no offsets");
  if (where == operand::indices && p.refuses_duplicates)
    return fail(rule::PB3, where, "a segment holds several positions, so duplicates are not refused");
  return {};
}

// PB3: a part of the places keeps whole windows, and writes no others.
status check_kept(const problem& p, const indexed_side& of, operand where) {
  if (!of.kept) return {};
  const auto& members = of.space.members;
  if (of.coordinates.size() != members.size() && !p.moves_nothing())
    return fail(rule::PB3, where, "places are kept, but tuples have {} members and the problem {} coordinates",
                members.size(), of.coordinates.size());
  for (std::size_t k = 0; k < of.coordinates.size(); ++k) {
    if (of.coordinates[k].index_offset != members[k].index_offset || of.coordinates[k].extent != members[k].extent)
      return fail(rule::PB3, where, "places are kept of coordinates that are not the tuple's values in their order");
  }
  for (std::size_t k = 0; k < members.size(); ++k) {
    const kept_places& kept = (*of.kept)[k];
    if (members[k].window == 1 || (kept.low == 0 && kept.high == members[k].extent && !can_cut_windows(of.policy)))
      continue;
    return fail(rule::PB3, where, "places [{}, {}) are kept, but windows of {} are not within them", kept.low,
                kept.high, members[k].window);
  }
  if (of.policy.outside == out_of_bounds::fill || of.segments)
    return fail(rule::PB3, where, "places are kept, but {}", of.segments ? "there are offsets" : "others are filled");
  return {};
}

// PB3: indices of the table's side that select weights select nothing else.
status check_indexed_weights(const problem& p) {
  const auto selects = [](const coordinate& c) { return c.weight_stride != 0; };
  if (p.from && std::any_of(p.from->coordinates.begin(), p.from->coordinates.end(), selects))
    return fail(rule::PB3, operand::from, "indices of updates have strides in the weights");
  const bool selects_some = std::any_of(p.coordinates.begin(), p.coordinates.end(), selects);
  if (!selects_some && !selects_weights(p)) return {};
  if (!p.is_weighted()) return fail(rule::PB3, operand::indices, "indices have strides in weights, but there are none");
  const coordinate& c = p.coordinates[0];
  if (p.coordinates.size() != 1 || p.space.members.size() != 1 || c.window != 1 || c.table_stride != 0)
    return fail(rule::PB3, operand::indices,
                "indices that select weights are one value each, and no places of the table");
  if (p.refuses_duplicates)
    return fail(rule::PB3, operand::indices, "indices select weights, whose duplicates are not refused");
  return {};
}

// PB3: what a problem with a second side, weights or padding cannot have.
status check_paired(const problem& p) {
  if (auto bad = check_indexed_weights(p)) return bad;
  if (p.from || p.is_weighted()) {
    if (!p.is_write()) return fail(rule::PB3, operand::none, "updates have indices or weights, but it is a read");
    for (const axis& a : p.axes) {
      if (a.window_of != no_window) return fail(rule::PB3, operand::none, "it has windows, and indices on both sides");
    }
  }
  if (p.from && (p.from->policy.outside == out_of_bounds::fill || p.from->policy.below_zero == negative::refuse))
    return fail(rule::PB3, operand::from, "the policy {} with negatives {} is none of updates",
                name_of(p.from->policy.outside), name_of(p.from->policy.below_zero));
  const auto check_padding = [&](const indexed_side& of, operand where) -> status {
    if (!of.has_padding()) return {};
    const auto& members = of.space.members;
    if (members.size() != 1 || members[0].window != 1 || (of.coordinates.size() != 1 && !p.moves_nothing()))
      return fail(rule::PB3, where, "padding needs tuples of one value, without a window");
    if (of.padding >= 0 && of.padding < members[0].extent) return {};
    return fail(rule::PB3, where, "the padding {} is outside [0, {}]", of.padding, members[0].extent - 1);
  };
  if (auto bad = check_segments(p, p, operand::indices)) return bad;
  if (auto bad = check_kept(p, p, operand::indices)) return bad;
  if (p.from) {
    if (auto bad = check_segments(p, *p.from, operand::from)) return bad;
    if (auto bad = check_kept(p, *p.from, operand::from)) return bad;
  }
  if (auto bad = check_padding(p, operand::indices)) return bad;
  if (p.has_padding() && !p.is_write()) return fail(rule::PB3, operand::indices, "a read has no padding");
  return p.from ? check_padding(*p.from, operand::from) : status();
}

status check_tensors(const problem& p, const operands& ops) {
  if (auto bad = engine::check_extents(points_of(p), operand::none)) return bad;
  if (auto bad = lower::check_extents(ops)) return bad;
  if (ops.paired) {
    if (auto bad = engine::check_extents(ops.paired->from, operand::from)) return bad;
    if (auto bad = engine::check_extents(ops.paired->weights, operand::weights)) return bad;
  }
  if (auto bad = check_side(p, p, operand::indices)) return bad;
  if (p.from) {
    if (auto bad = check_side(p, *p.from, operand::from)) return bad;
  }
  if (auto bad = engine::check_sizes(points_of(p), operand::none)) return bad;
  if (auto bad = lower::check_sizes(ops)) return bad;
  if (!ops.paired) return {};
  if (auto bad = engine::check_sizes(ops.paired->from, operand::from)) return bad;
  return engine::check_sizes(ops.paired->weights, operand::weights);
}

status check_types(const problem& p, const operands& ops) {
  operator_options asked;
  asked.reduce = p.reduce;
  if (auto bad = lower::check_types(ops, asked)) return bad;
  if (p.from) {
    if (auto bad = check_index_type(ops.paired->from, operand::from)) return bad;
  }
  if (p.is_weighted()) {
    if (auto bad = check_weights(p.type, p.reduce, p.weight_type)) return bad;
  }
  asked.policy = p.policy;
  return lower::check_attributes(ops, asked);
}

// Strides of positions through the indices of a side; of offsets, numbers of positions.
std::int64_t stride_of(const indexed_side& of, std::size_t n) {
  if (!of.segments) return of.space.positions[n].index_stride;
  std::int64_t stride = 1;
  for (std::size_t k = n + 1; k < of.space.positions.size(); ++k) stride *= of.space.positions[k].extent;
  return stride;
}

// Which axes are positions, one after the other, as lowering lists them; empty if they are merged or reordered, or if
// an axis cannot be told from one that is no position.
small_vector<std::size_t> find_positions(const problem& p) {
  const auto& positions = p.space.positions;
  if (p.from && p.from->space.positions.size() != positions.size()) return {};
  small_vector<std::size_t> found;
  std::size_t next = 0;
  for (std::size_t n = 0; n < positions.size(); ++n) {
    const bool is_one = positions[n].extent <= 1;
    const std::int64_t stride = stride_of(p, n);
    const std::int64_t from_stride = p.from ? stride_of(*p.from, n) : 0;
    const auto is_it = [&](const axis& a) {
      return a.window_of == no_window && a.extent == positions[n].extent &&
             (is_one || (a.index_stride == stride && a.from_stride == from_stride));
    };
    const bool is_known =
        is_one || stride != 0 || from_stride != 0 || std::count_if(p.axes.begin(), p.axes.end(), is_it) == 1;
    while (next < p.axes.size() && !is_it(p.axes[next])) ++next;
    if (next == p.axes.size() || !is_known) return {};
    found.push_back(next++);
  }
  return found;
}

// Of one operand: all if it has no elements, else those that no two elements are apart.
void forget_idle(problem& p, std::int64_t axis::*stride, bool has_no_elements) {
  for (axis& a : p.axes)
    if (has_no_elements || a.extent <= 1) a.*stride = 0;
}

// Of the indices of a side, and of the operand that they select from.
void forget_idle(indexed_side& of, bool has_no_indices, bool has_no_elements) {
  for (auto& position : of.space.positions)
    if (has_no_indices || position.extent <= 1) position.index_stride = 0;
  for (coordinate& c : of.coordinates)
    if (has_no_elements || c.extent <= 1) c.table_stride = 0;
}

void forget_idle_weights(problem& p, bool has_no_weights) {
  forget_idle(p, &axis::weight_stride, has_no_weights);
  for (coordinate& c : p.coordinates)
    if (has_no_weights || c.extent <= 1) c.weight_stride = 0;
}

// As of tensors, in each place in which a problem has them.
void forget_idle_strides_of(const operands& ops, problem& p) {
  const bool has_no_table = ops.data.is_empty();
  const bool has_no_direct = (p.is_write() ? ops.updates : ops.output).is_empty();
  const bool has_no_indices = ops.indices.is_empty();
  const bool has_no_from = !p.from || ops.paired->from.is_empty();
  const bool has_no_weights = !p.is_weighted() || ops.paired->weights.is_empty();
  forget_idle(p, &axis::table_stride, has_no_table);
  forget_idle(p, &axis::direct_stride, has_no_direct);
  forget_idle(p, &axis::index_stride, has_no_indices);
  forget_idle(p, &axis::from_stride, has_no_from);
  forget_idle_weights(p, has_no_weights);
  forget_idle(p, has_no_indices, has_no_table);
  if (p.from) forget_idle(*p.from, has_no_from, has_no_direct);
}

// What follows from the index space, and the strides that mean nothing.
void complete_segments(indexed_side& of, const tensor& offsets) {
  if (!of.segments) return;
  segmentation& by = *of.segments;
  by.positions = 1;
  const auto batch_rank = static_cast<std::size_t>(by.batch_rank);
  for (std::size_t n = batch_rank; n < of.space.positions.size(); ++n) {
    by.positions *= of.space.positions[n].extent;
    of.space.positions[n].index_stride = 0;
  }
  for (std::size_t n = 0; n < batch_rank; ++n) of.space.positions[n].index_stride = offsets.strides[n];
  by.offset_stride = offsets.strides[batch_rank];
}

}  // namespace

result<operation> given_problem(const problem& raw, const index_map& map, operands& ops) {
  complete(raw, ops);
  if (auto bad = first_of(
          [&] { return check_types(raw, ops); }, [&] { return check_paired(raw); },
          [&] { return check_tensors(raw, ops); },
          [&] { return check_reach(raw, raw, &axis::index_stride, operand::indices); },
          [&] { return raw.from ? check_reach(raw, *raw.from, &axis::from_stride, operand::from) : status(); }))
    return *std::move(bad);
  result<operation> made(std::in_place);
  made->raw = raw;
  forget_idle_strides_of(ops, made->raw);
  complete_segments(made->raw, ops.indices);
  if (raw.from) complete_segments(*made->raw.from, ops.paired->from);
  made->map = map;
  if (selects_weights(raw)) made->map.of_members[0] = index_map::none;
  made->positions = find_positions(made->raw);
  made->main = made->raw;
  make_canonical(made->main);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
