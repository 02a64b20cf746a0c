#include "solve/effort.hpp"

#include <algorithm>
#include <cmath>

#include "base/arithmetic.hpp"
#include "problem/points.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr auto line_bytes = static_cast<double>(cache_line);

// Lines of one slice: those of its bytes, where they are dense, or one for each unit.
double lines_of_slice(const problem& p, std::size_t outer, double units) {
  const auto width = static_cast<double>(p.width);
  const auto dense = [](double bytes) { return bytes <= 1 ? 1.0 : (bytes - 1) / line_bytes + 1; };
  if (outer == p.axes.size()) return width < line_bytes ? 1.0 : dense(width);
  const axis& last = p.axes.back();
  const auto step = static_cast<double>(magnitude(last.table_stride));
  const double rows = units / static_cast<double>(last.extent);
  return rows * dense(std::min(step, line_bytes) * static_cast<double>(last.extent) + width - 1);
}

}  // namespace

double dense_lines(double lines) {
  constexpr double following = 0.3;  // of a random line: one that follows another one
  return 1 + std::max(lines - 1, 0.0) * following;
}

sizes::sizes(const situation& in) {
  const problem& p = in.problem;
  const machine& with = this_machine();
  positions = static_cast<double>(in.positions);
  units = static_cast<double>(count_points(p.axes.data() + in.outer, p.axes.size() - in.outer));
  slice_bytes = units * static_cast<double>(p.width);
  slice_lines = lines_of_slice(p, in.outer, units);
  visit_lines = slice_lines * line_bytes < 2 * (slice_bytes + line_bytes) ? dense_lines(slice_lines) : slice_lines;
  // Of offsets few are read.
  const double values = p.segments ? 0.0 : static_cast<double>(p.coordinates.size());
  index_bytes = values * static_cast<double>(info(p.index_type).width);
  table_bytes = static_cast<double>(reach_of(p).size) + static_cast<double>(p.width) - 1;
  cells = std::max(table_bytes / std::max(slice_bytes, 1.0), 1.0);
  passes = !p.is_write() ? 1 : 2;
  hot = in.facts.most_share(positions);
  distinct = in.facts.distinct.by == source::proof ? static_cast<double>(in.facts.distinct.value) : 0;
  is_in_order = in.facts.is_in_order();
  const double visited = std::min(table_bytes, positions * slice_lines * line_bytes);
  is_cached = positions * (index_bytes + slice_bytes) + visited < static_cast<double>(with.last_cache) / 2;
}

double sizes::touched() const {
  return distinct != 0 ? distinct : cells * (1 - std::exp(-positions / cells));
}

void add_stream(workload& made, const sizes& of, double bytes) {
  (of.is_cached ? made.near : made.streamed) += bytes;
}

bool add_lines(workload& made, double lines, double reach) {
  const machine& with = this_machine();
  const bool is_far = reach >= static_cast<double>(with.last_cache) * 0.6;
  if (reach < static_cast<double>(with.first_cache)) return false;
  (reach <= static_cast<double>(with.second_cache) ? made.second : is_far ? made.memory : made.last) += lines;
  return is_far && reach > static_cast<double>(with.second_cache);
}

void add_visits_in_order(workload& made, const sizes& of, double reach) {
  const bool is_dense = of.visit_lines < of.slice_lines;
  const double each = is_dense ? of.slice_bytes : of.slice_lines * line_bytes;
  add_stream(made, of, std::min(of.touched() * each, reach) * of.passes);
}

void add_visits(workload& made, const sizes& of, double share, double reach) {
  if (of.is_in_order) return add_visits_in_order(made, of, reach);
  const double visits = of.positions * share;
  const double cold = visits * (1 - of.hot);
  const double bytes = cold * of.slice_lines * line_bytes;
  made.near += visits * of.slice_bytes * of.passes;
  const bool is_far = add_lines(made, cold * of.visit_lines, std::min(reach, bytes));
  if (is_far && of.passes > 1) made.streamed += bytes;  // written back
}

workload direct_work(const situation& in, double each) {
  const sizes of(in);
  workload made;
  made.positions = of.positions * each;
  add_stream(made, of, of.positions * (of.index_bytes + of.slice_bytes));
  add_visits(made, of, 1 - in.facts.share_of(in.facts.even), of.table_bytes);  // a processor reads ahead of the others
  return made;
}

// Where positions share the lines of the table, and visit most of them, these are read in order.
workload element_work(const situation& in, bool is_fused) {
  constexpr double through_offsets = 3;  // the first unit of a position; each other one is one more move
  const sizes of(in);
  const double each = is_fused ? 1 : through_offsets + of.units - 1;
  const bool is_dense = of.positions * of.slice_lines * line_bytes >= 2 * of.table_bytes;
  if (!is_dense || find_apart(in.problem) == no_axis) return direct_work(in, each);
  workload made;
  made.positions = of.positions * each;
  add_stream(made, of, of.positions * (of.index_bytes + of.slice_bytes) + of.table_bytes * of.passes);
  return made;
}

workload row_work(const situation& in) {
  constexpr double each_row = 5;
  return direct_work(in, each_row);
}

workload strided_work(const situation& in) {
  constexpr double each_unit = 2;
  constexpr double each_position = 6;
  return direct_work(in, each_position + each_unit * sizes(in).units);
}

}  // namespace strew::engine
