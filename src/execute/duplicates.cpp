#include "execute/duplicates.hpp"

#include <array>
#include <atomic>

#include "base/arithmetic.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

// Each task reads all positions and has a range of the bits, so that no two of them write to one place: waiting for
// each other's writes takes longer than reading the indices again.
std::uint64_t tasks_for(const destinations& where, const execution_context& with) {
  constexpr std::uint64_t max_owners = 8;  // what each of them does alone no longer matters
  if (where.window_places > 1) return 1;   // a position that repeats in many cells counts once
  const std::uint64_t work = saturated_product(where.position_count, position_work);
  return std::min({count_tasks(with.pool, with.threads, work), bits_workspace(where), max_owners});
}

// Takes the cells whose bits are in `bytes`; those of a block are listed first. Calls again(position) where one was
// taken, which returns false, as does this, if that is enough. `ends(position)` true: it need not be read.
template <class Ends, class Again>
bool take_owned(const cell_reader& from, taken_cells taken, const point_range& bytes, const cancellation& cancel,
                const Ends& ends, const Again& again) {
  constexpr std::size_t size = max_block_positions + kernel::filter_slack;
  const kernel::filter_kernel filter = from.kernels.filter();
  const kernel::offset_range mine{static_cast<std::int64_t>(bytes.first * taken_cells::cells_of_byte),
                                  (bytes.last - bytes.first) * taken_cells::cells_of_byte - 1};
  const bool owns_all = bytes.last - bytes.first == bits_workspace(from.where);
  std::array<std::uint32_t, size> places;
  std::array<std::int64_t, size> cells;
  return from.read(from.all(), cancel, [&](const position_block& block) {
    if (ends(block.first)) return false;
    const bool lists = block.skip_mask != nullptr || !owns_all;
    const std::size_t count =
        lists ? filter(block.offsets, block.skip_mask, block.count, mine, places.data(), cells.data()) : block.count;
    // Of this loop, whose writes cannot change them.
    const taken_cells bits = taken;
    const std::int64_t* const cell = lists ? cells.data() : block.offsets;
    for (std::size_t n = 0; n < count; ++n)
      if (!bits.take(static_cast<std::uint64_t>(cell[n])) && !again(block.first + (lists ? places[n] : n)))
        return false;
    return true;
  });
}

// Positions that address a cell which an earlier one addresses. False if cancelled.
bool find_positions(const cell_reader& from, taken_cells taken, bool counts_all, const execution_context& with,
                    duplicate_report& found) {
  constexpr std::uint64_t none = ~std::uint64_t{0};
  const std::uint64_t bytes = bits_workspace(from.where);
  const std::uint64_t tasks = tasks_for(from.where, with);
  std::atomic<std::uint64_t> lowest = none;
  std::atomic<std::uint64_t> all = 0;
  const bool is_done = for_each(with.pool, tasks, arithmetic::none, [&](std::uint64_t n) {
    std::uint64_t count = 0;
    std::uint64_t last = none;
    bool has_ended = false;
    const auto ends = [&](std::uint64_t position) {
      has_ended = !counts_all && position > lowest.load();
      return has_ended;
    };
    const auto again = [&](std::uint64_t position) {
      if (position == last) return true;
      ++count;
      last = position;
      std::uint64_t seen = lowest.load();
      while (position < seen && !lowest.compare_exchange_weak(seen, position)) {
      }
      has_ended = !counts_all;
      return counts_all;
    };
    const point_range owned{border(bytes, tasks, n), border(bytes, tasks, n + 1)};
    const auto take = [&](std::uint64_t position, std::uint64_t cell) { return taken.take(cell) || again(position); };
    const bool is_read = taken.clear(owned.first, owned.last, with.cancel) &&
                         (from.where.window_places != 1 ? from.for_each_place(from.all(), with.cancel, take)
                                                        : take_owned(from, taken, owned, with.cancel, ends, again));
    all += count;
    return is_read || has_ended;
  });
  found = {all, lowest, 0};
  return is_done;
}

