// Reduces positions that come cell by cell: the accumulators of few slices at a time are on the stack of a task,
// whatever state a reduction keeps. Nothing of the table is read but what is an old value, and each slice is written
// once.
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

constexpr std::size_t accumulator_room = 4096;  // bytes of the accumulators of a task
constexpr std::size_t max_fetched_row = 512;    // bytes; of longer ones the processor reads ahead
constexpr std::size_t reduced_at_once = 128;    // positions whose updates are listed
constexpr std::size_t max_from_tuple = 16;      // bytes of the indices of an update, where positions are not in order

struct segment_kernels {
  reading positions;
  kernel::slice_kernels kernels;
  const kernel::kernel_set* set;
  std::uint32_t piece;  // units of a row that are reduced at once
  std::uint32_t slots;  // pieces that have accumulators
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
  std::size_t count = 0;
};

// Offsets of slices, by the number of a listed one.
struct slice_list {
  std::size_t count = 0;
  std::array<std::int64_t, reduced_at_once> accumulators;
  std::array<std::int64_t, reduced_at_once> units;
  std::array<std::int64_t, reduced_at_once> weights;  // or the divisors of slices that are stored

  void add(std::int64_t accumulator, std::int64_t unit, std::int64_t weight) {
    accumulators[count] = accumulator;
    units[count] = unit;
    weights[count++] = weight;
  }
};

