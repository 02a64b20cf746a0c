// The common form of all operators: an indexed move. The table is the operand addressed through the indices, the direct
// operand is traversed in order. All strides and offsets are bytes from an operand's logically first element.
//
// At loop point x:
//   table  = sum x_a * table_stride_a + sum start_k(x) * coordinate_k.table_stride
//   direct = sum x_a * direct_stride_a
// where start_k is member k of the index tuple, found at sum x_a * index_stride_a + index_offset_k, after the policy;
// in a part that keeps places [low, high) of it, those are counted from low.
//
// A write may have a second indexed side, `from`: then its direct operand is addressed through indices of its own,
//   direct = sum x_a * direct_stride_a + sum start_j(x) * from.coordinate_j.table_stride
// found at sum x_a * from_stride_a + index_offset_j, and each element may be multiplied by a weight first, found at
//   weight = sum x_a * weight_stride_a + sum start_k(x) * coordinate_k.weight_stride
// What is written, in which order and what may be divided depends on the table's side alone.
//
// A read may decode: then its units are rows of codes, and become rows of values. The scales of a unit are found as its
// codes are, by strides of their own: sum x_a * scale_a + start * scale_stride; its zero points likewise. A
// write decodes its direct operand: its units are values of rows of codes, of the column sum x_a * column_a, and
// the start is that of the second side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/boxed.hpp"
#include "base/dtype.hpp"
#include "base/fill_pattern.hpp"
#include "base/small_vector.hpp"
#include "base/status.hpp"

namespace strew::engine {

enum class direction : std::uint8_t { read, write };  // table -> direct, direct -> table
enum class reduction : std::uint8_t {
#define STREW_REDUCTION(number, C, cpp, ...) cpp = number,
#include "strew/words.def"
};
inline constexpr std::int32_t reduction_count = 0
#define STREW_REDUCTION(...) +1
#include "strew/words.def"
    ;
enum class accumulation : std::uint8_t { wide, native };
enum class out_of_bounds : std::uint8_t { error, clamp, wrap, skip, fill, assume };
enum class negative : std::uint8_t { from_end, invalid, refuse };  // refuse: an error under any policy
// Which value of a cell's accumulator is written for each position of a scan: none, that with its update or that
// before.
enum class segment_trace : std::uint8_t { none, after, before };
enum class partial_window : std::uint8_t { element, whole };  // what skip and fill omit of a cut window

// Reductions with state run in three passes over accumulators: load them from elements, combine them with updates,
// store them; or all at once, by a solver that keeps few accumulators at a time.
enum class accumulator_pass : std::uint8_t { none, load, accumulate, store, all };

constexpr std::int32_t no_window = -1;

// A problem that is not empty has axes with extents of at least 2 and fewer than 2^63 points (SZ1), so there are at
// most 62 axes. There may be more coordinates, but each one with a window of more than one place has an axis.
constexpr std::size_t max_axes = 62;

struct axis {
  std::int64_t extent = 1;
  std::int64_t table_stride = 0;
  std::int64_t direct_stride = 0;
  std::int64_t index_stride = 0;
  std::int32_t window_of = no_window;  // the coordinate whose table dimension this axis traverses
  // Of a problem with a second side; 0 in all others.
  std::int64_t from_stride = 0;      // in its indices
  std::int64_t weight_stride = 0;    // in the weights
  std::int64_t position_stride = 0;  // in positions, where a result names one
  std::int32_t codes = 0;            // of one that decodes: the number of its strides through codes; 0: all are 0

  friend bool operator==(const axis&, const axis&) = default;
};

// One addressed table dimension. A tuple covers `window` consecutive places of `extent`. In a weighted problem the only
// coordinate is a dimension of the weights instead where its table_stride is 0.
struct coordinate {
  std::int64_t extent = 0;
  std::int64_t window = 1;
  std::int64_t table_stride = 0;
  std::int64_t index_offset = 0;
  std::int64_t weight_stride = 0;

  friend bool operator==(const coordinate&, const coordinate&) = default;
};

// Of the places along a coordinate, those that the problem has: a part of an operation has some of them only.
struct kept_places {
  std::int64_t low = 0;
  std::int64_t high = 0;

  friend bool operator==(const kept_places&, const kept_places&) = default;
};

struct index_policy {
  out_of_bounds outside = out_of_bounds::error;
  negative below_zero = negative::from_end;
  partial_window cut = partial_window::element;

