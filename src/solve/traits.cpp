#include "solve/traits.hpp"

#include <algorithm>

#include "base/arithmetic.hpp"
#include "walk/tasks.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t min_sampled_positions = 65536;  // for which a sample of the indices chooses the solver

bool has_window(const problem& p) {
  for (const axis& a : p.axes) {
    if (a.window_of != no_window) return true;
  }
  return false;
}

std::uint64_t work_of_positions(const problem& p, std::uint64_t positions) {
  return p.coordinates.empty() ? 0 : saturated_product(positions, position_work);
}

}  // namespace

situation::situation(const engine::problem& p, const kernel::kernel_set& of, const index_facts& known)
    : problem(p),
      kernels(of),
      facts(known),
      moves_nothing(p.moves_nothing()),
      collides(p.is_write() && !known.is_unique.is(true, source::promise) && !is_unique(p)),
      cuts_windows(has_cut_windows(p)),
      is_paired(p.is_paired()),
      overlaps(collides && has_window(p)),
      outer(count_outer(p)),
      positions(static_cast<std::uint64_t>(count_points(p.axes.data(), outer))),
      work(saturated_sum(unit_bytes(p), work_of_positions(p, positions))) {}

std::uint64_t unit_bytes(const problem& p) {
  return saturated_product(static_cast<std::uint64_t>(count_points(p.axes.data(), p.axes.size())),
                           static_cast<std::uint64_t>(p.width));
}

offset_reach reach_of(const problem& p) {
  offset_reach made;
  const auto add = [&](std::int64_t steps, std::int64_t stride) {
    made.low += stride < 0 ? steps * stride : 0;
    made.size += static_cast<std::uint64_t>(steps) * magnitude(stride);
  };
  for (const axis& a : p.axes) add(a.extent - 1, a.table_stride);
  for (std::size_t k = 0; k < p.coordinates.size(); ++k)
    add(p.places(k) - p.coordinates[k].window, p.coordinates[k].table_stride);
  return made;
}

bool can_split(const problem& p, bool collides, const axis& a) {
  if (a.window_of != no_window) return !collides;
  return !collides || !is_ordered(p, a) || a.extent == 1;
}

std::size_t find_apart(const problem& p) {
  const auto is_apart = [](std::int64_t stride) { return magnitude(stride) >= cache_line; };
  const std::size_t outer = count_outer(p);
  if (outer == 0 || outer == p.axes.size() || p.coordinates.size() != 1) return no_axis;
  const axis& first = p.axes[outer];
  const bool has_lines = first.window_of == no_window && is_apart(first.table_stride) && is_apart(first.direct_stride);
  return has_lines && !is_apart(p.coordinates[0].table_stride) ? outer : no_axis;
}

std::int64_t unit_grain(const problem& p) {
  const bool is_moved = p.reduce == reduction::none && p.pass == accumulator_pass::none && !p.decoding;
  if (!is_moved || kernel::has_own_width(static_cast<std::size_t>(p.width))) return 0;
  return static_cast<std::int64_t>(cache_line * std::max<std::uint64_t>(p.fill.size(), 1));
}

bool has_cut_windows(const problem& p) {
  return can_cut_windows(p.policy) &&
         std::any_of(p.coordinates.begin(), p.coordinates.end(), [](const coordinate& c) { return c.window > 1; });
}

bool is_worth_a_sample(const situation& in) {
  const bool has_values = !in.problem.coordinates.empty() && !in.problem.segments;
  return has_values && !in.moves_nothing && in.positions >= min_sampled_positions;
}

bool has_a_choice(const situation& in) {
  return is_worth_a_sample(in) || (!in.moves_nothing && in.work >= 2 * min_task_bytes);
}

const char* refuse_units(const situation& in) {
  if (in.moves_nothing) return "nothing moves";
  return in.problem.pass == accumulator_pass::all ? "its accumulators are kept for few cells at a time" : nullptr;
}

const char* refuse_blocks(const situation& in) {
  if (const char* reason = refuse_units(in)) return reason;
  return refuse_slices(in);
}

const char* refuse_slices(const situation& in) {
  if (in.moves_nothing) return "nothing moves";
  if (in.cuts_windows) return "windows can be cut at the border of the table";
  return in.overlaps ? "windows overlap, so they are written one after the other" : nullptr;
}

