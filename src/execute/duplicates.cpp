#include "execute/duplicates.hpp"

#include "execute/order.hpp"

namespace strew::engine {
namespace {

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

std::optional<duplicate_report> find_repeated_cells(const cell_reader& from, std::byte* workspace, bool counts_all,
                                                    const execution_context& with) {
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
    };
    return sort_by_cells(format, where, records, workspace, with, each, look_at);
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
