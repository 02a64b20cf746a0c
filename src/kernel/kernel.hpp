// The innermost loops: signatures only. Kernels operate on bytes, counts and strides; they do not allocate or throw and
// are independent of operators. Pointers need no alignment. Work is done in blocks of positions: resolve converts a
// block of index tuples into byte offsets, then move or combine processes the offsets.
#pragma once

#include <algorithm>
#include <array>
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
// The layout of the units of a block; each form has its own kernels.
enum class form : std::uint8_t {
#define STREW_FORM(name) name,
#include "kernel/kernels.def"
#undef STREW_FORM
};

// Widths with specialised kernels; others share those with the width as a run-time parameter.
enum class width_class : std::uint8_t {
#define STREW_WIDTH(bytes) bytes_##bytes,
#include "kernel/kernels.def"
#undef STREW_WIDTH
  any
};
enum class direction : std::uint8_t { read, write };  // table to direct, direct to table
// Of an accumulator: a mean divides the sum; a position is that of the update which a minimum or maximum is.
enum class outcome : std::uint8_t { value, mean, position };
enum class accumulator : std::uint8_t { native, wide };  // the element's own type, or the wider one of the list

width_class class_of(std::size_t width);
inline bool has_own_width(std::size_t width) {
  return class_of(width) != width_class::any;
}

// One coordinate of the tuple. A start is valid in [0, extent - window].
struct coordinate_rule {
  std::int64_t extent = 0;
  std::int64_t window = 1;
  std::int64_t table_stride = 0;
  bool from_end = false;  // a value in [-extent, -1] gets extent added, once
  // validate: stored values in [lowest, highest] are good, except those in (-window, 0) if there is a hole. Counted
  // from the end, their windows would extend past it.
  bool has_hole = false;
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};

// A column of index values: `count` of them, `stride` bytes apart.
struct index_column {
  const std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;
  std::size_t count = 0;
};

// A column of tuples whose members lie side by side: each has its rule. True if some value is bad.
using validate_kernel = bool (*)(const index_column& column, const coordinate_rule* rules, std::size_t members);

// True if no value is less than the one before it.
using ascends_kernel = bool (*)(const index_column& column);

// A column of such tuples. Adds start * table_stride of each member to each offset; sets skip_mask[p] where one of
// position p has no start, and returns whether there was such a position, or, if checked, a start that was clamped.
// Reads each value once.
using resolve_kernel = bool (*)(const index_column& column, const coordinate_rule* rules, std::size_t members,
                                std::int64_t* offsets, std::uint8_t* skip_mask);

// Values with a constant step: start, start + step, ..., all of them valid starts.
struct even_run {
  std::int64_t start = 0;
  std::int64_t step = 0;
  std::size_t length = 0;  // 0: no such run at the beginning
};

// The run at the beginning of a column. The result remains safe if the values are modified concurrently.
using run_kernel = even_run (*)(const index_column& column, const coordinate_rule& rule);

// Steps [low, high) of a window are at start + step.
struct run {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t start = 0;
};

// The parts of the window of one index value that lie on the table: none, one, or two where the window wraps. Returns
// their number. `mode` is wrap or skip (each step alone).
using cut_kernel = std::size_t (*)(const std::byte* index, const coordinate_rule& rule, bool wraps, run runs[2]);

// The 64 bits of an index value, sign-extended if its type is signed.
using load_kernel = std::uint64_t (*)(const std::byte* index);

// Stores the starts of the windows as 32-bit numbers, `step` numbers apart, if all values are valid ones; otherwise
// returns true, and what is stored is unspecified. The extent fits in 31 bits. Reads each value once.
using pack_kernel = bool (*)(const index_column& column, const coordinate_rule& rule, std::int32_t* starts,
                             std::ptrdiff_t step);

// Memory that will be read: so many bytes for each position of what is done before.
struct upcoming {
  const std::byte* first = nullptr;
  std::size_t step = 0;
};

constexpr std::int64_t min_far_table = std::int64_t{1} << 20;  // bytes of a table whose cells are prefetched
// Bytes between the cells of positions one after the other, above which they are in pages of their own: a vector gather
// waits for one after the other.
constexpr std::int64_t max_gathered_step = 256;
constexpr std::int64_t min_streamed_row = 256;  // bytes of a gathered row that may be stored past the cache by itself

// The results of a scan: a row for each position, by the places of the block where it has some.
struct scan_trace {
  std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;  // from position to position
  std::ptrdiff_t step = 0;    // from unit to unit
  bool is_before = false;     // values without the update of their own position
};

// A block of positions, each moving a strided run of units between table + offsets[p] and direct + p * direct_stride.
struct block {
  block() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear it by rep stos