// The first position that addresses a cell of the one that was found. False if cancelled.
bool find_other(const cell_reader& from, taken_cells taken, const cancellation& cancel, duplicate_report& found) {
  if (!taken.clear(0, bits_workspace(from.where), cancel)) return false;
  const point_range itself{found.position, found.position + 1};
  const bool is_marked = from.for_each_place(itself, cancel, [&](std::uint64_t, std::uint64_t cell) {
    static_cast<void>(taken.take(cell));
    return true;
  });
  if (!is_marked) return false;
  bool is_found = false;
  const bool is_done =
      from.for_each_place({0, found.position}, cancel, [&](std::uint64_t position, std::uint64_t cell) {
        if (!taken.is_taken(cell)) return true;
        found.other = position;
        is_found = true;
        return false;
      });
  if (is_done) found = {};  // another thread has modified the indices: they do not collide now
  return is_done || is_found;
}

// By a bit for each cell, bits_workspace() bytes. Empty if cancelled, here and below. Not inlined, nor is the other
// search: the lists of one are not on the stack of both.
[[gnu::noinline]] std::optional<duplicate_report> find_taken_cells(const cell_reader& from, std::byte* bits,
                                                                   bool counts_all, const execution_context& with) {
  duplicate_report found;
  if (!find_positions(from, taken_cells(bits), counts_all, with, found)) return std::nullopt;
  if (found.count == 0) return duplicate_report{};
  if (!find_other(from, taken_cells(bits), with.cancel, found)) return std::nullopt;
  return found;
}

std::optional<cell_sequence> look_along(const cell_reader& from, const point_range& range, const cancellation& cancel) {
  cell_sequence seen;
  std::uint64_t last_cell = 0;
  std::uint64_t last_position = 0;
  std::uint64_t counted = ~std::uint64_t{0};  // the last position
  const bool is_read = from.for_each_place(range, cancel, [&](std::uint64_t position, std::uint64_t cell) {
    const bool is_again = (cell == last_cell) & (seen.places != 0) & (position != counted);
    if (is_again & (seen.duplicates.count == 0)) seen.duplicates = {0, position, last_position};
    seen.duplicates.count += is_again ? 1 : 0;
    counted = is_again ? position : counted;
    seen.is_sorted = cell >= last_cell;
    ++seen.places;
    last_cell = cell;
    last_position = position;
    return seen.is_sorted;
  });
  return is_read || !seen.is_sorted ? std::optional(seen) : std::nullopt;
}

// By sorted records of cells and positions.
[[gnu::noinline]] std::optional<duplicate_report> find_repeated_cells(const cell_reader& from, std::byte* workspace,
                                                                      bool counts_all, const execution_context& with) {
  const destinations& where = from.where;
  const std::uint64_t records = where.position_count * where.window_places;
  const auto seen = look_along(from, with.cancel);
  if (!seen) return std::nullopt;
  if (seen->is_sorted) return seen->duplicates;
  std::byte* positions = nullptr;
  if (const std::uint64_t bytes = position_bits_workspace(where); bytes != 0 && counts_all) {
    positions = workspace + search_workspace(where) - bytes;
    if (!taken_cells(positions).clear(0, bytes, with.cancel)) return std::nullopt;
  }
  repeated_cells found(where.cell_count, positions);
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
    return from.for_each_place({first, last}, with.cancel, [&](std::uint64_t position, std::uint64_t cell) {
      note(cell, position);
      return true;
    });
  };
  const bool is_done = with_records(where, [&](const auto& format) {
    const auto look_at = [&](std::uint64_t, const auto* first, const auto* last) {
      found.look_at(format, first, last);
      return true;
    };
    const sorting what{ranges_of(where.cell_count, records), where.position_count, records, workspace};
    return sort_by_cells(format, what, tasks_that_sort(records, with), with.cancel, each,
                         [&](std::uint64_t) { return look_at; });
  });
  return is_done ? std::optional(found.all()) : std::nullopt;
}

}  // namespace

// Most that are not in order show it at once.
std::optional<cell_sequence> look_along(const cell_reader& from, const cancellation& cancel) {
  constexpr std::uint64_t few = 8;
  const std::uint64_t all = from.where.position_count;
  const auto begin = look_along(from, {0, std::min(all, few)}, cancel);
  return all <= few || !begin || !begin->is_sorted ? begin : look_along(from, from.all(), cancel);
}

std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, wanted_duplicates wanted,
                                                std::byte* workspace, const execution_context& with) {
  if (!where.may_collide) return duplicate_report{};
  const bool counts_all = wanted == wanted_duplicates::all;
  const cell_reader from(where, kernels, indices);
  if (is_searched_by_bits(where)) return find_taken_cells(from, workspace, counts_all, with);
  return find_repeated_cells(from, workspace, counts_all, with);
}

}  // namespace strew::engine