namespace {

kernel::outcome outcome_of(const problem& p) {
  if (p.names_positions) return kernel::outcome::position;
  return p.reduce == reduction::mean ? kernel::outcome::mean : kernel::outcome::value;
}

kernel::accumulator accumulator_of(const problem& p) {
  return p.accumulate == accumulation::wide ? kernel::accumulator::wide : kernel::accumulator::native;
}

}  // namespace

kernel::accumulator_kernels accumulators_of(const problem& p, const kernel::kernel_set& kernels) {
  return kernels.accumulators(scalar_of(p.type), combination_of(p), outcome_of(p), accumulator_of(p));
}

namespace {

kernel::accumulator weights_of(const problem& p) {
  return p.weight_type == p.type || !p.is_weighted() ? kernel::accumulator::native : kernel::accumulator::wide;
}

}  // namespace

bool has_wide_values(const problem& p) {
  return p.decoding && p.decoding->value_type != p.type;
}

kernel::slice_kernel widening_of(const problem& p, const kernel::kernel_set& kernels) {
  if (!p.is_weighted() || !has_wide_values(p) || p.weight_type == p.decoding->value_type) return nullptr;
  return kernels
      .slices(scalar_of(p.weight_type), kernel::combination::add, kernel::outcome::value, kernel::accumulator::wide)
      .load;
}

kernel::slice_kernels slices_of_updates(const problem& p, const kernel::kernel_set& kernels) {
  if (!has_wide_values(p)) return slices_of(p, kernels);
  return kernels.slices(scalar_of(p.decoding->value_type), combination_of(p), outcome_of(p), accumulator_of(p));
}

kernel::weigh_kernel weigh_kernel_of(const problem& p, const kernel::kernel_set& kernels) {
  if (has_wide_values(p))
    return kernels.weigh(scalar_of(p.decoding->value_type), outcome_of(p), accumulator_of(p),
                         kernel::accumulator::native);
  return kernels.weigh(scalar_of(p.type), outcome_of(p), accumulator_of(p), weights_of(p));
}

kernel::dot_kernel dots_of(const problem& p, const kernel::kernel_set& kernels) {
  return kernels.dots(scalar_of(p.type), accumulator_of(p), weights_of(p));
}

std::size_t product_bytes(const problem& p) {
  constexpr std::size_t placed_bytes = 16;  // of a value of at most 64 bits and its position
  if (p.names_positions) return placed_bytes;
  const bool is_half = p.type == dtype::f16 || p.type == dtype::bf16;
  const auto width = static_cast<std::size_t>(info(p.type).width);
  if (p.accumulate == accumulation::native) return width;
  if (is_half) return sizeof(float);
  if (p.reduce != reduction::mean || !is_integer(p.type)) return width;
  return width == sizeof(std::int64_t) ? 2 * width : sizeof(std::int64_t);
}

bool makes_accumulated(const problem& p) {
  return p.is_weighted() || p.decodes_updates();
}

kernel::slice_kernels slices_of(const problem& p, const kernel::kernel_set& kernels) {
  return kernels.slices(scalar_of(p.type), combination_of(p), outcome_of(p), accumulator_of(p));
}

kernel::product_kernels slice_products_of(const problem& p, const kernel::kernel_set& kernels) {
  if (has_wide_values(p))
    return kernels.slice_products(scalar_of(p.decoding->value_type), combination_of(p), outcome_of(p),
                                  accumulator_of(p), kernel::accumulator::native);
  return kernels.slice_products(scalar_of(p.type), combination_of(p), outcome_of(p), accumulator_of(p), weights_of(p));
}

kernel::block_kernel unit_kernel(const situation& in, kernel::form shape) {
  const problem& p = in.problem;
  switch (p.pass) {
    case accumulator_pass::load:
      return accumulators_of(p, in.kernels).load;
    case accumulator_pass::accumulate:
      if (p.is_scan()) return in.kernels.scan(scalar_of(p.type), combination_of(p), accumulator_of(p));
      if (!makes_accumulated(p) || p.names_positions) return accumulators_of(p, in.kernels).accumulate;
      return in.kernels.products(scalar_of(p.type), combination_of(p), outcome_of(p), accumulator_of(p));
    case accumulator_pass::store:
      return accumulators_of(p, in.kernels).store;
    case accumulator_pass::none:
    case accumulator_pass::all:
      break;
  }
  if (p.reduce != reduction::none) return in.kernels.combine(shape, scalar_of(p.type), combination_of(p));
  const auto way = p.is_write() ? kernel::direction::write : kernel::direction::read;
  return in.kernels.move(shape, way, kernel::class_of(static_cast<std::size_t>(p.width)));
}

}  // namespace strew::engine