  std::byte* table = nullptr;
  std::byte* direct = nullptr;
  const std::int64_t* offsets = nullptr;
  const std::uint8_t* skip_mask = nullptr;  // non-zero: skip the position; null: none is skipped
  const std::uint32_t* places = nullptr;    // unit i is the one of position places[i] in the direct operand; null: of i
  const std::uint32_t* cells = nullptr;     // listed elements: cells cells[i] of cell_stride bytes, and no offsets
  std::ptrdiff_t cell_stride = 0;
  std::size_t positions = 0;
  std::ptrdiff_t direct_stride = 0;
  std::size_t count = 1;  // units of one position
  std::ptrdiff_t table_step = 0;
  std::ptrdiff_t direct_step = 0;
  std::size_t width = 0;              // bytes of one unit
  std::size_t lines = 1;              // fused: columns of index values one after the other, with
  std::ptrdiff_t line_step = 0;       // so many bytes from line to line in the table
  bool has_far_lines = false;         // of a table larger than the caches: their cells are fetched some lines ahead
  std::array<upcoming, 2> soon = {};  // what fused sums and reads, and elements, fetch meanwhile
  bool streams = false;               // the output is not read again soon: stores may go past the cache, to a fence
  bool is_near = false;               // of a table that the caches hold: its cells need no prefetch
  bool suits_gathers = false;         // of vectors: offsets fit in 32 bits, and are near each other
  bool in_order = false;              // fused and listed rows: cells in the order of memory, which need no prefetch
  bool stages_starts = true;          // fused sums: starts are checked in vectors and read again from a buffer
  bool first_replaces = false;        // accumulators: the first update of a cell replaces its old value
  const scan_trace* trace = nullptr;  // scan: where the values of accumulators go
};

using block_kernel = void (*)(const block& work);

// The offsets x with x - low <= last modulo 2^64: a cyclic range.
struct offset_range {
  std::int64_t low = 0;
  std::uint64_t last = 0;
};

// Lists the positions of a block whose offsets are in a range: their numbers and offsets, in order. Returns how many.
// Each list has room for filter_slack more than `count`; that of offsets may be `offsets`.
constexpr std::size_t filter_slack = 16;
using filter_kernel = std::size_t (*)(const std::int64_t* offsets, const std::uint8_t* skip_mask, std::size_t count,
                                      const offset_range& mine, std::uint32_t* places, std::int64_t* listed);

// The updates that one owner of a range of starts has received: with each the start, as 32 bits, and its unit.
struct owner_list {
  std::uint32_t low = 0;  // the starts x with x - low <= last modulo 2^32
  std::uint32_t last = 0;
  std::int32_t* starts = nullptr;
  std::byte* units = nullptr;
  std::size_t count = 0;
};

// Appends each unit of a line without gaps to the lists of the owners of its start, in order. The extent fits in 31
// bits. A value without a start is skipped; returns whether there was one. Each list has room for list_slack more.
// The ranges of more than `few_owners` follow one another, in a circle, so that every start has one owner.
constexpr std::size_t list_slack = 16;
constexpr std::size_t few_owners = 4;
constexpr std::size_t max_split_owners = 16;
using split_kernel = bool (*)(const index_column& column, const coordinate_rule& rule, const std::byte* units,
                              owner_list* owners, std::size_t owner_count);

// Units of a block distributed to bins by their place in the table, in order, as records {offset within the bin as 32
// bits, unit}. Each bin has a buffer; a full one is appended to its last chunk, and a full chunk is followed by the
// next free one, in a list.
struct bin_format {
  std::size_t record = 0;  // bytes
  std::size_t buffer = 0;  // bytes, whole records and whole lines of the cache
  std::size_t chunk = 0;   // bytes of the smallest chunk, whole buffers; others are multiples of it
};
constexpr bin_format bin_format_of(std::size_t width) {
  return width == 8 ? bin_format{12, 192, 960} : bin_format{8, 256, 1024};
}
constexpr std::uint32_t no_chunk = 0xffffffffU;
struct bin {
  std::uint32_t buffered = 0;  // bytes in the buffer
  std::uint32_t in_chunk = 0;  // bytes in the last chunk
  std::uint32_t first_chunk = no_chunk;
  std::uint32_t last_chunk = no_chunk;
};
struct bins {
  std::int64_t low = 0;  // of the offsets in bin 0
  unsigned shift = 0;    // a bin has offsets in a range of 2^shift bytes
  bin* all = nullptr;
  std::byte* buffers = nullptr;  // aligned like a line of the cache, as are the chunks
  std::byte* chunks = nullptr;
  std::uint32_t* next = nullptr;  // of each chunk, the one after it in its list
  std::uint32_t used = 0;         // chunks
  std::uint32_t chunk_bytes = 0;
};
using bin_kernel = void (*)(const block& work, bins& into);

