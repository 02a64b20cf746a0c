// Reduces positions that come cell by cell: the accumulators of one slice are in registers, or on the stack of a task.
// Nothing of the table is read but what is an old value, and each slice is written once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "partition/cells.hpp"
#include "partition/order.hpp"
#include "solve/pairs.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {

constexpr std::size_t accumulator_room = paired_updates::staged_bytes;  // of the accumulators of a task
constexpr std::size_t reduced_at_once = 192;                            // positions whose updates are listed
// Of rows of codes, whose values are in that room too, after accumulators and weights.
constexpr std::size_t decoded_at_once = reduced_at_once / 2;
constexpr std::size_t decoded_room = accumulator_room / 4;
constexpr std::size_t widened_room = 512;
static_assert(decoded_at_once * sizeof(float) <= widened_room);
constexpr std::size_t max_short_run = reduced_at_once / 2;  // positions
constexpr std::size_t max_from_tuple = 16;  // bytes of the indices of an update, where positions are not in order

struct segment_kernels {
  reading positions;
  kernel::slice_kernels kernels;
  const kernel::kernel_set* set;
  std::uint32_t piece;  // units of a row that are reduced at once
  bool has_short_runs;  // each run is in one block and has no accumulators in memory: a piece may be longer
};

// Of the indices of an update, which lie side by side; more than max_from_tuple: farther apart.
std::size_t from_tuple_bytes(const problem& p);

// Why slices cannot be reduced so; null if they can.
const char* refuse_reducing(const situation& in);
// Null where there are no weights.
kernel::product_kernels products_of(const problem& p, const kernel::kernel_set& kernels);
segment_kernels make_segment_kernels(const situation& in);

// Units of the rows of slices, of all positions.
struct row_piece {
  std::int64_t table = 0;  // where they begin, here and below
  std::int64_t direct = 0;
  std::int64_t weights = 0;
  std::int64_t scales = 0;
  std::int64_t zeros = 0;
  std::int64_t column = 0;
  std::size_t count = 0;
};

// How the updates of listed slices are combined.
struct reduction_kernels {
  kernel::slice_kernels slices;
  kernel::slice_kernels updates;     // those that read them
  kernel::product_kernels products;  // of weighted updates
  std::ptrdiff_t table_step = 0;     // from unit to unit
  std::ptrdiff_t direct_step = 0;
  std::ptrdiff_t weight_step = 0;
  std::size_t width = 0;
  bool are_updates_wider = false;  // than cells

  // By the kernel for whole runs, or else by those for parts of them.
  void reduce(const kernel::reduction_block& work) const;

 private:
  void reduce_by_parts(const kernel::reduction_block& work) const;
  void reduce_run(const kernel::reduction_block& work, std::size_t r) const;
};

// Where listed rows of codes are, beside their codes: offsets of scales and zero points, and the first column.
struct code_places {
  const std::byte* scales = nullptr;
  const std::byte* zeros = nullptr;  // null: there are none
  const std::int64_t* scale_of = nullptr;
  const std::int64_t* zero_of = nullptr;
  std::int64_t column = 0;
};

// Decodes listed slices, a few at a time, into the memory beside their accumulators, and reduces their values there.
class row_decoder_of_slices {
 public:
  // `memory`: of a codebook.
  void start(const part& work, const kernel::kernel_set& kernels, std::byte* memory);
  [[nodiscard]] bool is_started() const { return decode_ != nullptr; }
  // `work`: as of slices, whose units are codes; `value_at`: memory for a list of them.
  void reduce(const reduction_kernels& by, const code_places& at, const kernel::reduction_block& work,
              std::int64_t* value_at) const;

 private:
  void fetch(const code_places& at, const kernel::reduction_block& work, std::size_t slices) const;
  void decode(const code_places& at, const kernel::reduction_block& work, std::size_t first, std::size_t last,
              std::byte* values) const;
  void widen_weights(const kernel::reduction_block& work, std::size_t count, std::byte* to,
                     kernel::reduction_block& piece) const;
  static std::size_t reduce_piece(const reduction_kernels& by, const kernel::reduction_block& work,
                                  kernel::reduction_block& piece, std::size_t run, std::size_t first, std::size_t last);

  kernel::code_rows rows_;
  kernel::decode_kernel decode_ = nullptr;
  kernel::slice_kernel widen_ = nullptr;  // of weights, which are narrower than the values
  std::size_t value_bytes_ = 0;
};

