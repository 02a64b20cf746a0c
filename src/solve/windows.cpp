// Writes whose windows overlap: each task walks all positions and applies, in their order, what is in its own range of
// one dimension of the table, along which it cuts the windows.
#include <algorithm>
#include <array>

#include "base/arithmetic.hpp"
#include "partition/ranges.hpp"
#include "solve/blocks.hpp"
#include "solve/effort.hpp"
#include "solve/ownership.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

// A dimension with windows: its coordinate, the axis of these, and how many points of the axis a place has, as a window
// may be merged with a slice.
struct windowed_dimension {
  std::size_t coordinate = 0;
  std::size_t along = no_axis;
  std::int64_t points = 0;
};

struct windows_program {
  block_program blocks;
  kernel::cut_kernel cut;  // null where no window can be cut
  kernel::filter_kernel filter;
  windowed_dimension along;
};

// The axis of a coordinate's windows, if it traverses nothing but them and what is inside.
windowed_dimension dimension_of(const problem& p, std::size_t k) {
  const coordinate& c = p.coordinates[k];
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    const axis& a = p.axes[i];
    if (a.window_of != static_cast<std::int32_t>(k) || a.table_stride == 0) continue;
    const std::int64_t points = c.table_stride / a.table_stride;
    if (points > 0 && points * a.table_stride == c.table_stride && times(points, c.window) == a.extent)
      return {k, i, points};
  }
  return {};
}

windowed_dimension longest_dimension(const problem& p) {
  windowed_dimension best;
  for (std::size_t k = 0; k < p.coordinates.size(); ++k) {
    const windowed_dimension one = dimension_of(p, k);
    if (one.along == no_axis) continue;
    if (best.along == no_axis || p.coordinates[k].extent > p.coordinates[best.coordinate].extent) best = one;
  }
  return best;
}

const char* refuse(const situation& in) {
  if (const char* reason = refuse_units(in)) return reason;
  if (!in.overlaps) return "no windows overlap";
  return longest_dimension(in.problem).along == no_axis ? "no windows are along one dimension of the table" : nullptr;
}

program make(const situation& in) {
  windows_program decision{make_blocks(in, kernel::form::strided, true), nullptr, in.kernels.filter(),
                           longest_dimension(in.problem)};
  if (has_cut_windows(in.problem)) decision.cut = in.kernels.cut(index_type_of(in.problem.index_type));
  return program(decision);
}

kernel::coordinate_rule rule_of_start(const part& work, const windows_program& decision) {
  kernel::coordinate_rule made = work.rules[decision.along.coordinate];
  made.table_stride = 1;
  return made;
}

// Ranges of places such that their parts of a sample of the places in windows are about equal. A separate function: the
// tasks that follow do not need its stack.
[[gnu::noinline]] ownership window_owners(const part& work, const windows_program& decision, std::uint64_t owners) {
  const coordinate& c = work.problem.coordinates[decision.along.coordinate];
  const kernel::coordinate_rule rule = rule_of_start(work, decision);
  std::array<std::uint64_t, max_samples> places;
  std::size_t found = 0;
  visit_some(work.axes, decision.blocks.outer_axes, samples_for(owners), [&](const odometer& at, std::uint64_t any) {
    std::int64_t start = 0;
    std::uint8_t is_skipped = 0;
    const kernel::index_column value{(work.indices + at.index() + c.index_offset).stored(), 0, 1};
    if (decision.blocks.starts.resolve(value, &rule, 1, &start, &is_skipped)) return;
    places[found++] = static_cast<std::uint64_t>(start) + any % static_cast<std::uint64_t>(c.window);
  });
  return {places.data(), found, owners};
}

// Positions at a time: fewer than a block may have, as their lists are on the stack too.
constexpr std::int64_t listed_windows = max_block_positions - 64;

// The updates of one owner, position by position.
class window_owner : public block_mover {
 public:
  window_owner(const windows_program& decision, const part& work, const window_places& mine, const cancellation& cancel)
      : block_mover(work, decision.blocks, cancel), decision_(decision), mine_(mine) {}

  bool run() {
    return read_pieces(0, positions(), listed_windows, [&](position_walk& walk, std::int64_t size) {
      return decision_.cut != nullptr ? move_all_cut(walk, size) : move_all_whole(walk, size);
    });
  }

 private:
  bool move_all_cut(position_walk& walk, std::int64_t size) {
    while (size > 0 && move_cut(walk, decision_.cut, &mine_)) --size;
    return size == 0;
  }

  // A separate function: cut windows do not need the stack of these lists.
  [[gnu::noinline]] bool move_all_whole(position_walk& walk, std::int64_t size) {
    std::array<std::int64_t, listed_windows + kernel::filter_slack> starts;  // then those that are listed
    std::array<std::uint8_t, listed_windows> skips;
    std::array<std::uint32_t, listed_windows + kernel::filter_slack> places;
    std::fill_n(starts.data(), size, 0);
    const kernel::coordinate_rule rule = rule_of_start(work_, decision_);
    how_.starts.resolve(column(walk, mine_.coordinate, static_cast<std::size_t>(size)), &rule, 1, starts.data(),
                        skips.data());
    const kernel::block work = resolve(walk, size);
    const std::int64_t low = mine_.first - window() + 1;
    const kernel::offset_range reaching{low, static_cast<std::uint64_t>(mine_.last - 1 - low)};
    const std::size_t count =
        decision_.filter(starts.data(), work.skip_mask, work.positions, reaching, places.data(), starts.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (!move_part(work, places[i], starts[i])) return false;
    }
    return true;
  }

  // One position of a block, as far as it is in the range.
  bool move_part(kernel::block work, std::uint32_t place, std::int64_t start) {
    const std::int64_t low = std::max<std::int64_t>(mine_.first - start, 0);
    const std::int64_t high = std::min(mine_.last - start, window());
    work.offsets += place;
    work.direct = at(work.direct, place * work.direct_stride);
    work.positions = 1;
    work.skip_mask = nullptr;
    const windowed_dimension& along = decision_.along;
    return move_columns(work, along.along, low * along.points, high * along.points);
  }

  [[nodiscard]] std::int64_t window() const { return work_.problem.coordinates[mine_.coordinate].window; }

  const windows_program& decision_;
  window_places mine_;
};

// A separate function: otherwise the task that runs on the calling thread would take its stack twice.
[[gnu::noinline]] bool run_owner(const windows_program& decision, const part& whole, const window_places& mine,
                                 const cancellation& cancel) {
  return window_owner(decision, whole, mine, cancel).run();
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<windows_program>();
  const ownership owners = window_owners(whole, decision, with.tasks);
  const std::size_t coordinate = decision.along.coordinate;
  const std::int64_t extent = whole.problem.coordinates[coordinate].extent;
  return with.for_each(owners.size(), [&](std::uint64_t n) {
    const std::int64_t last = n + 1 == owners.size() ? extent : owners.low(n + 1);
    return run_owner(decision, whole, {coordinate, owners.low(n), last}, cancel);
  });
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double filtered = 6;
  workload made = strided_work(in);
  made.by_each = sizes(in).positions * filtered;
  return made;
}

}  // namespace

constexpr solver windows_solver = {
    .name = "windows",
    .method = "each task applies, in order, what windows have in its own range of one dimension",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block_of<windows_program>,
    .cost = cost,
    .run_team = run_team,
    .reports = true};

}  // namespace strew::engine
