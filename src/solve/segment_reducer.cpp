#include "solve/segment_reducer.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t min_row = 8;  // units side by side, below which updates are few for their position

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
  if (!p.is_write() || !is_whole || p.reduce == reduction::none)
    return "no updates are combined, or their accumulators are in memory";
  if (!in.collides) return "no two positions write one cell";
  if (p.has_indexed_weights()) return "indices select weights";
  if (in.outer == p.axes.size() || p.axes.back().extent < min_row) return "few units of a slice lie side by side";
  if (slices_of(p, in.kernels).load == nullptr) return "there is no kernel for its accumulators";
  return p.is_weighted() && products_of(p, in.kernels).load == nullptr ? "there is no kernel for its products"
                                                                       : nullptr;
}

segment_kernels make_segment_kernels(const situation& in) {
  const kernel::slice_kernels kernels = slices_of(in.problem, in.kernels);
  const std::size_t most = accumulator_room / kernels.accumulator_bytes;
  const std::size_t piece = std::min(most, static_cast<std::size_t>(in.problem.axes.back().extent));
  return {reading_of(in.problem, in.outer, in.kernels), kernels, &in.kernels, static_cast<std::uint32_t>(piece),
          static_cast<std::uint32_t>(most / piece)};
}

}  // namespace strew::engine
