#include "problem/destinations.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace {

// A dimension of the table that is addressed by tuples or batch axes.
struct chosen {
  std::int32_t dimension;
  std::int64_t extent;
  std::int64_t* cell_stride;
};

small_vector<chosen> chosen_dimensions(destinations& made, const index_map& map) {
  small_vector<chosen> all;
  for (std::size_t n = 0; n < made.positions.size(); ++n) {
    if (map.of_positions[n] == index_map::none) continue;
    all.push_back({map.of_positions[n], made.positions[n].extent, &made.positions[n].cell_stride});
  }
  for (std::size_t k = 0; k < made.members.size(); ++k) {
    if (map.of_members[k] == index_map::none) continue;
    all.push_back({map.of_members[k], made.places(k), &made.members[k].cell_stride});
  }
  std::sort(all.begin(), all.end(),
            [](const chosen& left, const chosen& right) { return left.dimension > right.dimension; });
  return all;
}

constexpr std::uint64_t bytes_of_bits(std::uint64_t bits) {
  constexpr std::uint64_t bits_of_byte = 8;
  return (bits + bits_of_byte - 1) / bits_of_byte;
}

std::int64_t workspace_of(const destinations& where, int128 records, std::uint64_t bytes) {
  if (records == 0) return 0;
  if (records > max_size) return no_workspace;
  const auto count = static_cast<std::uint64_t>(records);
  const std::int64_t sorted = records_workspace(ranges_of(where.cell_count, count), count, share_word(where) ? 1 : 2);
  return sorted == no_workspace ? sorted : narrow(int128{sorted} + bytes).value_or(no_workspace);
}

// A record for each place of each position.
std::int64_t records_workspace(const destinations& where) {
  return workspace_of(where, static_cast<int128>(where.position_count) * where.window_places,
                      position_bits_workspace(where));
}

}  // namespace

destinations destinations_of(const indexed_side& of, const index_map& map) {
  destinations made;
  made.index_type = of.index_type;
  made.policy = of.policy;
  made.padding = of.padding;
  made.kept = of.kept;
  std::int64_t places = 1;
  for (const auto& axis : of.space.positions) made.positions.push_back({axis.extent, axis.index_stride, 0});
  for (const auto& m : of.space.members) {
    made.members.push_back({m.extent, m.window, m.index_offset, 0});
    places = narrow(times(places, m.window)).value_or(max_size);
  }
  made.window_places = static_cast<std::uint64_t>(places);
  made.position_count = of.space.has_no_position() ? 0 : of.space.position_count();
  std::int64_t cells = 1;
  for (const chosen& c : chosen_dimensions(made, map)) {
    *c.cell_stride = cells;
    cells *= std::max<std::int64_t>(c.extent, 1);
  }
  made.cell_count = static_cast<std::uint64_t>(cells);
  for (std::size_t n = 0; n < made.positions.size(); ++n)
    made.may_collide |= made.positions[n].extent > 1 && map.of_positions[n] == index_map::none;
  made.may_collide = made.may_collide && places != 0 && made.position_count > 1;
  return made;
}

unsigned position_bits(const destinations& where) {
  return bits_of(where.position_count);
}

unsigned cell_bits(const destinations& where) {
  return static_cast<unsigned>(std::bit_width(where.cell_count));
}

bool share_word(const destinations& where) {
  return position_bits(where) + cell_bits(where) <= 64;
}

// A range has as many records as are worth a task, and the cells of few of them fit into the memory of a core.
record_ranges ranges_of(std::uint64_t cells, std::uint64_t records) {
  const std::uint64_t worth = std::max<std::uint64_t>(records / min_counted_records, 1);
  const auto bits = static_cast<unsigned>(std::bit_width(std::min(worth, max_buckets))) - 1;
  const auto all = static_cast<unsigned>(std::bit_width(cells));
  const unsigned shift = all - std::min(bits, all);
  return {(cells >> shift) + 1, shift, std::min(worth, most_sorting_tasks)};
}

std::int64_t records_workspace(const record_ranges& of, std::uint64_t records, std::uint64_t words) {
  const int128 all = static_cast<int128>(records) * words * 2 + static_cast<int128>(of.chunks) * of.ranges * 2;
  return narrow((all + words) * sizeof(std::uint64_t)).value_or(no_workspace);
}

std::int64_t order_workspace(const destinations& where) {
  return workspace_of(where, where.position_count, 0);
}

std::uint64_t position_bits_workspace(const destinations& where) {
  return where.window_places > 1 ? bytes_of_bits(where.position_count) : 0;
}

std::uint64_t bits_workspace(const destinations& where) {
  return bytes_of_bits(where.cell_count);
}

bool is_searched_by_bits(const destinations& where) {
  const std::int64_t sorted = records_workspace(where);
  return sorted == no_workspace || bits_workspace(where) <= static_cast<std::uint64_t>(sorted);
}

std::uint64_t search_workspace(const destinations& where) {
  if (!where.may_collide) return 0;
  return is_searched_by_bits(where) ? bits_workspace(where) : static_cast<std::uint64_t>(records_workspace(where));
}

}  // namespace strew::engine
