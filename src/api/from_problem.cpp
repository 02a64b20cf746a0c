// Plans of problems that are given in the structs of strew/problem.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "lower/given_problem.hpp"
#include "strew/problem.h"

namespace strew::engine::api {
namespace {

// Reads the lists of a view whose structs may be longer than those of this library.
template <class Entry>
const Entry& entry(const Entry* first, std::uint64_t number, std::uint32_t bytes) {
  const std::uint64_t size = bytes == 0 ? sizeof(Entry) : bytes;
  return *reinterpret_cast<const Entry*>(reinterpret_cast<const std::byte*>(first) + number * size);
}

class problem_reader {
 public:
  explicit problem_reader(const strew_problem_view& view)
      : view_(view), step_(entry(view.steps, view.step_count - 1, view.step_bytes)) {}

  status read(problem& made, index_map& map) {
    check_enums();
    check_list("axes", step_.axes, step_.axis_count);
    check_side(step_.coordinates, step_.coordinate_count, view_.positions, view_.position_rank, view_.members,
               view_.member_count);
    check_segments(step_.segments, view_.position_rank);
    check_kept(step_.kept, view_.members, view_.member_count);
    if (const strew_problem_from* from = step_.from) {
      check_side(from->coordinates, from->coordinate_count, from->positions, from->position_rank, from->members,
                 from->member_count);
      check_segments(from->segments, from->position_rank);
      check_kept(from->kept, from->members, from->member_count);
    }
    if (bad_) return bad_;
    read_move(made);
    read_table_side(made, map);
    if (step_.from != nullptr) read_from(made.from.emplace());
    check_windows(made);
    return bad_;
  }

 private:
  template <class... Values>
  void refuse(told<Values...> text, const Values&... values) {
    if (!bad_) bad_ = fail(rule::PB1, operand::none, text, values...);
  }

  void check_enum(const char* name, std::int64_t value, std::int64_t last) {
    if (value < 0 || value > last) refuse("{} is {}, outside [0, {}]", name, value, last);
  }
  void check_type(const char* name, strew_dtype type) {
    if (find_info(type) == nullptr) refuse("{} {} is unknown", name, std::int64_t{type});
  }
  template <class Entry>
  void check_list(const char* name, const Entry* list, std::uint64_t count) {
    if (count > max_rank) refuse("there are {} {}, more than {}", count, name, std::uint64_t{max_rank});
    if (list == nullptr && count != 0) refuse("the {} are null", name);
  }
  void check_side(const strew_problem_coordinate* coordinates, std::uint64_t coordinate_count,
                  const strew_problem_position* positions, std::uint64_t position_rank,
                  const strew_problem_member* members, std::uint64_t member_count) {
    check_list("coordinates", coordinates, coordinate_count);
    check_list("positions", positions, position_rank);
    check_list("members", members, member_count);
  }

  void check_segments(const strew_problem_segments* given, std::uint64_t position_rank) {
    if (given == nullptr) return;
    if (given->offset_count < 0) refuse("there are {} offsets", given->offset_count);
    if (given->batch_rank > position_rank)
      refuse("batch_rank is {}, but positions have {} dimensions", given->batch_rank, position_rank);
  }

  void check_kept(const strew_problem_kept* given, const strew_problem_member* members, std::uint64_t count) {
    if (given == nullptr || bad_) return;
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::int64_t extent = entry(members, k, view_.member_bytes).extent;
      if (given[k].low < 0 || given[k].low > given[k].high || given[k].high > extent)
        refuse("the places [{}, {}) that are kept are not in the extent {} of member {}", given[k].low, given[k].high,
               extent, k);
    }
  }

