#include "solve/segment_reducer.hpp"

#include <algorithm>

#include "walk/polls.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t min_row = kernel::min_reduced_row;  // below which updates are few for their position

// The last axis of positions leads to the same cell, the others to cells of their own, so that a run has its extent at
// most; and a kernel reduces runs in registers.
bool has_short_runs(const situation& in) {
  const problem& p = in.problem;
  const axis& row = p.axes.back();
  const bool is_dense = row.table_stride == p.width && row.direct_stride == p.width && row.weight_stride == 0;
  if (!is_dense || whole_kernel_of(slices_of(p, in.kernels), products_of(p, in.kernels)) == nullptr) return false;
  if (!p.coordinates.empty() || p.segments || in.outer == 0) return false;
  const axis& run = p.axes[in.outer - 1];
  if (run.table_stride != 0 || run.extent > static_cast<std::int64_t>(max_short_run)) return false;
  std::int64_t reach = 1;  // bytes
  for (std::size_t i = in.outer - 1; i-- > 0;) {
    const axis& cells = p.axes[i];
    if (cells.table_stride < reach || __builtin_mul_overflow(cells.table_stride, cells.extent, &reach)) return false;
  }
  return true;
}

// Where old values are read, the lines of their cells are in the cache already.
bool can_pass_cache(const situation& in) {
  return in.problem.exclude_self &&
         reach_of(in.problem).size >= static_cast<std::uint64_t>(in.kernels.tuning.min_streamed_bytes);
}

// Whether the rows that are reduced, those of all positions or those that indices select from, are mostly in memory.
// Lists of codes are too short to fetch farther ahead.
bool is_distant(const situation& in) {
  const problem& p = in.problem;
  if (p.decoding) return false;
  std::uint64_t bytes = 0;
  const auto add = [&](std::int64_t places, std::int64_t stride) {
    bytes += static_cast<std::uint64_t>(places) * magnitude(stride);
  };
  for (std::size_t a = 0; a < in.outer; ++a) add(p.axes[a].extent, p.axes[a].direct_stride);
  for (std::size_t k = 0; p.from && k < p.from->coordinates.size(); ++k)
    add(p.from->places(k), p.from->coordinates[k].table_stride);
  return bytes >= static_cast<std::uint64_t>(in.kernels.tuning.min_distant_table);
}

}  // namespace

kernel::product_kernels products_of(const problem& p, const kernel::kernel_set& kernels) {
  return p.is_weighted() ? slice_products_of(p, kernels) : kernel::product_kernels();
}

std::size_t from_tuple_bytes(const problem& p) {
  if (!p.from || p.from->coordinates.empty()) return 0;
  std::int64_t bytes = 0;
  for (const coordinate& c : p.from->coordinates) {
    if (c.index_offset < 0 || c.index_offset >= static_cast<std::int64_t>(max_from_tuple)) return max_from_tuple + 1;
    bytes = std::max(bytes, c.index_offset + static_cast<std::int64_t>(info(p.from->index_type).width));
  }
  return static_cast<std::size_t>(bytes);
}

const char* refuse_reducing(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_slices(in)) return reason;
  const bool is_whole = p.pass == accumulator_pass::none || p.pass == accumulator_pass::all;
  if (p.names_positions) return "its results are positions";
  if (p.is_scan()) return "its results are those of positions";
  if (!p.is_write() || !is_whole || p.reduce == reduction::none)
    return "no updates are combined, or their accumulators are in memory";
  if (!in.collides) return "no two positions write one cell";
  if (p.has_indexed_weights()) return "indices select weights";
  if (in.outer == p.axes.size() || p.axes.back().extent < min_row) return "few units of a slice lie side by side";
  if (p.decoding && p.codes_along(p.axes.back()).column != 1) return "the values of a row are not the innermost axis";
  if (slices_of(p, in.kernels).load == nullptr) return "there is no kernel for its accumulators";
  return p.is_weighted() && products_of(p, in.kernels).load == nullptr ? "there is no kernel for its products"
                                                                       : nullptr;
}

segment_kernels make_segment_kernels(const situation& in) {
  const kernel::slice_kernels kernels = slices_of(in.problem, in.kernels);
  const std::size_t room = in.problem.decoding ? decoded_room : accumulator_room;
  const std::size_t most = room / kernels.accumulator_bytes;
  const auto row = static_cast<std::size_t>(in.problem.axes.back().extent);
  const bool is_short = row > most && has_short_runs(in);
  const std::size_t polled = bytes_between_polls / (reduced_at_once * static_cast<std::size_t>(in.problem.width));
  return {reading_of(in.problem, in.outer, in.kernels),
          kernels,
          &in.kernels,
          can_pass_cache(in) ? in.kernels.fence() : nullptr,
          static_cast<std::uint32_t>(std::min(is_short ? std::max(polled, most) : most, row)),
          is_short,
          is_distant(in)};
}

static_assert(sizeof(segment_reducer) < std::size_t{31} << 10);  // of the stack

}  // namespace strew::engine
