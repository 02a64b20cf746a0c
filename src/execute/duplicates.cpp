#include "execute/duplicates.hpp"

#include <cstddef>
#include <cstdint>

#include "execute/places.hpp"
#include "execute/taken_cells.hpp"

namespace strew::engine {
namespace {

std::optional<duplicate_report> sort_places(const position_source& from, std::byte* workspace,
                                            const cancellation& cancel) {
  destination_order order(from.where, from.where.position_count * from.where.window_places, workspace);
  const bool is_noted = walk_places(from, from.all(), cancel, [&](std::uint64_t position, std::uint64_t cell) {
    order.note(position, cell);
    return true;
  });
  if (!is_noted) return std::nullopt;
  if (order.is_ascending()) return duplicate_report{};
  poll_counter polls(cancel);
  if (!order.sort(polls)) return std::nullopt;
  return order.take_duplicates(polls);
}

}  // namespace

bool note_starts(const position_source& from, const cancellation& cancel, destination_order& order) {
  return walk_cells(from, from.all(), cancel, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p] != 0) {
        order.note_skipped(run.first + p);
      } else {
        order.note(run.first + p, static_cast<std::uint64_t>(run.cells[p]));
      }
    }
    return true;
  });
}

std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, wanted_duplicates wanted,
                                                std::byte* workspace, const execution_context& with) {
  if (!where.may_collide) return duplicate_report{};
  const position_source from(where, kernels, indices);
  if (is_searched_by_bits(where)) return find_taken_cells(from, workspace, wanted == wanted_duplicates::all, with);
  return sort_places(from, workspace, with.cancel);
}

}  // namespace strew::engine