  friend bool operator==(const index_policy&, const index_policy&) = default;
};

// The indices in the operator's own coordinates, including broadcast dimensions. It is never canonicalised: the
// validation of indices and the error report use only this.
struct index_space {
  struct position_axis {
    std::int64_t extent = 1;
    std::int64_t index_stride = 0;
    friend bool operator==(const position_axis&, const position_axis&) = default;
  };
  struct member {
    std::int64_t extent = 0;
    std::int64_t window = 1;
    std::int64_t index_offset = 0;
    std::int32_t axis = 0;  // of the table, for messages only
    friend bool operator==(const member& left, const member& right) {
      return left.extent == right.extent && left.window == right.window && left.index_offset == right.index_offset;
    }
  };
  small_vector<position_axis> positions;  // row-major order, without the tuple dimension
  small_vector<member> members;           // all members of the tuple, in its order

  [[nodiscard]] bool has_no_position() const;
  [[nodiscard]] std::uint64_t position_count() const;
  friend bool operator==(const index_space&, const index_space&) = default;
};

// Offsets in place of indices: the positions of each entry of the batch are numbered in row-major order, and the index
// of a position is the segment that holds its number. Segment s begins at offset s, and ends where the next one begins;
// the last one ends at the offset after it, or with the positions if there are only as many offsets as segments.
// Positions of no segment are skipped. The offsets of an entry lie at the strides of the first positions of the index
// space, those of the batch; strides of axes through the indices count positions.
struct segmentation {
  std::int64_t offset_count = 0;  // of one entry
  std::int64_t offset_stride = 0;
  std::int32_t batch_rank = 0;
  std::int64_t positions = 1;  // of one entry

  friend bool operator==(const segmentation&, const segmentation&) = default;
};

// How an operand is addressed through indices: their type, what their values may be, what these address.
struct indexed_side {
  indexed_side() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  static constexpr std::int64_t no_padding = -1;

  dtype index_type = dtype::i64;
  index_policy policy;
  std::int64_t padding = no_padding;  // a start, of the only coordinate, that addresses nothing
  small_vector<coordinate> coordinates;
  index_space space;
  boxed<segmentation> segments;  // the indices are offsets
  // Of each member, which are the coordinates in their order unless nothing moves: a start outside of [low, high)
  // addresses nothing, others count places from low on. Windows of these are 1. Empty: all places are kept.
  boxed<small_vector<kept_places>> kept;

  [[nodiscard]] bool has_padding() const { return padding != no_padding; }
  // Whether starts that are no errors may address nothing, whatever the policy is.
  [[nodiscard]] bool omits_starts() const { return has_padding() || kept; }
  // Whether a position may address nothing.
  [[nodiscard]] bool may_omit() const { return omits_starts() || policy.outside == out_of_bounds::skip; }
  // The places that coordinate k addresses.
  [[nodiscard]] std::int64_t places(std::size_t k) const {
    return kept ? (*kept)[k].high - (*kept)[k].low : coordinates[k].extent;
  }
  friend bool operator==(const indexed_side&, const indexed_side&) = default;
};

enum class code_packing : std::uint8_t { low_first, halves };  // of codes in bytes, as strew/operator.h explains

// Of an axis, which has few of them: in scales, in zero points, and of a write in the values of a row.
struct code_strides {
  std::int64_t scale = 0;
  std::int64_t zero = 0;
  std::int64_t column = 0;

  friend bool operator==(const code_strides&, const code_strides&) = default;
};
inline constexpr code_strides no_code_strides{};

// How rows of codes are decoded: value c of a row is (code c - zero) * scale, of block c / block, rounded as f32 and
// then as a value; or, with a codebook, the number that the code stands for times the scale. All steps are bytes. The
// rows are the units of a read, and the direct operand's of a write, whose values are those of accumulators: there are
// no steps between them.
struct decoding {
  std::int32_t bits = 8;  // of a code, and of a zero point
  code_packing packing = code_packing::low_first;
  bool is_signed = false;
  bool has_zero_points = false;
  bool has_codebook = false;
  dtype scale_type = dtype::f32;  // u8: exponents of 2, E8M0
  dtype value_type = dtype::f32;
  std::int64_t columns = 0;     // values of a row
  std::int64_t block = 0;       // at most all of them
  std::int64_t code_step = 0;   // from byte to byte of a row
  std::int64_t value_step = 0;  // from value to value, of a read
  std::int64_t scale_step = 0;  // from block to block
  std::int64_t zero_step = 0;   // from byte to byte of the zero points of a row, which are packed low first
  std::int64_t codebook_step = 0;
  std::int64_t scale_stride = 0;  // from place to place of the only coordinate
  std::int64_t zero_stride = 0;
  small_vector<code_strides> along;  // axes, by their numbers from 1 on