  void check_enums() {
    check_enum("direction", step_.direction, STREW_WRITE);
    check_enum("reduction", step_.reduction, reduction_count - 1);
    check_enum("accumulate", step_.accumulate, STREW_ACCUMULATE_NATIVE);
    check_enum("out_of_bounds", step_.out_of_bounds, STREW_OOB_ASSUME);
    check_enum("negative_indices", step_.negative_indices, STREW_NEGATIVE_REFUSE);
    check_enum("partial_window", step_.partial_window, STREW_PARTIAL_WHOLE);
    check_enum("duplicates", step_.duplicates, STREW_DUPLICATES_ERROR);
    check_type("element type", step_.dtype);
    check_type("weight type", step_.weight_dtype);
    check_type("index type", step_.index_dtype);
    if (step_.decoding != nullptr) refuse("units are codes, which are decoded: such a problem is made by its operator");
    if (step_.from != nullptr) {
      check_enum("out_of_bounds of updates", step_.from->out_of_bounds, STREW_OOB_ASSUME);
      check_enum("negative_indices of updates", step_.from->negative_indices, STREW_NEGATIVE_REFUSE);
      check_type("index type of updates", step_.from->index_dtype);
    }
    if (step_.width < 1) return refuse("the width is {}", step_.width);
    const dtype_info* about = find_info(step_.dtype);
    if (about != nullptr && about->width != 0 && about->width != step_.width)
      refuse("the width is {}, that of {} is {}", step_.width, about->name, std::int64_t{about->width});
    const bool fills = step_.out_of_bounds == STREW_OOB_FILL;
    if (fills && (step_.fill == nullptr || step_.fill_bytes == 0 ||
                  static_cast<std::uint64_t>(step_.width) % step_.fill_bytes != 0))
      refuse("{} bytes of a fill value do not fill a unit of {}", step_.fill_bytes, step_.width);
  }

  void read_move(problem& made) const {
    made.way = static_cast<direction>(step_.direction);
    made.width = step_.width;
    made.reduce = static_cast<reduction>(step_.reduction);
    if (made.reduce != reduction::none) {
      made.type = static_cast<dtype>(step_.dtype);
      made.exclude_self = step_.exclude_self != 0;
      made.accumulate = static_cast<accumulation>(step_.accumulate);
      made.unordered = step_.unordered != 0;
    }
    made.refuses_duplicates = step_.duplicates == STREW_DUPLICATES_ERROR && made.is_write();
    made.weight_type = static_cast<dtype>(step_.weight_dtype);
    if (step_.out_of_bounds == STREW_OOB_FILL) {
      made.fill = {static_cast<const std::byte*>(step_.fill), static_cast<std::size_t>(step_.fill_bytes)};
      made.fill.keep();
    }
    for (std::uint64_t n = 0; n < step_.axis_count; ++n) {
      const strew_problem_axis& a = entry(step_.axes, n, view_.axis_bytes);
      const auto window = std::clamp<std::int64_t>(a.window_of, no_window - 1, max_rank);  // what is none stays none
      made.axes.push_back({a.extent, a.table_stride, a.direct_stride, a.index_stride, static_cast<std::int32_t>(window),
                           step_.from == nullptr ? 0 : a.from_stride, made.is_weighted() ? a.weight_stride : 0,
                           a.position_stride});
      made.names_positions = made.names_positions || a.position_stride != 0;
    }
  }

  void read_table_side(problem& made, index_map& map) const {
    made.index_type = static_cast<dtype>(step_.index_dtype);
    made.policy = {static_cast<out_of_bounds>(step_.out_of_bounds), static_cast<negative>(step_.negative_indices),
                   static_cast<partial_window>(step_.partial_window)};
    made.padding = step_.padding;
    read_lists(made, step_.coordinates, step_.coordinate_count, view_.positions, view_.position_rank, view_.members,
               view_.member_count);
    read_segments(made, step_.segments);
    read_kept(made, step_.kept);
    for (std::uint64_t n = 0; n < view_.position_rank; ++n)
      map.of_positions.push_back(static_cast<std::int32_t>(entry(view_.positions, n, view_.position_bytes).axis));
    for (std::uint64_t k = 0; k < view_.member_count; ++k)
      map.of_members.push_back(static_cast<std::int32_t>(entry(view_.members, k, view_.member_bytes).axis));
  }

  void read_from(indexed_side& made) const {
    const strew_problem_from& from = *step_.from;
    made.index_type = static_cast<dtype>(from.index_dtype);
    made.policy = {static_cast<out_of_bounds>(from.out_of_bounds), static_cast<negative>(from.negative_indices),
                   partial_window::element};
    made.padding = from.padding;
    read_lists(made, from.coordinates, from.coordinate_count, from.positions, from.position_rank, from.members,
               from.member_count);
    read_segments(made, from.segments);
    read_kept(made, from.kept);
  }