// Reduces positions of a part, piece by piece of its rows.
class segment_reducer : public position_reader {
 public:
  segment_reducer(const part& work, const segment_kernels& by, const cancellation& cancel)
      : position_reader(work, by.positions, cancel),
        by_(by),
        pairs_(work, *by.set, no_axis),
        row_(work.axes[work.problem.axes.size() - 1]),
        products_(products_of(work.problem, *by.set)),
        first_replaces_(work.problem.exclude_self),
        polls_(cancel) {
    const auto bytes = static_cast<std::size_t>(row_.extent * work.width);
    if (row_.direct_stride == work.width && bytes <= max_fetched_row) fetched_bytes_ = bytes;
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
        columns_ = {rows.table() + done * row_.table_stride, rows.direct() + done * row_.direct_stride,
                    rows.along(&axis::weight_stride) + done * row_.weight_stride,
                    static_cast<std::size_t>(std::min<std::int64_t>(by_.piece, row_.extent - done))};
        is_open_ = false;
        slot_ = 0;
        if (!reduce_piece() || !close() || !flush()) return false;
      }
    } while (rows.next());
    return true;
  }

  bool reduce_positions(std::uint64_t first, std::uint64_t last) {
    return read_pieces(first, last, reduced_at_once, [&](position_walk& walk, std::int64_t size) {
      const axis& line = walk.line();
      const std::int64_t direct = direct_ + walk.number() * line.direct_stride;
      const std::int64_t weights =
          weights_ == nullptr ? 0 : weights_ - work_.weights + walk.number() * line.weight_stride;
      pairs_.begin(walk, size, base(), {});
      bool skips = resolve_next(walk, size);
      if (work_.problem.coordinates.empty()) std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
      skips = pairs_.resolve(skip_mask_.data()) || skips;
      const std::int64_t* const updates = pairs_.offsets(static_cast<std::size_t>(size));
      for (std::int64_t i = 0; i < size; ++i) {
        const auto n = static_cast<std::size_t>(i);
        if (skips && skip_mask_[n] != 0) continue;
        if (!add(table_ + offsets_[n], direct + updates[n], weights + i * line.weight_stride)) return false;
      }
      return true;
    });
  }

  // Their numbers are those of one line.
  bool reduce_records(const cell_line& cells, const record_format<std::uint64_t>& format, const std::uint64_t* first,
                      const std::uint64_t* last) {
    const axis& line = work_.axes[by_.positions.outer_axes - 1];
    for (; first < last; first += std::min<std::ptrdiff_t>(reduced_at_once, last - first)) {
      const auto count = static_cast<std::size_t>(std::min<std::ptrdiff_t>(reduced_at_once, last - first));
      const bool skips = read_updates(line, format, first, count);
      for (std::size_t i = 0; i < count; ++i) {
        if (first[i] == record_format<std::uint64_t>::none || (skips && skip_mask_[i] != 0)) continue;
        const auto position = static_cast<std::int64_t>(format.position(first[i]));
        if (!add(cells.table_of(format.cell(first[i])), offsets_[i], position * line.weight_stride)) return false;
      }
    }
    return true;
  }

  // Where the updates of such positions are; true if some have none.
  bool read_updates(const axis& line, const record_format<std::uint64_t>& format, const std::uint64_t* records,
                    std::size_t count) {
    const problem& p = work_.problem;
    const std::size_t bytes = tuple_bytes_;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_none = records[i] == record_format<std::uint64_t>::none;
      const auto position = is_none ? 0 : static_cast<std::int64_t>(format.position(records[i]));
      offsets_[i] = position * line.direct_stride;
      if (bytes != 0) std::memcpy(&tuples_[i * bytes], work_.from.stored() + position * line.from_stride, bytes);
    }
    if (bytes == 0) return false;
    std::fill_n(skip_mask_.data(), count, std::uint8_t{0});
    const tuple_line copied{{tuples_.data()}, static_cast<std::int64_t>(bytes), count};
    return add_starts(from_starts_, *p.from, *work_.from_rules, copied, offsets_.data(), skip_mask_.data());
  }

  bool add(std::int64_t cell, std::int64_t update, std::int64_t weight) {
    if (!is_open_ || cell != cell_) {
      if (!close() || (stored_.count == by_.slots && !flush())) return false;
      if (is_open_) slot_ = slot_ + 1 == by_.slots ? 0 : slot_ + 1;
      is_open_ = true;
      cell_ = cell;
      updates_ = 0;
    }
    ++updates_;
    fetch(update);
    const std::int64_t accumulator = accumulator_of_slot();
    const bool is_first = updates_ == 1;
    if (is_first) firsts_.add(accumulator, first_replaces_ ? update : cell, weight);
    if (!is_first || !first_replaces_) rest_.add(accumulator, update, weight);
    return std::max(firsts_.count, rest_.count) < reduced_at_once || flush();
  }

  [[nodiscard]] std::int64_t accumulator_of_slot() const {
    return static_cast<std::int64_t>(slot_ * columns_.count * by_.kernels.accumulator_bytes);
  }

  // All listed updates are on their way before the first of them is taken.
  void fetch(std::int64_t update) const {
    if (fetched_bytes_ == 0) return;
    const std::byte* const first = work_.direct + columns_.direct + update;
    for (std::size_t at = 0; at < fetched_bytes_; at += cache_line) __builtin_prefetch(first + at);
  }

  // The slice of the last cell has all its updates.
  bool close() {
    if (!is_open_) return true;
    const std::int64_t accumulator = accumulator_of_slot();
    stored_.add(accumulator, cell_, static_cast<std::int64_t>(updates_ + (first_replaces_ ? 0 : 1)));
    return stored_.count < reduced_at_once || flush();
  }

  [[nodiscard]] kernel::slice_block block(const slice_list& of, std::byte* units, std::ptrdiff_t step) {
    kernel::slice_block made;
    made.accumulators = accumulators_.data();
    made.units = units;
    made.to = of.accumulators.data();
    made.from = of.units.data();
    made.slices = of.count;
    made.count = columns_.count;
    made.step = step;
    return made;
  }
  void take(const slice_list& of, kernel::slice_kernel alone, kernel::slice_kernel of_products) {
    if (of.count == 0) return;
    kernel::slice_block work = block(of, at(work_.direct, columns_.direct), row_.direct_stride);
    if (of_products == nullptr) return alone(work);
    work.weights = work_.weights + columns_.weights;
    work.weight_of = of.weights.data();
    work.weight_step = row_.weight_stride;
    of_products(work);
  }

  bool flush() {
    std::byte* const cells = at(work_.table, columns_.table);
    if (first_replaces_)
      take(firsts_, by_.kernels.load, products_.load);
    else if (firsts_.count != 0)
      by_.kernels.load(block(firsts_, cells, row_.table_stride));
    take(rest_, by_.kernels.accumulate, products_.accumulate);
    if (stored_.count != 0) {
      kernel::slice_block work = block(stored_, cells, row_.table_stride);
      std::array<std::uint64_t, reduced_at_once> divisors;
      std::copy_n(stored_.weights.begin(), stored_.count, divisors.begin());
      work.divisors = divisors.data();
      by_.kernels.store(work);
    }
    const std::uint64_t slices = firsts_.count + rest_.count;
    firsts_.count = rest_.count = stored_.count = 0;
    return polls_.go_on_bytes(slices * (columns_.count * static_cast<std::uint64_t>(work_.width) + position_work));
  }

  const segment_kernels& by_;
  paired_updates pairs_;
  start_kernels from_starts_;
  std::size_t tuple_bytes_ = 0;  // of the indices of an update
  axis row_;
  kernel::product_kernels products_;  // of weighted updates
  bool first_replaces_;
  std::size_t fetched_bytes_ = 0;  // of each update; 0: the processor reads ahead by itself
  poll_counter polls_;
  row_piece columns_;
  bool is_open_ = false;  // cell_ has got updates_ updates, in the accumulators of slot_
  std::int64_t cell_ = 0;
  std::uint64_t updates_ = 0;
  std::size_t slot_ = 0;
  slice_list firsts_;
  slice_list rest_;
  slice_list stored_;
  alignas(std::uint64_t) std::array<std::byte, max_from_tuple * reduced_at_once> tuples_;
  alignas(64) std::array<std::byte, accumulator_room> accumulators_;
};

}  // namespace strew::engine
