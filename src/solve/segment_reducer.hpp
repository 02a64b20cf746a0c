// Reduces positions that come cell by cell: the accumulators of one slice are in registers, or on the stack of a task.
// Nothing of the table is read but what is an old value, and each slice is written once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "partition/cells.hpp"
#include "partition/order.hpp"
#include "solve/code_slices.hpp"
#include "solve/gathered_tuples.hpp"
#include "solve/pairs.hpp"
#include "solve/reduction_kernels.hpp"
#include "solve/segment_kernels.hpp"
#include "solve/slice_weights.hpp"
#include "walk/segments.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {

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
    listed_.streams = by.fence != nullptr;
    listed_.is_distant = by.is_distant;
    if (work.problem.decoding) start_decoding();
    if (work.problem.segments) start_segments();
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
  template <class Reduce>
  bool for_each_piece(const Reduce& reduce_piece) {
    const bool goes_on = reduce_pieces(reduce_piece);
    if (by_.fence != nullptr) by_.fence();
    return goes_on;
  }
  // Calls reduce() for each piece of the rows, and stores what it leaves open.
  template <class Reduce>
  bool reduce_pieces(const Reduce& reduce_piece) {
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
        ahead_ = codes_.is_started()  ? codes_.slices_ahead(columns_.count)
                 : by_.has_short_runs ? 0
                                      : kernels_.slices_ahead(columns_.count, by_.is_distant);
        weight_of_.start(!codes_.is_started() && kernels_.takes_whole(columns_.count));
        if (!reduce_piece()) return false;
        close();
        if (!flush(0)) return false;
      }
    } while (rows.next());
    return true;
  }

  bool reduce_positions(std::uint64_t first, std::uint64_t last) {
    const auto most = static_cast<std::int64_t>(listed_at_once());
    return read_pieces(first, last, most, [&](position_walk& walk, std::int64_t size) {
      pairs_.begin(walk, size, base(), {});
      if (!make_room(static_cast<std::size_t>(size))) return false;
      const bool skips = codes_.is_started() ? list_codes_of(walk, size) : list_updates(walk, size);
      list_cells(walk, size, skips);
      return true;
    });
  }

  // Where the updates of the walk's next positions are, and their weights. Returns whether the mask marks some that
  // have none.
  bool list_updates(const position_walk& walk, std::int64_t size) {
    const axis& line = walk.line();
    std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
    list_weights(walk, size);
    const std::int64_t direct = direct_ + walk.number() * line.direct_stride;
    const bool skips = pairs_.resolve(direct, from_offsets_.data() + slices_, skip_mask_.data());
    pairs_.fetch_next();
    return skips;
  }
  void list_weights(const position_walk& walk, std::int64_t size) {
    if (kernels_.products.load == nullptr) return;
    const std::int64_t stride = walk.line().weight_stride;
    weight_of_.add(slices_, weights_ - work_.weights + walk.number() * stride, stride, size);
  }

  // A separate function, as few problems have any.
  [[gnu::noinline]] bool list_codes_of(const position_walk& walk, std::int64_t size) {
    const axis& line = walk.line();
    code_row_places at = row_places_of(work_.problem, line);
    at.codes.first = direct_ + walk.number() * at.codes.step;
    at.scales.first = distance(work_.scales, scales_) + walk.number() * at.scales.step;
    at.zeros.first = distance(work_.zeros, zeros_) + walk.number() * at.zeros.step;
    std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
    const bool skips = pairs_.resolve(skip_mask_.data());
    const std::int64_t* const starts = pairs_.offsets();
    for (std::int64_t i = 0; i < size; ++i) list_codes(slices_ + static_cast<std::size_t>(i), at, i, starts[i]);
    list_weights(walk, size);
    return skips;
  }

  void start_segments() {
    const kernel::resolve_kernel clamp = by_.set->resolve(index_type_of(work_.problem.index_type), kernel::mode::clamp);
    segments_ = segment_walk(by_.positions.starts.load_offset, work_.problem, clamp);
  }

  // The cells of the walk's next positions, whose updates are listed.
  void list_cells(position_walk& walk, std::int64_t size, bool skips) {
    const axis& all = walk.line();
    const bool follows = all.table_stride == 0 && all.index_stride == 1 && size <= walk.left_in_line();
    if (segments_.is_started() && follows && !skips) return list_segments(walk, size);
    const index_place base = tuples_;
    const std::size_t begin = slices_;
    std::size_t read = 0;
    while (size > 0) {
      const axis& line = walk.line();
      std::int64_t count = line.table_stride == 0 ? std::min(size, walk.left_in_line()) : 1;
      std::int64_t cell = table_ + walk.table();
      bool is_held = true;
      if (segments_.is_started()) {
        const segment_walk::stretch next =
            segments_.take(base + walk.number() * line.index_stride, line.index_stride, count);
        count = next.count;
        cell += next.segment * work_.rules[0].table_stride;
        is_held = next.is_held;
      }
      const auto updates = static_cast<std::size_t>(count);
      if (is_held) list_run(cell, keep(begin + read, updates, skips ? skip_mask_.data() + read : nullptr));
      read += updates;
      walk.skip(count);
      size -= count;
    }
  }

  // Of such positions that follow one another, and of which the mask marks none.
  void list_segments(position_walk& walk, std::int64_t size) {
    const std::int64_t first = table_ + walk.table();
    const std::int64_t step = work_.rules[0].table_stride;
    std::size_t read = slices_;
    segments_.for_each_next(tuples_ + walk.number(), size, [&](const segment_walk::stretch& next) {
      const auto updates = static_cast<std::size_t>(next.count);
      if (next.is_held) list_run(first + next.segment * step, keep(read, updates, nullptr));
      read += updates;
    });
    walk.skip(size);
  }

  // Their numbers are those of one line.
  bool reduce_records(const cell_line& cells, const record_format<std::uint64_t>& format, const std::uint64_t* first,
                      const std::uint64_t* last) {
    const axis& line = work_.axes[by_.positions.outer_axes - 1];
    for (std::size_t count = 0; first < last; first += count) {
      count = std::min(listed_at_once(), static_cast<std::size_t>(last - first));
      if (!make_room(count)) return false;
      fetch_updates(line, format, first + count, last);
      read_updates(line, format, first, count);
      for (std::size_t i = 0; i < count; ++i) {
        const auto position = static_cast<std::int64_t>(format.position(first[i]));
        from_offsets_[slices_ + i] = offsets_[i];
        if (codes_.is_started()) list_codes(slices_ + i, row_places_of(work_.problem, line), position, offsets_[i]);
        weight_of_[slices_ + i] = position * line.weight_stride;
      }
      const std::size_t begin = slices_;
      for (std::size_t i = 0, end = 0; i < count; i = end) {
        const std::uint64_t cell = format.cell(first[i]);
        for (end = i + 1; end < count && format.cell(first[end]) == cell;) ++end;
        list_run(cells.table_of(cell), keep(begin + i, end - i, skip_mask_.data() + i));
      }
    }
    return true;
  }

  // What the next updates are read from, and their weights: positions are in any order.
  void fetch_updates(const axis& line, const record_format<std::uint64_t>& format, const std::uint64_t* records,
                     const std::uint64_t* last) const {
    last = records + std::min(static_cast<std::ptrdiff_t>(listed_at_once()), last - records);
    for (; records < last; ++records) {
      const auto position = static_cast<std::int64_t>(format.position(*records));
      if (tuple_bytes_ != 0) kernel::fetch_line(work_.from.stored() + position * line.from_stride);
      if (kernels_.products.load != nullptr)
        kernel::fetch_line(work_.weights + columns_.weights + position * line.weight_stride);
    }
  }

  // Where the updates of such positions are; the mask has those that have none.
  void read_updates(const axis& line, const record_format<std::uint64_t>& format, const std::uint64_t* records,
                    std::size_t count) {
    const problem& p = work_.problem;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_none = records[i] == record_format<std::uint64_t>::none;
      const auto position = is_none ? 0 : static_cast<std::int64_t>(format.position(records[i]));
      skip_mask_[i] = is_none ? 1 : 0;
      offsets_[i] = codes_.is_started() ? 0 : position * line.direct_stride;
    }
    if (tuple_bytes_ == 0) return;
    const auto position_of = [&](std::size_t i) {
      return skip_mask_[i] != 0 ? 0 : static_cast<std::int64_t>(format.position(records[i]));
    };
    gather_tuples(work_.from.stored(), line.from_stride, tuple_bytes_, count, position_of, from_tuples_.data());
    const tuple_line copied{{from_tuples_.data()}, static_cast<std::int64_t>(tuple_bytes_), count};
    const rule_list& rules = codes_.is_started() ? pairs_.code_rules() : *work_.from_rules;
    add_starts(from_starts_, *p.from, rules, copied, offsets_.data(), skip_mask_.data());
  }

  // So many updates find room beside those that flush() keeps: the open run, where it is a short one, or `ahead_`.
  [[nodiscard]] std::size_t listed_at_once() const {
    return by_.has_short_runs ? max_short_run : room_of_lists() - ahead_;
  }
  [[nodiscard]] std::size_t room_of_lists() const { return codes_.is_started() ? decoded_at_once : reduced_at_once; }

  // For so many updates in the lists.
  bool make_room(std::size_t count) { return slices_ + count <= room_of_lists() || flush(ahead_); }

  // Of `count` updates, listed from `first` on, those that the mask does not mark follow the others; returns how many.
  std::size_t keep(std::size_t first, std::size_t count, const std::uint8_t* skip_mask) {
    if (skip_mask == nullptr && first == slices_) return count;
    weight_of_.make_list();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t at = 0; at < halves() * decoded_at_once; at += decoded_at_once) {
        from_offsets_[at + slices_ + kept] = from_offsets_[at + first + i];
        weight_of_[at + slices_ + kept] = weight_of_[at + first + i];
      }
      kept += skip_mask == nullptr || skip_mask[i] == 0 ? 1 : 0;
    }
    return kept;
  }

  void list_codes(std::size_t slice, const code_row_places& at, std::int64_t position, std::int64_t start) {
    from_offsets_[slice] = at.codes.of(position, start);
    from_offsets_[decoded_at_once + slice] = at.scales.of(position, start);
    weight_of_[decoded_at_once + slice] = at.zeros.of(position, start);
  }
  static std::int64_t distance(const std::byte* from, const std::byte* to) { return from == nullptr ? 0 : to - from; }

  // A separate function, as few problems have any. Tuples of so few positions leave room for a codebook.
  [[gnu::noinline]] void start_decoding() {
    static_assert(max_from_tuple * decoded_at_once + sizeof(codebook) <= max_from_tuple * reduced_at_once);
    codes_.start(work_, *by_.set, from_tuples_.data() + max_from_tuple * decoded_at_once);
    kernels_.direct_step = static_cast<std::ptrdiff_t>(info(work_.problem.decoding->value_type).width);
  }
  void reduce_codes() {
    const code_places at{work_.scales + columns_.scales,
                         work_.zeros == nullptr ? nullptr : work_.zeros + columns_.zeros,
                         from_offsets_.data() + decoded_at_once, &weight_of_[decoded_at_once], columns_.column};
    codes_.reduce(kernels_, at, listed_, offsets_.data() + max_block_positions - decoded_at_once);
  }

  // The next `count` updates in the lists are of a cell.
  void list_run(std::int64_t cell, std::size_t count) {
    if (count == 0) return;
    if (!is_open_ || cell_ != cell) {
      close();
      is_open_ = true;
      cell_ = cell;
      updates_ = 0;
    }
    slices_ += count;
    updates_ += count;
  }

  // The slice of the last cell has all its updates.
  void close() {
    if (!is_open_) return;
    is_open_ = false;
    runs_[run_count_++] = {cell_, slices_, updates_ + (listed_.first_replaces ? 0 : 1)};
  }

  // Reduces the listed slices but the last `kept`, and where runs are short, but those of a run that goes on there.
  bool flush(std::size_t kept) {
    if (is_open_) runs_[run_count_] = {cell_, slices_, 0};  // up to here
    std::size_t last = slices_ - std::min(kept, slices_);
    std::size_t whole = 0;
    while (whole < run_count_ && runs_[whole].end <= last) ++whole;
    const std::size_t begin = whole == 0 ? 0 : runs_[whole - 1].end;
    const bool is_cut = begin < last && !by_.has_short_runs;
    if (!is_cut) last = begin;
    if (whole == 0 && !is_cut) return true;
    reduce_listed(whole, is_cut, last);
    drop(whole, last);
    return polls_.go_on_bytes(last * (columns_.count * static_cast<std::uint64_t>(work_.width) + position_work));
  }

  // Whole runs, and where one is cut, its slices up to `last`.
  void reduce_listed(std::size_t whole, bool is_cut, std::size_t last) {
    kernel::slice_run& cut = runs_[whole];
    const std::size_t end = is_cut ? std::exchange(cut.end, last) : 0;
    listed_.table = at(work_.table, columns_.table);
    listed_.units = at(work_.direct, columns_.direct);
    listed_.from = from_offsets_.data();
    weight_of_.put(listed_, work_.weights + columns_.weights);
    listed_.listed = slices_;
    listed_.runs = runs_.data();
    listed_.run_count = whole + (is_cut ? 1 : 0);
    listed_.count = columns_.count;
    listed_.accumulators = pairs_.lent();
    listed_.goes_on = is_cut;
    codes_.is_started() ? reduce_codes() : kernels_.reduce(listed_);
    listed_.continues = is_cut;
    if (is_cut) cut.end = end;
  }

  // So many runs, and the first slices of the lists; what follows becomes the first.
  void drop(std::size_t runs, std::size_t slices) {
    weight_of_.drop(slices, slices_);
    for (std::size_t at = 0; at < halves() * decoded_at_once; at += decoded_at_once) {
      std::copy(from_offsets_.data() + at + slices, from_offsets_.data() + at + slices_, from_offsets_.data() + at);
      if (at != 0) weight_of_.move(at, slices, slices_);
    }
    slices_ -= slices;
    run_count_ -= runs;
    for (std::size_t r = 0; r < run_count_; ++r) {
      runs_[r] = runs_[r + runs];
      runs_[r].end -= slices;
    }
  }
  // Of the lists: of rows of codes the second ones have their scales and zero points.
  [[nodiscard]] std::size_t halves() const { return codes_.is_started() ? 2 : 1; }

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
  segment_walk segments_;      // if offsets say which cells positions have
  std::size_t ahead_ = 0;      // slices that stay listed, so that they are fetched
  std::size_t slices_ = 0;     // that are listed
  std::size_t run_count_ = 0;  // that are closed
  kernel::reduction_block listed_;
  std::array<std::int64_t, reduced_at_once> from_offsets_;
  slice_weights weight_of_;
  std::array<kernel::slice_run, reduced_at_once + 1> runs_;  // of which the first one may have no listed slice
  alignas(std::uint64_t) std::array<std::byte, max_from_tuple * reduced_at_once> from_tuples_;
};

}  // namespace strew::engine