  static void read_kept(indexed_side& made, const strew_problem_kept* given) {
    if (given == nullptr) return;
    auto& kept = made.kept.emplace();
    for (std::size_t k = 0; k < made.space.members.size(); ++k) kept.push_back({given[k].low, given[k].high});
  }

  static void read_segments(indexed_side& made, const strew_problem_segments* given) {
    if (given == nullptr) return;
    segmentation& by = made.segments.emplace();
    by.offset_count = given->offset_count;
    by.offset_stride = given->offset_stride;
    by.batch_rank = static_cast<std::int32_t>(given->batch_rank);
  }

  void read_lists(indexed_side& made, const strew_problem_coordinate* coordinates, std::uint64_t coordinate_count,
                  const strew_problem_position* positions, std::uint64_t position_rank,
                  const strew_problem_member* members, std::uint64_t member_count) const {
    for (std::uint64_t k = 0; k < coordinate_count; ++k) {
      const strew_problem_coordinate& c = entry(coordinates, k, view_.coordinate_bytes);
      made.coordinates.push_back({c.extent, c.window, c.table_stride, c.index_offset, weight_stride_of(c)});
    }
    for (std::uint64_t n = 0; n < position_rank; ++n) {
      const strew_problem_position& one = entry(positions, n, view_.position_bytes);
      made.space.positions.push_back({one.extent, one.index_stride});
    }
    for (std::uint64_t k = 0; k < member_count; ++k) {
      const strew_problem_member& m = entry(members, k, view_.member_bytes);
      made.space.members.push_back({m.extent, m.window, m.index_offset, static_cast<std::int32_t>(m.axis)});
    }
  }

  // Callers of a header without the field have structs that end before it.
  [[nodiscard]] std::int64_t weight_stride_of(const strew_problem_coordinate& c) const {
    const std::uint32_t bytes = view_.coordinate_bytes;
    return bytes == 0 || bytes >= sizeof c ? c.weight_stride : 0;
  }

  // Before any of them is followed.
  void check_windows(const problem& p) {
    for (const axis& a : p.axes) {
      if (a.window_of != no_window &&
          (a.window_of < 0 || static_cast<std::size_t>(a.window_of) >= p.coordinates.size()))
        refuse("an axis traverses the window of coordinate {} of {}", std::int64_t{a.window_of},
               std::uint64_t{p.coordinates.size()});
    }
  }

  const strew_problem_view& view_;
  const strew_problem_step& step_;
  status bad_;
};

status make_from_problem(const strew_problem_view& view, const char* solver_name, std::unique_ptr<strew_plan>& made) {
  const solver* requested = nullptr;
  if (solver_name != nullptr) {
    requested = find_solver(solver_name);
    if (requested == nullptr) return fail(rule::AT5, operand::none, "there is no solver {}", solver_name);
  }
  if (view.step_count == 0 || view.steps == nullptr) return fail(rule::PB1, operand::none, "the problem has no step");
  problem raw;
  index_map map;
  if (auto bad = problem_reader(view).read(raw, map)) return bad;
  return make_plan_of_problem(raw, map, nullptr, requested, made);
}

}  // namespace

status make_plan_of_problem(const problem& raw, const index_map& map, const operation* part_of, const solver* requested,
                            std::unique_ptr<strew_plan>& made) {
  auto spec = std::make_shared<plan_spec>();
  auto lowered = lower::given_problem(raw, map, spec->ops);
  if (!lowered) return std::move(lowered).error();
  spec->operation = *std::move(lowered);
  if (part_of != nullptr) {
    spec->operation.of_axes = part_of->of_axes;
    spec->operation.positions = part_of->positions;
  }
  spec->requested = requested;
  made = std::make_unique<strew_plan>();
  made->value.ops = spec->ops;
  made->value.spec = std::move(spec);
  return make_plan(made->value.spec->operation, {.requested = requested, .known = {}}, made->value);
}

}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_plan_from_problem(const strew_problem_view* view, const char* solver, strew_plan** plan,
                                     strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
    *plan = nullptr;
    if (view == nullptr) return fail(rule::PT1, operand::none, "the problem is null");
    if (auto bad = api::check_struct(view)) return bad;
    std::unique_ptr<strew_plan> made;
    if (auto bad = api::make_from_problem(*view, solver, made)) return bad;
    *plan = made.release();
    return {};
  });
}
