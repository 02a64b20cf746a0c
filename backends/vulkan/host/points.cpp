#include "host/points.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace strew::vulkan {
namespace {

constexpr std::uint64_t most_points = none_found;  // a number is below it

constexpr refusal too_many = "more than 2^32 - 2 points, or columns of a point";
constexpr refusal too_many_positions = "more than 2^32 - 2 positions";
constexpr refusal too_many_members = "index tuples of more than 60 members";

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}
void divide(std::uint64_t& divisor, std::int64_t stride) {
  divisor = std::gcd(divisor, magnitude(stride));
}

// Multiplies extents into divisors, innermost first. False: there are too many.
template <class Axis>
bool number_axes(Axis first, Axis last, std::uint32_t& count) {
  std::uint64_t all = 1;
  while (last != first) {
    --last;
    last->divisor = static_cast<std::uint32_t>(all);
    if (all > most_points / std::max<std::uint32_t>(last->extent, 1)) return false;
    all *= last->extent;
  }
  count = static_cast<std::uint32_t>(all);
  return all < most_points;
}

bool fits(std::int64_t extent) {
  return static_cast<std::uint64_t>(extent) < most_points;
}

// How the fields of both sides are called in the structs.
struct side_view {
  strew_dtype index_dtype;
  std::int32_t out_of_bounds, negative, partial_window;
  std::int64_t padding;
  const strew_problem_coordinate* coordinates;
  std::uint64_t coordinate_count;
  const strew_problem_position* positions;
  std::uint64_t position_rank;
  const strew_problem_member* members;
  std::uint64_t member_count;
  const strew_problem_segments* segments;
  const strew_problem_kept* kept;
};

side_view table_of(const strew_problem_view& view, const strew_problem_step& step) {
  return {step.index_dtype,   step.out_of_bounds, step.negative_indices, step.partial_window,
          step.padding,       step.coordinates,   step.coordinate_count, view.positions,
          view.position_rank, view.members,       view.member_count,     step.segments,
          step.kept};
}
side_view from_of(const strew_problem_from& of) {
  return {of.index_dtype,   of.out_of_bounds, of.negative_indices, STREW_PARTIAL_ELEMENT,
          of.padding,       of.coordinates,   of.coordinate_count, of.positions,
          of.position_rank, of.members,       of.member_count,     of.segments,
          of.kept};
}

table_coordinate coordinate_of(const strew_problem_coordinate& c, const strew_problem_kept* kept) {
  table_coordinate made;
  made.extent = c.extent;
  made.window = c.window;
  made.stride = c.table_stride;
  made.weight_stride = c.weight_stride;
  made.index_offset = c.index_offset;
  if (kept != nullptr) made.low = kept->low, made.high = kept->high;
  return made;
}

refusal list_positions(const side_view& from, table_side& side, side_lists& lists) {
  for (std::uint64_t n = 0; n < from.position_rank; ++n) {
    if (!fits(from.positions[n].extent)) return too_many_positions;
    lists.positions.push_back(
        {from.positions[n].index_stride, static_cast<std::uint32_t>(from.positions[n].extent), 1});
    divide(lists.alignment, from.positions[n].index_stride);
  }
  if (!number_axes(lists.positions.begin(), lists.positions.end(), side.position_count)) return too_many_positions;
  side.position_rank = static_cast<std::uint32_t>(from.position_rank);
  return nullptr;
}

void list_segments(const side_view& from, table_side& side, side_lists& lists) {
  if (from.segments == nullptr) return;
  side.has_offsets = 1;
  side.offset_count = from.segments->offset_count;
  side.offset_stride = from.segments->offset_stride;
  side.batch_rank = static_cast<std::uint32_t>(from.segments->batch_rank);
  divide(lists.alignment, side.offset_stride);
  for (std::uint64_t n = from.segments->batch_rank; n < from.position_rank; ++n)
    side.entry_positions *= static_cast<std::uint32_t>(from.positions[n].extent);
}

refusal list_side(const side_view& from, table_side& side, side_lists& lists) {
  side.index_dtype = from.index_dtype;
  side.out_of_bounds = static_cast<std::uint32_t>(from.out_of_bounds);
  side.negative = static_cast<std::uint32_t>(from.negative);
  side.is_whole = from.partial_window == STREW_PARTIAL_WHOLE ? 1 : 0;
  side.padding = from.padding;
  side.has_kept = from.kept != nullptr ? 1 : 0;
  lists.is_there = true;
  for (std::uint64_t k = 0; k < from.coordinate_count; ++k) {
    lists.coordinates.push_back(coordinate_of(from.coordinates[k], from.kept == nullptr ? nullptr : from.kept + k));
    if (from.segments == nullptr) divide(lists.alignment, from.coordinates[k].index_offset);
  }
  for (std::uint64_t k = 0; k < from.member_count; ++k) {
    const strew_problem_member& m = from.members[k];
    const bool has_kept = from.kept != nullptr;
    lists.members.push_back(
        coordinate_of({m.extent, m.window, 0, m.index_offset, 0}, has_kept ? from.kept + k : nullptr));
    divide(lists.alignment, m.index_offset);
  }
  side.coordinate_count = static_cast<std::uint32_t>(from.coordinate_count);
  side.member_count = static_cast<std::uint32_t>(from.member_count);
  if (from.member_count > most_members) return too_many_members;
  if (const refusal reason = list_positions(from, side, lists)) return reason;
  list_segments(from, side, lists);
  return nullptr;
}

