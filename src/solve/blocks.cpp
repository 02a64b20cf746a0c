#include "solve/blocks.hpp"

#include <algorithm>
#include <limits>

#include "base/arithmetic.hpp"
#include "solve/traits.hpp"
#include "walk/windows.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr auto polled_bytes = static_cast<std::int64_t>(bytes_between_polls);
constexpr std::int64_t max_unpolled_slice = 65536;  // bytes of a slice of which a short line needs no poll

// Exact below bytes_between_polls.
std::int64_t slice_bytes(std::int64_t width, const axis* inner, std::size_t count) {
  std::int64_t bytes = width;
  for (std::size_t a = 0; a < count && bytes < polled_bytes; ++a) bytes *= inner[a].extent;
  return bytes;
}

bool can_stream(const problem& p, std::size_t outer, const kernel::tuning& tuned) {
  if (p.reduce != reduction::none || outer == 0 || outer != p.axes.size()) return false;
  const bool is_dense = !p.is_write() && p.axes[outer - 1].direct_stride == p.width;
  const bool is_of_lines = p.width >= kernel::min_streamed_row && static_cast<std::uint64_t>(p.width) % cache_line == 0;
  const std::int64_t least = is_of_lines ? kernel::min_streamed_row : tuned.min_staged_row;
  const std::uint64_t output = p.is_write() ? reach_of(p).size : unit_bytes(p);
  return p.width >= (is_dense ? least : tuned.min_streamed_lone_row) &&
         std::min(output, unit_bytes(p)) >=
             static_cast<std::uint64_t>(p.is_write() ? tuned.min_streamed_bytes : tuned.min_streamed_gather);
}

// Where a row waits less than its prefetch takes.
bool is_near(const problem& p, std::size_t outer, const kernel::tuning& tuned) {
  const bool fits_line =
      slice_bytes(p.width, p.axes.data() + outer, p.axes.size() - outer) <= static_cast<std::int64_t>(cache_line);
  return reach_of(p).size <= static_cast<std::uint64_t>(fits_line ? tuned.max_near_cells : tuned.max_near_table);
}

// Zero is one of the offsets. The product is taken after the reach, which bounds it.
bool suits_gathers(const problem& p, std::size_t outer, bool is_near, const kernel::tuning& tuned) {
  if (outer == 0 || p.coordinates.size() != 1) return false;
  const offset_reach all = reach_of(p);
  if (all.low < std::numeric_limits<std::int32_t>::min() || all.size > std::numeric_limits<std::int32_t>::max()) {
    return false;
  }
  if (is_near) return tuned.near_gathers != 0;
  const auto cells = static_cast<std::int64_t>(magnitude(p.places(0) * p.coordinates[0].table_stride));
  return cells / kernel::max_gathered_step <= p.axes[outer - 1].extent;
}

// Single units that one kernel moves by two lists, if the updates have one.
bool can_be_listed(const problem& p, const block_program& by) {
  const bool is_single = by.outer_axes == p.axes.size() && kernel::has_own_width(static_cast<std::size_t>(p.width));
  return is_single && are_places(p) && by.fill == nullptr && p.pass == accumulator_pass::none && !p.exclude_self;
}

// One side of the move is memory, so the product fits.
std::uint64_t bytes_of(const kernel::block& work) {
  return work.positions * work.count * work.width;
}

}  // namespace