// Reduces positions of a part, piece by piece of its rows.
class segment_reducer : public position_reader {
 public:
  segment_reducer(const part& work, const segment_kernels& by, const cancellation& cancel)
      : position_reader(work, by.positions, cancel),
        by_(by),
        pairs_(work, *by.set, no_axis, nullptr),
        row_(work.axes[work.problem.axes.size() - 1]),
        kernels_{by.kernels,
                 slices_of_updates(work.problem, *by.set),
                 products_of(work.problem, *by.set),
                 row_.table_stride,
                 row_.direct_stride,
                 row_.weight_stride,
                 static_cast<std::size_t>(work.width),
                 has_wide_values(work.problem)},
        polls_(cancel) {
    listed_.first_replaces = work.problem.exclude_self;
    if (work.problem.decoding) start_decoding();
    if (!work.problem.from || work.problem.from->coordinates.empty()) return;
    from_starts_ = start_kernels_of(*work.problem.from, *by.set, true);
    tuple_bytes_ = from_tuple_bytes(work.problem);
  }

  bool reduce(std::uint64_t first, std::uint64_t last) {
    return for_each_piece([&] { return reduce_positions(first, last); });
  }

  // Positions of records in the order of their cells.
  bool reduce(const cell_line& cells, const record_format<std::uint64_t>& format, const std::uint64_t* first,
              const std::uint64_t* last) {
    return for_each_piece([&] { return reduce_records(cells, format, first, last); });
  }