// Called by a task that has filled bins: then all of it is visible to whoever sees that the task has ended.
using fence_kernel = void (*)();

// The table offsets of `count` records of a bin that begins at `base`, whose cells are fetched to be written.
using unbin_kernel = void (*)(const std::byte* records, std::size_t record_bytes, std::size_t count,
                              const std::byte* table, std::int64_t base, std::int64_t* offsets);

// Lines of positions with one unit each, starting from index values: `work` has table_step and direct_step for its
// positions, no offsets. A read clamps a value that has no start, a write skips it. Returns whether there was one.
using fused_kernel = bool (*)(const index_column& column, const coordinate_rule& rule, const block& work);

// Reductions that need more state than the element: their accumulators are stored in a workspace as {value, count of
// updates}. load initialises one from an element, accumulate combines updates with them, store writes the touched ones
// back. The workspace is the table of all three, elements and updates are the direct operand.
// The kernels `products` accumulate updates that have the type of the accumulator already.
// The kernels `scan` are those of accumulate for accumulators that begin with their first update, and write their
// values on the way. Accumulators of positions are {value, position of the update that it is, -1 for none}, as are the
// updates that are combined with them: what `weigh` makes. Of equal values the one of the first position stays, an old
// one before all; store writes the positions, of cells with an update that won.
struct accumulator_kernels {
  std::size_t accumulator_bytes = 0;
  block_kernel load = nullptr;
  block_kernel accumulate = nullptr;
  block_kernel store = nullptr;
};

// Slices in pairs: the accumulators of slice s, side by side, are at accumulators + to[s], its units, `step` bytes
// apart, at units + from[s].
struct slice_block {
  std::byte* accumulators = nullptr;
  std::byte* units = nullptr;
  const std::int64_t* to = nullptr;
  const std::int64_t* from = nullptr;
  std::size_t slices = 0;
  std::size_t count = 1;  // units of one slice
  std::ptrdiff_t step = 0;
  const std::uint64_t* divisors = nullptr;  // store, of a mean: by which the sums of slice s are divided
  // Products: unit i of slice s is multiplied by the weight at weights + weight_of[s] + i * weight_step.
  const std::byte* weights = nullptr;
  const std::int64_t* weight_of = nullptr;
  std::ptrdiff_t weight_step = 0;
};

using slice_kernel = void (*)(const slice_block& work);

// Slices that follow one another and are reduced to one cell: they begin where those of the run before end.
struct slice_run {
  std::int64_t cell = 0;  // its offset in the table
  std::size_t end = 0;
  std::uint64_t divisor = 0;  // of a mean, not 0
};

constexpr std::size_t min_reduced_row = 8;

// Runs of slices whose units lie side by side, as do those of a cell, min_reduced_row at least; their accumulators stay
// in registers. Of the first and of the last run there may be slices in other blocks: their accumulators are handed on.
struct code_rows;
struct reduction_block {
  std::byte* table = nullptr;
  const std::byte* units = nullptr;
  const std::int64_t* from = nullptr;  // of each slice, the offset of its units
  const slice_run* runs = nullptr;
  std::size_t run_count = 0;
  std::size_t listed = 0;  // slices, with those after the last run, which are fetched and not reduced
  std::size_t count = 0;   // units of one slice
  const std::byte* weights = nullptr;
  const std::int64_t* weight_of = nullptr;  // of each slice, the offset of its only weight; null:
  std::ptrdiff_t weight_stride = 0;         // from that of a slice to the next one's
  std::byte* accumulators = nullptr;        // what is handed on
  bool continues = false;                   // the first run begins with them
  bool goes_on = false;                     // the last run ends there, and not in its cell
  bool first_replaces = false;              // the first slice of a run, or the old value of its cell, begins it
  bool streams = false;                     // as in a block
  bool is_distant = false;                  // units are of a table that is mostly in memory (kernel/fetch.hpp)
  const code_rows* codes = nullptr;         // units are codes: what they have beside these, of each slice
};

// Code sums, which not every target has: slices are codes of a byte, of one block each, whose values are f32 and not in
// a codebook; their weights are f32, or there are none. The sums are f32 too, and stored as units of the table.
using reduction_kernel = void (*)(const reduction_block& work);

// The same reductions where all units of a slice have the same updates, so that their number is kept elsewhere. load
// makes accumulators of units, accumulate combines units with them in the order of the slices, store writes units.
// reduce, which not every target has, does all of that for whole runs.
struct slice_kernels {
  std::size_t accumulator_bytes = 0;
  slice_kernel load = nullptr;
  slice_kernel accumulate = nullptr;
  slice_kernel store = nullptr;
  reduction_kernel reduce = nullptr;
};