enum class kind : std::uint8_t { ordered, batch, window, column };

kind kind_of(const strew_problem_axis& a, bool is_write) {
  if (a.window_of >= 0) return kind::window;
  if (is_write && a.table_stride == 0) return kind::ordered;
  return a.index_stride != 0 || a.from_stride != 0 ? kind::batch : kind::column;
}

table_axis axis_of(const strew_problem_axis& a, std::int64_t zero_stride) {
  table_axis made;
  made.extent = static_cast<std::uint32_t>(a.extent);
  made.table_stride = a.table_stride;
  made.direct_stride = a.direct_stride;
  made.index_stride = a.index_stride;
  made.from_stride = a.from_stride;
  made.weight_stride = made.scale_stride = a.weight_stride;
  made.zero_stride = zero_stride;
  return made;
}

// In the order of kinds, in which a window leads its coordinate to its axis.
refusal list_axes(const strew_problem_step& step, points& made) {
  const bool is_write = step.direction == STREW_WRITE;
  for (const kind wanted : {kind::ordered, kind::batch, kind::window, kind::column}) {
    for (std::uint64_t n = 0; n < step.axis_count; ++n) {
      const strew_problem_axis& a = step.axes[n];
      if (kind_of(a, is_write) != wanted) continue;
      if (!fits(a.extent)) return too_many;
      made.is_empty = made.is_empty || a.extent == 0;
      made.collides = made.collides || wanted == kind::ordered;
      if (wanted == kind::window) {
        auto& c = made.sides[table_side_of].coordinates[static_cast<std::size_t>(a.window_of)];
        c.window_axis = static_cast<std::int32_t>(made.axes.size());
      }
      made.axes.push_back(axis_of(a, step.decoding == nullptr ? 0 : step.decoding->zero_strides[n]));
      if (step.decoding == nullptr) divide(made.alignment, a.table_stride);
      divide(made.alignment, a.direct_stride);
      divide(made.alignment, a.weight_stride);
    }
    if (wanted == kind::window) made.problem.enumerated = static_cast<std::uint32_t>(made.axes.size());
  }
  made.problem.axis_count = static_cast<std::uint32_t>(made.axes.size());
  return nullptr;
}

refusal number_points(points& made) {
  if (made.is_empty) return nullptr;
  const auto border = made.axes.begin() + made.problem.enumerated;
  const bool are_numbered = number_axes(made.axes.begin(), border, made.problem.points) &&
                            number_axes(border, made.axes.end(), made.problem.columns);
  return are_numbered ? nullptr : too_many;
}

// The cells that points can have, without columns.
class key_range {
 public:
  void add(std::int64_t first, std::int64_t last, std::int64_t stride) {
    low_ += std::min(first * stride, last * stride);
    high_ += std::max(first * stride, last * stride);
    divide(unit_, stride);
  }
  void put(table_problem& to) const {
    to.key_low = low_;
    to.key_unit = static_cast<std::int64_t>(std::max<std::uint64_t>(unit_, 1));
    to.no_key = static_cast<std::uint64_t>(high_ - low_) / static_cast<std::uint64_t>(to.key_unit) + 1;
  }

 private:
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
  std::uint64_t unit_ = 0;
};

void find_keys(points& made) {
  key_range keys;
  for (std::uint32_t n = 0; n < made.problem.enumerated; ++n)
    keys.add(0, std::int64_t{made.axes[n].extent} - 1, made.axes[n].table_stride);
  for (const table_coordinate& c : made.sides[table_side_of].coordinates) {
    const bool is_kept = made.problem.sides[table_side_of].has_kept != 0;
    const std::int64_t places = is_kept ? c.high - c.low : c.extent;
    // A window that is cut begins before the table; its places outside are none of its points.
    keys.add(std::min<std::int64_t>(1 - c.window, 0), std::max<std::int64_t>(places - 1, 0), c.stride);
  }
  keys.put(made.problem);
}

table_decoding decoding_of(const strew_problem_decoding& from) {
  table_decoding made;
  made.code_step = from.code_step;
  made.value_step = from.value_step;
  made.scale_step = from.scale_step;
  made.zero_step = from.zero_step;
  made.codebook_step = from.codebook_step;
  made.scale_stride = from.scale_stride;
  made.zero_stride = from.zero_stride;
  made.block = from.block;
  made.columns = static_cast<std::uint32_t>(from.columns);
  made.bits = static_cast<std::uint32_t>(from.bits);
  made.packing = static_cast<std::uint32_t>(from.packing);
  made.is_signed = static_cast<std::uint32_t>(from.is_signed);
  made.has_zero_points = static_cast<std::uint32_t>(from.has_zero_points);
  made.has_codebook = static_cast<std::uint32_t>(from.has_codebook);
  made.scale_dtype = from.scale_dtype;
  made.value_dtype = from.value_dtype;
  return made;
}

