// The destinations of the positions of an index space on the table. Each place that a tuple can address has a number,
// row-major over the table's dimensions; positions that address one number collide. Slices are not considered: two
// positions that collide in one cell of their slices collide in all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/small_vector.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

constexpr std::uint64_t max_buckets = 4096;          // ranges of cells, among which records of positions are divided
constexpr std::uint64_t min_counted_records = 1024;  // that are worth a range, and thousands of counters

struct destinations {
  struct position_axis {
    std::int64_t extent = 1;
    std::int64_t index_stride = 0;
    std::int64_t cell_stride = 0;  // in cells; 0: positions along it may collide
  };
  struct member {
    std::int64_t extent = 0;
    std::int64_t window = 1;
    std::int64_t index_offset = 0;
    std::int64_t cell_stride = 0;
  };
  small_vector<position_axis> positions;
  small_vector<member> members;
  dtype index_type = dtype::i64;
  index_policy policy;
  // Positions with this start, or with one that is not kept, have no destination.
  std::int64_t padding = indexed_side::no_padding;
  boxed<small_vector<kept_places>> kept;
  std::uint64_t position_count = 0;
  std::uint64_t window_places = 1;  // covered by one tuple; saturates beyond 63 bits
  std::uint64_t cell_count = 1;     // at most the table's elements, so it fits in 63 bits
  bool may_collide = false;         // false: the shapes guarantee that no two positions address one cell

  [[nodiscard]] std::int64_t places(std::size_t k) const {
    return kept ? (*kept)[k].high - (*kept)[k].low : members[k].extent;
  }
};

destinations destinations_of(const indexed_side& of, const index_map& map);

// A record is a position and a destination cell: one word if both fit into it, otherwise two. Memory for records is
// aligned by their size.
__extension__ typedef unsigned __int128 two_words;
unsigned position_bits(const destinations& where);
unsigned cell_bits(const destinations& where);  // of a cell number or of `nowhere`, which is after all cells
bool share_word(const destinations& where);

// Records are sorted in ranges of 2^shift cells, among which tasks divide chunks of the positions.
constexpr std::uint64_t most_sorting_tasks = 16;  // beyond that all of them wait for memory
struct record_ranges {
  std::uint64_t ranges = 1;
  unsigned shift = 0;
  std::uint64_t chunks = 1;  // at most
};
record_ranges ranges_of(std::uint64_t cells, std::uint64_t records);

// Workspace for that: two counters for each chunk and range, and twice the records; of a problem, one record for each
// position. no_workspace: more than 63 bits.
constexpr std::int64_t no_workspace = -1;
std::int64_t records_workspace(const record_ranges& of, std::uint64_t records, std::uint64_t words);
std::int64_t order_workspace(const destinations& where);

// Duplicates are found by a bit for each cell, or where that takes more memory, by a record for each place of each
// position, and where positions have several places, a bit for each of them at the end. 0 where none can collide.
std::uint64_t bits_workspace(const destinations& where);
std::uint64_t position_bits_workspace(const destinations& where);
bool is_searched_by_bits(const destinations& where);
std::uint64_t search_workspace(const destinations& where);

}  // namespace strew::engine