block_program make_blocks(const situation& in, kernel::form shape, bool kernel_takes_row) {
  const problem& p = in.problem;
  const std::size_t outer = in.outer;
  const std::size_t inner = p.axes.size() - outer;
  block_program made{};
  static_cast<reading&>(made) = reading_of(p, outer, in.kernels);
  made.walked_axes = static_cast<std::uint16_t>(kernel_takes_row && inner > 0 ? inner - 1 : inner);
  made.positions = static_cast<std::uint16_t>(max_block_positions);
  made.min_fused = static_cast<std::uint8_t>(in.kernels.tuning.min_fused);
  made.max_fused_line = static_cast<std::uint8_t>(in.kernels.tuning.max_fused_line);
  made.min_run = static_cast<std::uint8_t>(in.kernels.tuning.min_run);
  made.unit = unit_kernel(in, shape);
  made.fill = p.policy.outside == out_of_bounds::fill ? in.kernels.fill() : nullptr;
  made.fence = in.kernels.fence();
  made.stages_starts = in.kernels.tuning.staged_starts != 0;
  made.paired = p.from || p.makes_products() || p.is_scan() || p.decodes_updates() ? &in.kernels : nullptr;
  made.is_near = is_near(p, outer, in.kernels.tuning);
  made.suits_gathers = suits_gathers(p, outer, made.is_near, in.kernels.tuning);
  made.streams = shape == kernel::form::rows && !in.is_paired && can_stream(p, outer, in.kernels.tuning);
  made.has_small_slices = outer == 1 && !in.is_paired && made.walked_axes == 0 && inner <= 1 && made.fill == nullptr &&
                          slice_bytes(p.width, p.axes.data() + outer, inner) <= max_unpolled_slice;
  return made;
}

block_mover::block_mover(const part& work, const block_program& program, const cancellation& cancel,
                         paired_updates* pairs)
    : position_reader(work, program, cancel),
      program_(program),
      pairs_(pairs),
      can_be_listed_(pairs != nullptr && can_be_listed(work.problem, program) && flat_axes() == 1),
      polls_(cancel),
      between_polls_(std::max<std::int64_t>(polled_bytes / slice_bytes(work.width, inner(), inner_count()), 1)) {}

std::int64_t block_mover::max_block() const {
  const auto positions = static_cast<std::int64_t>(program_.positions);
  return program_.walked_axes > 0 ? positions : std::min(positions, between_polls_);
}

kernel::block block_mover::begin(const position_walk& walk) const {
  kernel::block work;
  work.table = at(work_.table, table_);
  work.direct = at(work_.direct, direct_ + walk.number() * walk.line().direct_stride);
  work.offsets = offsets_.data();
  work.positions = 1;
  work.direct_stride = walk.line().direct_stride;
  work.width = static_cast<std::size_t>(work_.width);
  work.streams = program_.streams;
  work.is_near = program_.is_near;
  work.suits_gathers = program_.suits_gathers;
  work.in_order = program_.in_order;
  work.stages_starts = program_.stages_starts;
  work.first_replaces = work_.problem.exclude_self;
  return work;
}

kernel::block block_mover::resolve(position_walk& walk, std::int64_t size) {
  kernel::block work = begin(walk);
  work.positions = static_cast<std::size_t>(size);
  if (pairs_ != nullptr) pairs_->begin(walk, size, base(), line(walk, work.positions));
  bool skips = resolve_next(walk, size);
  if (pairs_ != nullptr) {
    if (work_.problem.coordinates.empty()) std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
    skips = pairs_->resolve(skip_mask_.data()) || skips;
  }
  if (skips) work.skip_mask = skip_mask_.data();
  report(skips);
  return work;
}

bool block_mover::move_slices(kernel::block& work) {
  if (pairs_ != nullptr) pairs_->set_inner({});
  take_row(inner(), work);
  return walk_axes(inner(), program_.walked_axes, work, program_.unit);
}

// A separate function, as few problems have such lists.
[[gnu::noinline]] bool block_mover::move_listed(position_walk& walk, std::int64_t size, bool& goes_on) {
  const kernel::index_column cells = column(walk, 0, static_cast<std::size_t>(size));
  pairs_->begin(walk, size, base(), {});
  if (!pairs_->has_places() || !is_list_of_places(cells) || walk.line().table_stride != 0) return false;
  kernel::block work = begin(walk);
  work.positions = static_cast<std::size_t>(size);
  work.offsets = nullptr;
  work.cells = reinterpret_cast<const std::uint32_t*>(cells.first);
  work.cell_stride = work_.problem.coordinates[0].table_stride;
  pairs_->put_places(work);
  walk.skip(size);
  goes_on = call_polled(work, program_.unit);
  return true;
}