  // The first position from n on that writes another cell than the ones before it.
  std::uint64_t end_of_cell(std::uint64_t n, std::uint64_t all) {
    if (n == 0 || n >= all) return std::min(n, all);
    bool has_cell = false;
    std::int64_t cell = 0;
    std::uint64_t end = all;
    read(n - 1, all, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        if (block.is_skipped(i)) continue;
        if (has_cell && block.offsets[i] != cell) {
          end = block.first + i;
          return false;
        }
        cell = block.offsets[i];
        has_cell = true;
      }
      return true;
    });
    return end;
  }

 private:
  // Calls reduce() for each piece of the rows, and stores what it leaves open.
  template <class Reduce>
  bool for_each_piece(const Reduce& reduce_piece) {
    const std::size_t outer = by_.positions.outer_axes;
    odometer rows(work_.axes + outer, work_.problem.axes.size() - outer - 1);
    do {
      for (std::int64_t done = 0; done < row_.extent; done += by_.piece) {
        columns_ = {rows.table() + done * row_.table_stride,
                    rows.direct() + done * row_.direct_stride,
                    rows.along(&axis::weight_stride) + done * row_.weight_stride,
                    rows.along(work_.problem, &code_strides::scale),
                    rows.along(work_.problem, &code_strides::zero),
                    work_.column + done * work_.problem.codes_along(row_).column,
                    static_cast<std::size_t>(std::min<std::int64_t>(by_.piece, row_.extent - done))};
        if (!reduce_piece()) return false;
        close();
        if (!flush()) return false;
      }
    } while (rows.next());
    return true;
  }

  bool reduce_positions(std::uint64_t first, std::uint64_t last) {
    const auto most = static_cast<std::int64_t>(listed_at_once());
    return read_pieces(first, last, most, [&](position_walk& walk, std::int64_t size) {
      const axis& line = walk.line();
      const std::int64_t direct = direct_ + walk.number() * line.direct_stride;
      const code_strides& along = work_.problem.codes_along(line);
      const code_line codes{line,
                            {direct, distance(work_.scales, scales_) + walk.number() * along.scale,
                             distance(work_.zeros, zeros_) + walk.number() * along.zero}};
      std::int64_t weights = weights_ == nullptr ? 0 : weights_ - work_.weights + walk.number() * line.weight_stride;
      pairs_.begin(walk, size, base(), {});
      bool skips = resolve_next(walk, size);
      if (work_.problem.coordinates.empty()) std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
      skips = pairs_.resolve(skip_mask_.data()) || skips;
      const auto count = static_cast<std::size_t>(size);
      if (!make_room(count)) return false;
      const std::int64_t* const updates = pairs_.offsets(count);
      if (codes_.is_started()) {
        for (std::size_t i = 0; i < count; ++i)
          list_codes(slices_ + i, codes, static_cast<std::int64_t>(i), updates[i]);
      } else {
        for (std::size_t i = 0; i < count; ++i) from_offsets_[slices_ + i] = direct + updates[i];
      }
      if (kernels_.products.load != nullptr) {
        for (std::size_t i = 0; i < count; ++i, weights += line.weight_stride) weight_of_[slices_ + i] = weights;
      }
      list(table_, skips ? leave_out(count) : count);
      return true;
    });
  }

  // Their numbers are those of one line.
  bool reduce_records(const cell_line& cells, const record_format<std::uint64_t>& format, const std::uint64_t* first,
                      const std::uint64_t* last) {
    const axis& line = work_.axes[by_.positions.outer_axes - 1];
    for (std::size_t count = 0; first < last; first += count) {
      count = std::min(listed_at_once(), static_cast<std::size_t>(last - first));
      if (!make_room(count)) return false;
      read_updates(line, format, first, count);
      for (std::size_t i = 0; i < count; ++i) {
        const auto position = static_cast<std::int64_t>(format.position(first[i]));
        from_offsets_[slices_ + i] = offsets_[i];
        if (codes_.is_started()) list_codes(slices_ + i, {line, {}}, position, offsets_[i]);
        weight_of_[slices_ + i] = position * line.weight_stride;
        offsets_[i] = cells.table_of(format.cell(first[i]));
      }
      list(0, leave_out(count));
    }
    return true;
  }

  // Where the updates of such positions are; the mask has those that have none.
  void read_updates(const axis& line, const record_format<std::uint64_t>& format, const std::uint64_t* records,
                    std::size_t count) {
    const problem& p = work_.problem;
    const std::size_t bytes = tuple_bytes_;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_none = records[i] == record_format<std::uint64_t>::none;
      const auto position = is_none ? 0 : static_cast<std::int64_t>(format.position(records[i]));
      skip_mask_[i] = is_none ? 1 : 0;
      offsets_[i] = codes_.is_started() ? 0 : position * line.direct_stride;
      if (bytes != 0) std::memcpy(&tuples_[i * bytes], work_.from.stored() + position * line.from_stride, bytes);
    }
    if (bytes == 0) return;
    const tuple_line copied{{tuples_.data()}, static_cast<std::int64_t>(bytes), count};
    const rule_list& rules = codes_.is_started() ? pairs_.code_rules() : *work_.from_rules;
    add_starts(from_starts_, *p.from, rules, copied, offsets_.data(), skip_mask_.data());
  }

  // So many updates find room beside the open run that flush() keeps, which is a short one.
  [[nodiscard]] std::size_t listed_at_once() const { return by_.has_short_runs ? max_short_run : room_of_lists(); }
  [[nodiscard]] std::size_t room_of_lists() const { return codes_.is_started() ? decoded_at_once : reduced_at_once; }

  // For so many updates in the lists.
  bool make_room(std::size_t count) { return slices_ + count <= room_of_lists() || flush(); }

  // Of the next `count` updates in the lists those that are not skipped stay; returns how many.
  std::size_t leave_out(std::size_t count) {
    if (codes_.is_started()) leave_out_codes(count);
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
      from_offsets_[slices_ + left] = from_offsets_[slices_ + i];
      weight_of_[slices_ + left] = weight_of_[slices_ + i];
      offsets_[left] = offsets_[i];
      left += skip_mask_[i] == 0 ? 1 : 0;
    }
    return left;
  }

  // Their scales and zero points are in the second halves of the lists.
  void leave_out_codes(std::size_t count) {
    std::int64_t* const scales = from_offsets_.data() + decoded_at_once + slices_;
    std::int64_t* const zeros = weight_of_.data() + decoded_at_once + slices_;
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
      scales[left] = scales[i];
      zeros[left] = zeros[i];
      left += skip_mask_[i] == 0 ? 1 : 0;
    }
  }

  // A line of positions, and where its first row is in each operand.
  struct code_line {
    const axis& line;
    struct {
      std::int64_t codes = 0;
      std::int64_t scales = 0;
      std::int64_t zeros = 0;
    } first;
  };
  void list_codes(std::size_t slice, const code_line& of, std::int64_t position, std::int64_t start) {
    const problem& p = work_.problem;
    const std::int64_t stride = tuple_bytes_ == 0 ? 0 : p.from->coordinates[0].table_stride;
    const decoding& by = *p.decoding;
    const code_strides& along = p.codes_along(of.line);
    from_offsets_[slice] = of.first.codes + position * of.line.direct_stride + start * stride;
    from_offsets_[decoded_at_once + slice] = of.first.scales + position * along.scale + start * by.scale_stride;
    weight_of_[decoded_at_once + slice] = of.first.zeros + position * along.zero + start * by.zero_stride;
  }
  static std::int64_t distance(const std::byte* from, const std::byte* to) { return from == nullptr ? 0 : to - from; }

  // A separate function, as few problems have any. Tuples of so few positions leave room for a codebook.
  [[gnu::noinline]] void start_decoding() {
    static_assert(max_from_tuple * decoded_at_once + sizeof(codebook) <= max_from_tuple * reduced_at_once);
    codes_.start(work_, *by_.set, tuples_.data() + max_from_tuple * decoded_at_once);
    kernels_.direct_step = static_cast<std::ptrdiff_t>(info(work_.problem.decoding->value_type).width);
  }
  void reduce_codes() {
    const code_places at{work_.scales + columns_.scales,
                         work_.zeros == nullptr ? nullptr : work_.zeros + columns_.zeros,
                         from_offsets_.data() + decoded_at_once, weight_of_.data() + decoded_at_once, columns_.column};
    codes_.reduce(kernels_, at, listed_, offsets_.data() + max_block_positions - decoded_at_once);
  }

  // The next `count` updates in the lists have cells at offsets_ from `table` on.
  void list(std::int64_t table, std::size_t count) {
    const std::int64_t* const cells = offsets_.data();
    for (std::size_t i = 0, end = 0; i < count; i = end) {
      const std::int64_t cell = cells[i];
      for (end = i + 1; end < count && cells[end] == cell;) ++end;
      if (!is_open_ || cell_ != table + cell) {
        close();
        is_open_ = true;
        cell_ = table + cell;
        updates_ = 0;
        opened_ = slices_;
      }
      slices_ += end - i;
      updates_ += end - i;
    }
  }

  // The slice of the last cell has all its updates.
  void close() {
    if (!is_open_) return;
    is_open_ = false;
    runs_[listed_.run_count++] = {cell_, slices_, updates_ + (listed_.first_replaces ? 0 : 1)};
  }

  bool flush() {
    const bool holds = is_open_ && by_.has_short_runs;
    const std::size_t slices = holds ? opened_ : slices_;
    if (is_open_ && !holds) runs_[listed_.run_count++] = {cell_, slices_, 0};
    if (listed_.run_count == 0) return true;
    listed_.table = at(work_.table, columns_.table);
    listed_.units = at(work_.direct, columns_.direct);
    listed_.weights = work_.weights + columns_.weights;
    listed_.from = from_offsets_.data();
    listed_.weight_of = weight_of_.data();
    listed_.runs = runs_.data();
    listed_.count = columns_.count;
    listed_.accumulators = pairs_.lent();
    listed_.goes_on = is_open_ && !holds;
    codes_.is_started() ? reduce_codes() : kernels_.reduce(listed_);
    listed_.continues = listed_.goes_on;
    listed_.run_count = 0;
    drop(slices);
    return polls_.go_on_bytes(slices * (columns_.count * static_cast<std::uint64_t>(work_.width) + position_work));
  }

  // The first slices of the lists; what follows becomes the first.
  void drop(std::size_t slices) {
    std::copy(from_offsets_.data() + slices, from_offsets_.data() + slices_, from_offsets_.data());
    std::copy(weight_of_.data() + slices, weight_of_.data() + slices_, weight_of_.data());
    slices_ -= slices;
    opened_ = 0;
  }

  const segment_kernels& by_;
  paired_updates pairs_;
  start_kernels from_starts_;
  std::size_t tuple_bytes_ = 0;  // of the indices of an update
  axis row_;
  reduction_kernels kernels_;
  row_decoder_of_slices codes_;
  poll_counter polls_;
  row_piece columns_;
  bool is_open_ = false;  // cell_ has got updates_ updates, which are the last listed ones or accumulated
  std::int64_t cell_ = 0;
  std::uint64_t updates_ = 0;
  std::size_t slices_ = 0;  // that are listed
  std::size_t opened_ = 0;  // where the updates of cell_ begin
  kernel::reduction_block listed_;
  std::array<std::int64_t, reduced_at_once> from_offsets_;
  std::array<std::int64_t, reduced_at_once> weight_of_;
  std::array<kernel::slice_run, reduced_at_once + 1> runs_;  // of which the first one may have no listed slice
  alignas(std::uint64_t) std::array<std::byte, max_from_tuple * reduced_at_once> tuples_;
};

}  // namespace strew::engine
