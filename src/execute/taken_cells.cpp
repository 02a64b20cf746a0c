#include "execute/taken_cells.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "base/arithmetic.hpp"
#include "execute/places.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t cells_of_byte = 8;

class taken_cells {
 public:
  explicit taken_cells(std::byte* bits) : bits_(bits) {}

  // Of bytes [first, last); false if cancelled.
  bool clear(std::uint64_t first, std::uint64_t last, const cancellation& cancel) {
    constexpr std::uint64_t piece = kernel::tuning::poll_copy_bytes;
    for (; last - first > piece; first += piece) {
      if (cancel.is_requested()) return false;
      std::memset(bits_ + first, 0, piece);
    }
    std::memset(bits_ + first, 0, last - first);
    return true;
  }

  // False if it was taken before.
  bool take(std::uint64_t cell) {
    const bool is_free = !is_taken(cell);
    bits_[cell / cells_of_byte] |= bit_of(cell);
    return is_free;
  }
  [[nodiscard]] bool is_taken(std::uint64_t cell) const {
    return (bits_[cell / cells_of_byte] & bit_of(cell)) != std::byte{0};
  }

 private:
  static std::byte bit_of(std::uint64_t cell) { return std::byte{1} << static_cast<unsigned>(cell % cells_of_byte); }

  std::byte* bits_;
};

// Each task reads all positions and has a range of the bits, so that no two of them write to one place: waiting for
// each other's writes takes longer than reading the indices again.
std::uint64_t tasks_for(const destinations& where, const execution_context& with) {
  constexpr std::uint64_t max_owners = 8;  // what each of them does alone no longer matters
  const std::uint64_t work = saturated_product(where.position_count, kernel::tuning::position_work);
  return std::min({count_tasks(with.pool, with.threads, work), bits_workspace(where), max_owners});
}

// Positions of a run whose cells belong to a task.
class owned_cells {
 public:
  owned_cells(kernel::filter_kernel filter, std::uint64_t first, std::uint64_t last)
      : filter_(filter), mine_{static_cast<std::int64_t>(first * cells_of_byte), (last - first) * cells_of_byte - 1} {}

  // False if one of them was taken before.
  bool take(const cell_run& run, taken_cells taken) {
    const std::uint8_t* const skip_mask = run.skips ? run.skipped.data() : nullptr;
    const std::size_t count = filter_(run.cells.data(), skip_mask, run.count, mine_, places_.data(), listed_.data());
    for (std::size_t p = 0; p < count; ++p) {
      if (!taken.take(static_cast<std::uint64_t>(listed_[p]))) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t size = position_run::max_count + kernel::filter_slack;

  kernel::filter_kernel filter_;
  kernel::offset_range mine_;
  std::array<std::uint16_t, size> places_;
  std::array<std::int64_t, size> listed_;
};

// Empty if cancelled.
std::optional<bool> collide(const position_source& from, taken_cells taken, const execution_context& with) {
  const std::uint64_t bytes = bits_workspace(from.where);
  const std::uint64_t tasks = tasks_for(from.where, with);
  std::atomic<bool> is_found = false;
  const bool is_done = for_each(with.pool, tasks, arithmetic::none, [&](std::uint64_t n) {
    const std::uint64_t first = border(bytes, tasks, n);
    const std::uint64_t last = border(bytes, tasks, n + 1);
    if (!taken.clear(first, last, with.cancel)) return false;
    owned_cells mine(from.kernels.filter(), first, last);
    const bool is_seen = walk_cells(from, from.all(), with.cancel, [&](const cell_run& run) {
      if (is_found.load(std::memory_order_relaxed)) return false;
      if (mine.take(run, taken)) return true;
      is_found.store(true, std::memory_order_relaxed);
      return false;
    });
    return is_seen || is_found.load(std::memory_order_relaxed);
  });
  return is_done ? std::optional(is_found.load()) : std::nullopt;
}

// Positions that address a taken cell: one, or all. False if cancelled.
bool find_positions(const position_source& from, taken_cells taken, bool counts_all, const cancellation& cancel,
                    duplicate_report& found) {
  if (!taken.clear(0, bits_workspace(from.where), cancel)) return false;
  std::uint64_t last = 0;
  const bool is_done = walk_places(from, from.all(), cancel, [&](std::uint64_t position, std::uint64_t cell) {
    if (taken.take(cell)) return true;
    if (found.count == 0) found.position = position;
    if (found.count == 0 || position != last) ++found.count;
    last = position;
    return counts_all;
  });
  return is_done || (!counts_all && found.count != 0);
}

// The first position that addresses a cell of the one that was found. False if cancelled.
bool find_other(const position_source& from, taken_cells taken, const cancellation& cancel, duplicate_report& found) {
  if (!taken.clear(0, bits_workspace(from.where), cancel)) return false;
  const position_range itself{found.position, found.position + 1};
  const bool is_marked = walk_places(from, itself, cancel, [&](std::uint64_t, std::uint64_t cell) {
    taken.take(cell);
    return true;
  });
  if (!is_marked) return false;
  bool is_found = false;
  const bool is_done = walk_places(from, {0, found.position}, cancel, [&](std::uint64_t position, std::uint64_t cell) {
    if (!taken.is_taken(cell)) return true;
    found.other = position;
    is_found = true;
    return false;
  });
  if (is_done) found = {};  // another thread has modified the indices: they do not collide now
  return is_done || is_found;
}

}  // namespace

std::optional<duplicate_report> find_taken_cells(const position_source& from, std::byte* bits, bool counts_all,
                                                 const execution_context& with) {
  const taken_cells taken(bits);
  duplicate_report found;
  if (from.where.window_places == 1) {
    const auto is_again = collide(from, taken, with);
    if (!is_again) return std::nullopt;
    if (!*is_again) return found;
  }
  if (!find_positions(from, taken, counts_all, with.cancel, found)) return std::nullopt;
  if (found.count != 0 && !find_other(from, taken, with.cancel, found)) return std::nullopt;
  return found;
}

}  // namespace strew::engine
