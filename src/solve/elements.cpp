// One unit per position: resolved and moved in one loop if there is such a kernel, otherwise through offsets.
#include <algorithm>
#include <limits>

#include "base/arithmetic.hpp"
#include "solve/forms.hpp"
#include "solve/fused.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t min_positions = 8;  // for which each element of a slice is worth a kernel call

struct element_program {
  block_program blocks;
  kernel::fused_kernel fused;  // may be null
};

// Elements that are read one after the other into a large output, from lines longer than a few vectors.
bool can_stream(const situation& in) {
  const problem& p = in.problem;
  const kernel::tuning& tuned = in.kernels.tuning;
  if (p.is_write() || p.axes.empty() || p.axes.back().direct_stride != p.width) return false;
  return p.axes.back().extent * p.width >= tuned.min_streamed_line &&
         unit_bytes(p) >= static_cast<std::uint64_t>(tuned.min_streamed_bytes);
}

bool has_slices(const situation& in) {
  return in.outer != 0 && in.outer != in.problem.axes.size();
}

// Bytes of cells for each position of a line: as many as such a line has cells, unless they are too far apart for most
// to be visited: 0.
std::uint8_t bytes_of_cells(const situation& in) {
  const problem& p = in.problem;
  if (p.coordinates.size() != 1 || in.outer == 0) return 0;
  const axis& line = p.axes[in.outer - 1];
  if (line.table_stride != 0 || line.extent == 0) return 0;
  const std::int64_t cells = (p.coordinates[0].extent - 1) * p.coordinates[0].table_stride;
  const std::int64_t step = cells / line.extent + 1;
  return step < 1 || step > in.kernels.tuning.max_fetched_step ? 0 : static_cast<std::uint8_t>(step);
}

// The lines of slices are fetched where the table does not stay in the second cache.
bool fetches(const situation& in, const block_program& made) {
  const problem& p = in.problem;
  const bool reads_cells = !p.is_write() || p.reduce != reduction::none;
  return reads_cells && (has_slices(in) ? !made.is_near : made.flat_axes >= 2);
}

// So many points of slices that their cells stay in the second cache from one block of positions to the next.
std::uint16_t band_of(const situation& in) {
  constexpr std::int64_t least = 8;  // for which positions are resolved
  constexpr std::int64_t most = std::numeric_limits<std::uint16_t>::max();
  const problem& p = in.problem;
  const std::int64_t others = count_points(p.axes.data() + in.outer + 1, p.axes.size() - in.outer - 1);
  const std::int64_t bytes =
      std::max(static_cast<std::int64_t>(magnitude(p.axes.back().table_stride)), std::int64_t{1});
  const std::int64_t points = std::max(in.kernels.tuning.max_near_table / 4 / bytes, least);
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(points / others, 1, most));
}

program make(const situation& in) {
  program chosen;
  auto& made = chosen.set_made([&] { return element_program{make_element_blocks(in), find_fused(in)}; });
  made.blocks.streams = made.fused != nullptr && can_stream(in);
  return chosen;
}

workload cost(const program& chosen, const situation& in, std::uint64_t /*tasks*/) {
  return element_work(in, chosen.as<element_program>().fused != nullptr);
}

}  // namespace

// If elements of a slice are closer together than positions, moving position by position is faster.
const char* refuse_elements(const situation& in) {
  if (const char* reason = refuse_blocks(in)) return reason;
  const problem& p = in.problem;
  if (p.reduce == reduction::none && !kernel::has_own_width(static_cast<std::size_t>(p.width)))
    return "a unit is wider than an element";
  const std::size_t outer = in.outer;
  if (outer == p.axes.size()) return nullptr;
  if (in.positions < min_positions) return "too few positions for each element of a slice";
  return magnitude(p.axes.back().direct_stride) < magnitude(p.axes[outer - 1].direct_stride)
             ? "elements of a slice lie closer together than positions"
             : nullptr;
}

bool run_elements(const part& work, const block_program& program, kernel::fused_kernel fused,
                  const cancellation& cancel) {
  return run_blocks(work, program, fused, cancel, [&](block_mover& blocks, position_walk& walk) {
    if (fused == nullptr) return move_blocks(blocks, walk, cancel);
    if (has_short_lines(blocks)) return move_short_lines(blocks, walk, fused, cancel);
    while (walk.left() > 0) {
      if (cancel.is_requested() || !move_next(blocks, walk, fused, blocks.between_polls())) return false;
    }
    return true;
  });
}

block_program make_element_blocks(const situation& in) {
  block_program made = make_blocks(in, kernel::form::elements, false);
  const std::uint8_t cells = bytes_of_cells(in);
  if (fetches(in, made)) made.fetched_step = cells;
  if (has_slices(in) && cells != 0 && !made.is_near && in.positions > max_block_positions) made.band = band_of(in);
  return made;
}

constexpr solver elements_solver = {.name = "elements",
                                    .method = "resolves and moves one element after the other in one loop",
                                    .refuse = refuse_elements,
                                    .make = make,
                                    .run = run_elements<element_program>,
                                    .block = block_of<element_program>,
                                    .cost = cost,
                                    .is_general = true,
                                    .reports = true,
                                    .takes_pairs = true};

}  // namespace strew::engine