  void put(axis& a, const code_strides& strides) {
    along.push_back(strides);
    a.codes = static_cast<std::int32_t>(along.size());
  }
  [[nodiscard]] std::int64_t blocks() const { return columns == 0 ? 0 : (columns - 1) / block + 1; }
  friend bool operator==(const decoding&, const decoding&) = default;
};

// A problem is its table's side, and what is moved between that and the direct operand.
struct problem : indexed_side {
  problem() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  direction way = direction::read;
  std::int64_t width = 0;      // bytes moved as one unit
  dtype type = dtype::opaque;  // element type; opaque unless there is a reduction
  reduction reduce = reduction::none;
  accumulator_pass pass = accumulator_pass::none;  // none: units are moved, or combined in place
  bool exclude_self = false;                       // the first update of a cell replaces its old value
  accumulation accumulate = accumulation::wide;
  bool unordered = false;           // add, sub, mul and mean of floats may be combined in any order
  bool refuses_duplicates = false;  // two positions that write one cell are an error
  small_vector<axis> axes;
  fill_pattern fill;                          // of one original element; a wider unit repeats it
  boxed<indexed_side> from;                   // of the direct operand; with it, the problem is a write without windows
  dtype weight_type = dtype::opaque;          // opaque: no weights
  segment_trace trace = segment_trace::none;  // the results are at the places of weights, one for each position
  bool names_positions = false;               // results are not values, but the positions that minima or maxima are of
  boxed<engine::decoding> decoding;  // units are decoded; `width` is that of a read's direct operand, a write's table

  [[nodiscard]] bool is_weighted() const { return weight_type != dtype::opaque; }
  // Accumulators are loaded and stored without updates.
  [[nodiscard]] bool numbers_updates() const {
    return names_positions && pass != accumulator_pass::load && pass != accumulator_pass::store;
  }
  // What is combined is made of an update first: its product, or a record with its position.
  [[nodiscard]] bool makes_products() const { return is_weighted() || numbers_updates(); }
  [[nodiscard]] bool is_scan() const { return trace != segment_trace::none; }
  // Whether there are weights, or results at the places of weights.
  [[nodiscard]] bool has_weight_places() const { return is_weighted() || is_scan(); }
  [[nodiscard]] const code_strides& codes_along(const axis& a) const {
    return a.codes == 0 ? no_code_strides : decoding->along[static_cast<std::size_t>(a.codes) - 1];
  }
  [[nodiscard]] bool decodes_updates() const { return is_write() && decoding; }
  // A position has more than a cell and an update at the next place: few solvers know that.
  [[nodiscard]] bool is_paired() const {
    return from || is_weighted() || omits_starts() || numbers_updates() || is_scan() || segments || decoding;
  }
  // The indices of the table's side select weights, not places of the table. Of one place there is nothing to select.
  [[nodiscard]] bool has_indexed_weights() const {
    return is_weighted() && coordinates.size() == 1 && coordinates[0].table_stride == 0 &&
           (coordinates[0].weight_stride != 0 || coordinates[0].extent > 1);
  }
  [[nodiscard]] bool is_write() const { return way == direction::write; }
  // True if some extent is 0: nothing is moved, although indices may have to be validated.
  [[nodiscard]] bool moves_nothing() const;
  friend bool operator==(const problem&, const problem&) = default;
};

// Updates of one cell collide along the ordered axes of a write, so their order is the contract's order. Called only
// after extents of 1 were dropped.
inline bool is_ordered(const problem& p, const axis& a) {
  return p.is_write() && a.window_of == no_window && a.table_stride == 0;
}

// Outer axes select a position, inner axes traverse its slice.
inline bool is_outer(const problem& p, const axis& a) {
  return a.index_stride != 0 || a.from_stride != 0 || a.position_stride != 0 || is_ordered(p, a);
}

// Points along it are of one position, all of which are combined in one cell.
inline bool is_summed(const problem& p, const axis& a) {
  return is_ordered(p, a) && a.index_stride == 0 && a.from_stride == 0;
}

// A write without an ordered axis addresses each cell at most once.
bool is_unique(const problem& p);

// True if no value is a valid start although the policy requires one.
bool lacks_start(const index_space::member& m, const index_policy& policy);

// True if under this policy a window can be partly outside the table.
bool can_cut_windows(const index_policy& policy);

std::string to_text(const problem& p);          // one line; equal lines are equal problems
std::string to_text_of_move(const problem& p);  // its width and axes, which fully describe one without indices
std::uint64_t hash(const problem& p);
// Hash of `count` bytes, continued from `start`.
std::uint64_t hash(const std::byte* bytes, std::uint64_t count, std::uint64_t start);

}  // namespace strew::engine
