#include "execute/duplicates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "execute/tuples.hpp"

namespace strew {
inline namespace engine {
namespace {

using starts_list = small_vector<std::int64_t>;

// Calls visit(run) with the cells of the batch axes as places.
template <class Visit>
bool walk_positions(const destinations& where, const std::byte* indices, const cancellation& cancel,
                    const Visit& visit) {
  if (where.position_count == 0) return true;
  small_vector<axis> axes;
  for (const auto& p : where.positions) axes.push_back({p.extent, p.cell_stride, 0, p.index_stride, no_window});
  return walk_runs(axes, where.members.empty() ? nullptr : indices, cancel, visit);
}

// Calls visit(cell) for each place on the table of the windows of the members from k on.
template <class Visit>
void walk_window(const destinations& where, const starts_list& starts, std::size_t k, std::int64_t cell,
                 const Visit& visit) {
  if (k == starts.size()) return visit(static_cast<std::uint64_t>(cell));
  const destinations::member& m = where.members[k];
  const std::int64_t start = starts[k];
  const bool wraps = where.policy.outside == out_of_bounds::wrap;
  const std::int64_t room = wraps ? m.extent - start : m.window;  // steps before it wraps
  const std::int64_t high = wraps || start <= m.extent - m.window ? m.window : m.extent - start;
  for (std::int64_t step = std::max<std::int64_t>(-start, 0); step < high; ++step) {
    const std::int64_t place = step < room ? start + step : step - room;
    walk_window(where, starts, k + 1, cell + place * m.cell_stride, visit);
  }
}

// Notes every place of the windows.
bool note_windows(const destinations& where, const std::byte* indices, const cancellation& cancel,
                  destination_order& order) {
  const tuple_reader read(where);
  starts_list starts(where.members.size());
  return walk_positions(where, indices, cancel, [&](const position_run& run) {
    position_run one = run;
    one.count = 1;
    for (std::size_t p = 0; p < run.count; ++p) {
      bool is_left_out = false;
      for (std::size_t k = 0; k < starts.size(); ++k) {
        read.read(k, one, &starts[k]);
        is_left_out |= read.is_left_out(k, starts[k]);
      }
      const std::uint64_t position = run.first + p;
      if (!is_left_out)
        walk_window(where, starts, 0, one.place, [&](std::uint64_t cell) { order.note(position, cell); });
      one.place += run.place_step;
      one.tuple += run.tuple_step;
    }
  });
}

}  // namespace

bool note_starts(const destinations& where, const std::byte* indices, const cancellation& cancel,
                 destination_order& order) {
  const tuple_reader read(where);
  std::array<std::int64_t, position_run::most> starts;
  std::array<std::int64_t, position_run::most> cells;
  std::array<bool, position_run::most> left_out;
  return walk_positions(where, indices, cancel, [&](const position_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) cells[p] = run.place + static_cast<std::int64_t>(p) * run.place_step;
    std::fill_n(left_out.begin(), run.count, false);
    for (std::size_t k = 0; k < where.members.size(); ++k) {
      const destinations::member& m = where.members[k];
      const std::int64_t last = std::max<std::int64_t>(m.extent - 1, 0);
      read.read(k, run, starts.data());
      for (std::size_t p = 0; p < run.count; ++p) {
        left_out[p] |= read.is_left_out(k, starts[p]);
        cells[p] += std::clamp<std::int64_t>(starts[p], 0, last) * m.cell_stride;
      }
    }
    for (std::size_t p = 0; p < run.count; ++p) {
      if (left_out[p]) {
        order.note_left_out(run.first + p);
      } else {
        order.note(run.first + p, static_cast<std::uint64_t>(cells[p]));
      }
    }
  });
}

std::optional<meetings> find_meetings(const destinations& where, const std::byte* indices, std::byte* workspace,
                                      const cancellation& cancel) {
  if (!where.may_meet) return meetings{};
  destination_order order(where, where.position_count * where.window_places, workspace);
  const auto note = where.window_places == 1 ? note_starts : note_windows;
  if (!note(where, indices, cancel, order)) return std::nullopt;
  if (order.is_ascending()) return meetings{};
  order.sort();
  return order.take_meetings();
}

}  // namespace engine
}  // namespace strew