// Those that read updates, of products with weights, which are rounded in the type of the accumulators.
struct product_kernels {
  slice_kernel load = nullptr;
  slice_kernel accumulate = nullptr;
  reduction_kernel reduce = nullptr;
};

// Updates of positions, side by side, each to be multiplied by its weight. For outcome::position a product is a record
// of its value and its position, and there may be no weights.
struct weighing {
  const std::byte* updates = nullptr;
  std::byte* products = nullptr;  // side by side too, in the type of the accumulator; may be the updates
  const std::byte* weights = nullptr;
  const std::uint8_t* skip_mask = nullptr;  // as in a block, here and below
  const std::uint32_t* places = nullptr;
  std::size_t positions = 0;
  std::size_t count = 1;  // units of one position
  std::ptrdiff_t weight_stride = 0;
  std::ptrdiff_t weight_step = 0;
  std::int64_t position = 0;         // the number of the first one, and
  std::int64_t position_stride = 0;  // the distance to that of the next one
  const std::int64_t* weight_of =
      nullptr;  // not null: where the weights of each place begin, which have no stride then
};

using weigh_kernel = void (*)(const weighing& work);

enum class scale_type : std::uint8_t { f32, f16, bf16, e8m0 };  // the last: a byte s is 2^(s - 127), 255 a NaN
enum class code_order : std::uint8_t { low_first, halves };

// Rows of codes, each becomes a row of values: value c is (code c - zero) * scale, with the scale and the zero point of
// block c / block, rounded as f32 and then as a value; or, with a codebook, the number of the code times the scale.
// Positions have `units` such rows each. Steps are bytes.
struct code_rows {
  const std::byte* codes = nullptr;
  const std::byte* scales = nullptr;
  const std::byte* zeros = nullptr;  // zero points, packed low first; null: 0
  const float* codebook = nullptr;   // 2^bits numbers; null: codes are numbers
  std::byte* values = nullptr;
  const std::int64_t* code_offsets = nullptr;  // of each position
  const std::int64_t* scale_offsets = nullptr;
  const std::int64_t* zero_offsets = nullptr;
  const std::uint8_t* skip_mask = nullptr;  // as in a block
  std::size_t positions = 0;
  std::ptrdiff_t values_stride = 0;  // from position to position
  std::size_t units = 1;
  std::ptrdiff_t unit_codes = 0, unit_scales = 0, unit_zeros = 0, unit_values = 0;  // from unit to unit
  std::int64_t first = 0;                                                           // columns [first, last) of each row
  std::int64_t last = 0;
  std::int64_t origin = 0;  // the column whose value is the first one; streams: 0
  std::int64_t block = 1;
  std::ptrdiff_t code_step = 0, scale_step = 0, zero_step = 0, value_step = 0;
  int bits = 8;
  bool is_signed = false;
  code_order order = code_order::low_first;
  scale_type scale = scale_type::f32;
  bool streams = false;  // as in a block
};

using decode_kernel = void (*)(const code_rows& work);
// Products of elements of pairs of rows, added to the sum of each pair one after the other. Pair p has the elements
// left + left_of[p] + k * left_step and right + right_of[p] + k * right_step. Sums lie side by side, in the type of the
// accumulator; NaN is made canonical by what stores them. Of those from `pairs` on, up to `listed`, rows are fetched.
struct row_pairs {
  const std::byte* left = nullptr;
  const std::byte* right = nullptr;
  const std::int64_t* left_of = nullptr;
  const std::int64_t* right_of = nullptr;
  std::byte* sums = nullptr;
  std::size_t pairs = 0;
  std::size_t listed = 0;
  std::size_t count = 1;  // elements of a row
  std::ptrdiff_t left_step = 0;
  std::ptrdiff_t right_step = 0;
};

using dot_kernel = void (*)(const row_pairs& work);

// Writes a pattern to the units marked in `skip_mask`: a unit is the pattern, repeated.
using fill_kernel = void (*)(const block& work, const std::byte* pattern, std::size_t pattern_bytes);

// Rows and columns of units, copied from one strided place to another that shares no byte with it.
struct plane {
  std::byte* to = nullptr;
  const std::byte* from = nullptr;
  std::size_t rows = 1;
  std::size_t columns = 1;
  std::ptrdiff_t to_row = 0, to_column = 0;
  std::ptrdiff_t from_row = 0, from_column = 0;
  std::size_t width = 0;
};

using copy_kernel = void (*)(const plane& work);

}  // namespace strew::kernel