kernel::upcoming block_mover::next_line(const position_walk& walk) const {
  const std::size_t outer = program_.outer_axes;
  const axis& rows = inner_count() == 0 ? work_.axes[outer - 2] : work_.axes[work_.problem.axes.size() - 1];
  const auto step = static_cast<std::int64_t>(program_.fetched_step);
  const std::int64_t column = walk.line().extent - walk.left_in_line();
  return {at(work_.table, table_ + walk.table() + rows.table_stride + column * step), program_.fetched_step};
}

bool block_mover::move(position_walk& walk, std::int64_t size) {
  bool goes_on = true;
  if (can_be_listed_ && move_listed(walk, size, goes_on)) return goes_on;
  const bool fetches = program_.fetched_step != 0 && inner_count() != 0;
  const kernel::upcoming soon = fetches ? next_line(walk) : kernel::upcoming{};
  kernel::block work = resolve(walk, size);
  work.soon[0] = soon;
  if (!move_slices(work)) return false;
  return work.skip_mask == nullptr || program_.fill == nullptr || fill(work);
}

bool block_mover::move_cut(position_walk& walk, kernel::cut_kernel cut, const window_places* only) {
  kernel::block work = begin(walk);
  const std::byte* tuple = tuples(walk, 1).first;
  walk.take(1, offsets_.data());
  return move_boxes(work, tuple, cut, only);
}

// A separate function: other blocks do not need the stack of these lists.
[[gnu::noinline]] bool block_mover::move_boxes(kernel::block& work, const std::byte* tuple, kernel::cut_kernel cut,
                                               const window_places* only) {
  cut_window window(work_.problem, work_.rules, cut, tuple);
  if (only != nullptr) window.keep(only->coordinate, only->first, only->last);
  if (program_.fill != nullptr && !window.is_whole()) {
    skip_mask_[0] = 1;
    work.skip_mask = skip_mask_.data();
    take_row(inner(), work);
    if (!fill(work)) return false;
    work.skip_mask = nullptr;
  }
  const slice_axes slice{inner(), inner_count(), work_.shared - program_.outer_axes, work_.first};
  return window.for_each_box(slice, [&](const axis* axes, std::int64_t table, std::int64_t direct) {
    return move_box(work, axes, table, direct);
  });
}

bool block_mover::move_box(kernel::block box, const axis* axes, std::int64_t table, std::int64_t direct) {
  box.table = at(box.table, table);
  box.direct = at(box.direct, direct);
  take_row(axes, box);
  return walk_axes(axes, program_.walked_axes, box, program_.unit);
}

[[gnu::noinline]] bool block_mover::move_columns(kernel::block& work, std::size_t along, std::int64_t first,
                                                 std::int64_t last) {
  run_list<axis> axes(work_.axes, work_.problem.axes.size());
  const part columns = part_along(work_, along, first, last, axes);
  work.width = static_cast<std::size_t>(columns.width);
  if (pairs_ != nullptr) pairs_->set_inner(distance(work_, columns));
  return move_box(work, columns.axes + program_.outer_axes, columns.table - work_.table, columns.direct - work_.direct);
}

void block_mover::take_row(const axis* axes, kernel::block& work) const {
  if (program_.walked_axes >= inner_count()) return;
  const axis& row = axes[program_.walked_axes];
  work.count = static_cast<std::size_t>(row.extent);
  work.table_step = row.table_stride;
  work.direct_step = row.direct_stride;
}