// What starts are multiplied by, and where the values and scales of codes lie.
void divide_by_starts(const strew_problem_step& step, points& made) {
  for (const std::uint32_t s : {from_side, table_side_of}) {
    for (const table_coordinate& c : made.sides[s].coordinates) {
      if (step.decoding == nullptr || s == from_side) divide(made.alignment, c.stride);
      divide(made.alignment, c.weight_stride);
    }
  }
  if (step.decoding == nullptr) return;
  for (const std::int64_t stride : {step.decoding->value_step, step.decoding->scale_step, step.decoding->codebook_step,
                                    step.decoding->scale_stride})
    divide(made.alignment, stride);
}

// A copy of data has no indices.
refusal list_sides(const strew_problem_view& view, const strew_problem_step& step, points& made) {
  if (step.kind == STREW_STEP_COPY) return nullptr;
  if (step.from != nullptr) {
    if (const refusal reason = list_side(from_of(*step.from), made.problem.sides[from_side], made.sides[from_side]))
      return reason;
  }
  return list_side(table_of(view, step), made.problem.sides[table_side_of], made.sides[table_side_of]);
}

// Positions in row-major order, then the windows of members.
refusal list_position_axes(points& made) {
  side_lists& lists = made.sides[table_side_of];
  for (const table_position& position : lists.positions) {
    table_axis a;
    a.extent = position.extent;
    a.index_stride = position.index_stride;
    made.axes.push_back(a);
    made.is_empty = made.is_empty || a.extent == 0;
  }
  for (table_coordinate& c : lists.coordinates) {
    if (c.window <= 1) continue;
    if (!fits(c.window)) return too_many;
    c.window_axis = static_cast<std::int32_t>(made.axes.size());
    table_axis a;
    a.extent = static_cast<std::uint32_t>(c.window);
    made.axes.push_back(a);
    made.problem.window_places *= a.extent;
  }
  return nullptr;
}

// Cells are numbered row-major over the dimensions that positions traverse or tuples address.
void number_cells(const strew_problem_view& view, points& made) {
  struct dimension {
    std::int64_t number, extent;
    std::int64_t* stride;
  };
  side_lists& lists = made.sides[table_side_of];
  std::vector<dimension> dimensions;
  for (std::size_t n = 0; n < lists.positions.size(); ++n)
    if (view.positions[n].axis >= 0)
      dimensions.push_back({view.positions[n].axis, view.positions[n].extent, &made.axes[n].table_stride});
  for (std::size_t k = 0; k < lists.coordinates.size(); ++k)
    dimensions.push_back({view.members[k].axis, view.members[k].extent, &lists.coordinates[k].stride});
  std::sort(dimensions.begin(), dimensions.end(),
            [](const dimension& a, const dimension& b) { return a.number > b.number; });
  std::int64_t stride = 1;
  for (const dimension& d : dimensions) {
    *d.stride = stride;
    stride *= std::max<std::int64_t>(d.extent, 1);
  }
  for (const table_coordinate& c : lists.coordinates)
    if (c.window_axis >= 0) made.axes[static_cast<std::size_t>(c.window_axis)].table_stride = c.stride;
}

}  // namespace

refusal make_points(const strew_problem_view& view, const strew_problem_step& step, points& made) {
  if (const refusal reason = list_sides(view, step, made)) return reason;
  if (const refusal reason = list_axes(step, made)) return reason;
  if (const refusal reason = number_points(made)) return reason;
  made.problem.is_read = step.direction == STREW_READ ? 1 : 0;
  made.problem.weight_dtype = step.weight_dtype;
  divide_by_starts(step, made);
  if (step.fill_bytes != 0) {
    const auto* first = static_cast<const unsigned char*>(step.fill);
    made.fill.assign(first, first + step.fill_bytes);
    made.problem.fill_bytes = static_cast<std::uint32_t>(step.fill_bytes);
  }
  if (step.decoding != nullptr) made.problem.decoding = decoding_of(*step.decoding);
  if (!made.is_empty) find_keys(made);
  return nullptr;
}

refusal make_positions(const strew_problem_view& view, points& made) {
  const strew_problem_step& step = view.steps[view.step_count - 1];
  table_side& side = made.problem.sides[table_side_of];
  side_lists& lists = made.sides[table_side_of];
  if (const refusal reason = list_side(table_of(view, step), side, lists)) return reason;
  lists.coordinates = lists.members;
  side.coordinate_count = side.member_count;
  if (const refusal reason = list_position_axes(made)) return reason;
  number_cells(view, made);
  made.problem.enumerated = made.problem.axis_count = static_cast<std::uint32_t>(made.axes.size());
  made.collides = true;
  if (const refusal reason = number_points(made)) return reason;
  if (!made.is_empty) find_keys(made);
  return nullptr;
}

}  // namespace strew::vulkan
