// The innermost loops: signatures only. Kernels see bytes, counts and strides; they allocate nothing, throw nothing and
// know no operator. Pointers need no alignment. Work comes in blocks of positions: resolve turns a block of index
// tuples into byte offsets, then move or combine walks the offsets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::kernel {

enum class index_type : std::uint8_t {
#define STREW_INDEX_TYPE(name, type) name,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
};
enum class mode : std::uint8_t {
#define STREW_MODE(name) name,
#include "kernel/kernels.def"
#undef STREW_MODE
};
enum class scalar : std::uint8_t {
#define STREW_SCALAR(name, storage, wide) name,
#include "kernel/kernels.def"
#undef STREW_SCALAR
};
enum class combination : std::uint8_t {
#define STREW_COMBINE(name) name,
#include "kernel/kernels.def"
#undef STREW_COMBINE
};

// One coordinate of the tuple. A start is valid in [0, extent - window].
struct coordinate_rule {
  std::int64_t extent = 0;
  std::int64_t window = 1;
  std::int64_t table_stride = 0;
  bool from_end = false;          // a value in [-extent, -1] gets extent added, once
  bool refuses_negative = false;  // judge: a negative is bad whatever else holds
  bool accepts_outside = false;   // judge: a value without a valid start is good
};

// A column of index values: `count` of them, `stride` bytes apart.
struct index_column {
  const std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;
  std::size_t count = 0;
};

// True if some value is negative and refused, or has no valid start.
using judge_kernel = bool (*)(const index_column& column, const coordinate_rule& rule);

// Adds start * table_stride to each offset; sets nothing[p] where a position has no start. Reads each value once.
using resolve_kernel = void (*)(const index_column& column, const coordinate_rule& rule, std::int64_t* offsets,
                                std::uint8_t* nothing);

// Steps [low, high) of a window stand at start + step.
struct run {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t start = 0;
};

// The parts of the window of one index value that lie on the table: none, one, or two where the window wraps. Returns
// their number. `mode` is wrap or nothing (each step alone).
using cut_kernel = std::size_t (*)(const std::byte* index, const coordinate_rule& rule, bool wraps, run runs[2]);

// The 64 bits of an index value, sign-extended if its type is signed.
using load_kernel = std::uint64_t (*)(const std::byte* index);

// A block of positions, each moving a strided run of units between table + offsets[p] and direct + p * direct_stride.
struct block {
  std::byte* table = nullptr;
  std::byte* direct = nullptr;
  const std::int64_t* offsets = nullptr;
  const std::uint8_t* nothing = nullptr;  // non-zero: leave the position out
  std::size_t positions = 0;
  std::ptrdiff_t direct_stride = 0;
  std::size_t count = 1;  // units of one position
  std::ptrdiff_t table_step = 0;
  std::ptrdiff_t direct_step = 0;
  std::size_t width = 0;        // bytes of one unit
  bool first_replaces = false;  // stage: the first update of a cell takes the place of its old value
};

using block_kernel = void (*)(const block& work);

// Reductions that need more than the element: their cells live in a workspace as {value, count of updates}. load makes
// a cell from an element, accumulate lets updates meet cells, store puts the cells that were touched back. The
// workspace is the table of all three, elements and updates are the direct operand.
struct stage {
  std::size_t cell_bytes = 0;
  block_kernel load = nullptr;
  block_kernel accumulate = nullptr;
  block_kernel store = nullptr;
};

// A cell that remembers the first two different positions that write it, numbered from 1; 0 is none.
struct claim_cell {
  std::int64_t first;
  std::int64_t second;
};

// Writes a pattern over the units that `nothing` marks: a unit is the pattern, repeated.
using fill_kernel = void (*)(const block& work, const std::byte* pattern, std::size_t pattern_bytes);

judge_kernel find_judge(index_type type);
resolve_kernel find_resolve(index_type type, mode how);
cut_kernel find_cut(index_type type);
load_kernel find_load(index_type type);
block_kernel find_read(std::size_t width);                // table to direct
block_kernel find_write(std::size_t width);               // direct to table
block_kernel find_combine(scalar type, combination how);  // null where the two do not go together
// The mean is an add whose store divides. `wide` chooses the accumulator.
stage find_stage(scalar type, combination how, bool is_mean, bool wide);
block_kernel find_claim();  // direct operand: the number of the position, std::int64_t, from 1
fill_kernel find_fill();

// Widths with a kernel of their own; others share the one that takes the width at run time.
bool has_own_width(std::size_t width);

}  // namespace strew::kernel