// A block is passed by reference: copying just-written fields would stall on store forwarding.
template <class Call>
bool block_mover::walk_points(const axis* axes, std::size_t count, kernel::block& work, const Call& call) {
  if (count == 0) return call();
  odometer walk(axes, count);
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::byte* const soon = work.soon[0].first;
  const inner_place inner = pairs_ == nullptr ? inner_place() : pairs_->inner();
  do {
    work.table = at(table, walk.table());
    work.direct = at(direct, walk.direct());
    if (work.soon[0].step != 0) work.soon[0].first = soon + walk.table();
    if (pairs_ != nullptr) pairs_->set_inner(inner, walk);
    if (!call()) return false;
  } while (walk.next());
  work.table = table;
  work.direct = direct;
  return true;
}

bool block_mover::walk_axes(const axis* axes, std::size_t count, kernel::block& work, kernel::block_kernel unit) {
  return walk_points(axes, count, work, [&] { return call_unit(work, unit); });
}

bool block_mover::call_unit(const kernel::block& work, kernel::block_kernel unit) {
  if (pairs_ == nullptr) return call_polled(work, unit);
  return pairs_->for_each_piece(work, [&](const kernel::block& piece) { return call_polled(piece, unit); });
}

bool block_mover::call_polled(const kernel::block& work, kernel::block_kernel unit) {
  const std::uint64_t bytes = bytes_of(work);
  if (bytes > bytes_between_polls) return call_in_pieces(work, unit);
  unit(work);
  return polls_.go_on_bytes(bytes);
}

// Units of a row are distinct cells, so several positions may be processed in pieces of their rows. A single unit is
// split if bytes are only moved, by a kernel for any width.
bool block_mover::call_in_pieces(const kernel::block& work, kernel::block_kernel unit) {
  const bool cuts_units = work.count == 1 && !kernel::has_own_width(work.width);
  const std::size_t all = cuts_units ? work.width : work.count;
  const std::ptrdiff_t table_step = cuts_units ? 1 : work.table_step;
  const std::ptrdiff_t direct_step = cuts_units ? 1 : work.direct_step;
  const std::uint64_t each = std::max<std::uint64_t>(bytes_of(work) / all, 1);
  const std::size_t max_units = std::max<std::size_t>(bytes_between_polls / each, 1);
  for (std::size_t done = 0; done < all; done += max_units) {
    kernel::block piece = work;
    (cuts_units ? piece.width : piece.count) = std::min(max_units, all - done);
    piece.table = at(work.table, static_cast<std::ptrdiff_t>(done) * table_step);
    piece.direct = at(work.direct, static_cast<std::ptrdiff_t>(done) * direct_step);
    unit(piece);
    if (!polls_.go_on_bytes(bytes_of(piece))) return false;
  }
  return true;
}

bool block_mover::fill(kernel::block& work) {
  return walk_points(inner(), program_.walked_axes, work, [&] { return fill_unit(work); });
}

// A wide unit in pieces of complete patterns.
bool block_mover::fill_unit(const kernel::block& work) {
  const fill_pattern& pattern = work_.problem.fill;
  STREW_ASSERT(program_.fill != nullptr && !pattern.empty());
  const std::size_t patterns = std::max<std::size_t>(bytes_between_polls / pattern.size(), 1);
  for (std::size_t done = 0; done < work.width; done += patterns * pattern.size()) {
    kernel::block piece = work;
    piece.width = std::min(patterns * pattern.size(), work.width - done);
    piece.direct = at(work.direct, static_cast<std::ptrdiff_t>(done));
    program_.fill(piece, pattern.data(), pattern.size());
    if (!polls_.go_on_bytes(bytes_of(piece))) return false;
  }
  return true;
}

bool move_blocks(block_mover& blocks, position_walk& walk, const cancellation& cancel) {
  while (walk.left() > 0) {
    if (cancel.is_requested()) return false;
    if (!blocks.move(walk, std::min(blocks.max_block(), walk.left()))) return false;
  }
  return true;
}

}  // namespace strew::engine
