// Reductions whose positions come cell by cell, as those of offsets and of groups do: the accumulators of few slices at
// a time stay beside the processor, whatever state a reduction keeps. Nothing of the table is read but what is an old
// value, and each of its slices is written once.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "partition/distribution.hpp"
#include "solve/effort.hpp"
#include "solve/pairs.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t min_row = 8;             // units side by side, below which updates are few for their position
constexpr std::size_t accumulator_room = 4096;  // bytes of the accumulators of a task
constexpr std::size_t max_fetched_row = 512;    // bytes
constexpr std::size_t room = 128;               // positions whose updates are listed

struct segments_program {
  reading positions;
  kernel::slice_kernels kernels;
  kernel::product_kernels products;  // of weighted updates
  const kernel::kernel_set* set;
  std::uint32_t piece;  // units of a row that are reduced at once
  std::uint32_t slots;  // pieces that have accumulators
};

kernel::product_kernels products_of(const problem& p, const kernel::kernel_set& kernels) {
  return p.is_weighted() ? slice_products_of(p, kernels) : kernel::product_kernels();
}

// Positions that write one cell follow one another: axes that lead to other cells are the outer ones.
bool comes_cell_by_cell(const situation& in) {
  const problem& p = in.problem;
  if (!p.segments && !p.coordinates.empty()) return false;
  const auto leads_elsewhere = [](const axis& a) { return a.table_stride != 0; };
  const auto* const first = p.axes.begin();
  return std::is_partitioned(first, first + in.outer, leads_elsewhere);
}

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_slices(in)) return reason;
  const bool is_whole = p.pass == accumulator_pass::none || p.pass == accumulator_pass::all;
  if (!p.is_write() || !is_whole || p.reduce == reduction::none)
    return "no updates are combined, or their accumulators are in memory";
  if (!in.collides) return "no two positions write one cell";
  if (!comes_cell_by_cell(in)) return "the positions of a cell do not follow one another";
  if (in.outer == p.axes.size() || p.axes.back().extent < min_row) return "few units of a slice lie side by side";
  if (slices_of(p, in.kernels).load == nullptr) return "there is no kernel for its accumulators";
  return p.is_weighted() && products_of(p, in.kernels).load == nullptr ? "there is no kernel for its products"
                                                                       : nullptr;
}

program make(const situation& in) {
  const kernel::slice_kernels kernels = slices_of(in.problem, in.kernels);
  const std::size_t most = accumulator_room / kernels.accumulator_bytes;
  const std::size_t piece = std::min(most, static_cast<std::size_t>(in.problem.axes.back().extent));
  return program(segments_program{reading_of(in.problem, in.outer, in.kernels), kernels,
                                  products_of(in.problem, in.kernels), &in.kernels, static_cast<std::uint32_t>(piece),
                                  static_cast<std::uint32_t>(most / piece)});
}

// Units of the rows of slices, of all positions.
struct columns {
  std::int64_t table = 0;  // where they begin, here and below
  std::int64_t direct = 0;
  std::int64_t weights = 0;
  std::size_t count = 0;
};

// Offsets of slices, by the number of a listed one.
struct slice_list {
  std::size_t count = 0;
  std::array<std::int64_t, room> accumulators;
  std::array<std::int64_t, room> units;
  std::array<std::int64_t, room> weights;  // or the divisors of slices that are stored

  void add(std::int64_t accumulator, std::int64_t unit, std::int64_t weight) {
    accumulators[count] = accumulator;
    units[count] = unit;
    weights[count++] = weight;
  }
};

// Reduces positions of a part, piece by piece of its rows.
class segment_reducer : public position_reader {
 public:
  segment_reducer(const part& work, const segments_program& by, const cancellation& cancel)
      : position_reader(work, by.positions, cancel),
        by_(by),
        pairs_(work, *by.set, no_axis),
        row_(work.axes[work.problem.axes.size() - 1]),
        first_replaces_(work.problem.exclude_self),
        polls_(cancel) {
    const auto bytes = static_cast<std::size_t>(row_.extent * work.width);
    if (row_.direct_stride == work.width && bytes <= max_fetched_row) fetched_bytes_ = bytes;
  }

  bool reduce(std::uint64_t first, std::uint64_t last) {
    const std::size_t outer = by_.positions.outer_axes;
    odometer rows(work_.axes + outer, work_.problem.axes.size() - outer - 1);
    do {
      for (std::int64_t done = 0; done < row_.extent; done += by_.piece) {
        columns_ = {rows.table() + done * row_.table_stride, rows.direct() + done * row_.direct_stride,
                    rows.along(&axis::weight_stride) + done * row_.weight_stride,
                    static_cast<std::size_t>(std::min<std::int64_t>(by_.piece, row_.extent - done))};
        if (!reduce_columns(first, last)) return false;
      }
    } while (rows.next());
    return true;
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
  bool reduce_columns(std::uint64_t first, std::uint64_t last) {
    is_open_ = false;
    slot_ = 0;
    const bool is_read = read_pieces(first, last, room, [&](position_walk& walk, std::int64_t size) {
      const axis& line = walk.line();
      const std::int64_t direct = direct_ + walk.number() * line.direct_stride;
      const std::int64_t weights =
          weights_ == nullptr ? 0 : weights_ - work_.weights + walk.number() * line.weight_stride;
      pairs_.begin(walk, size, from_, weights_);
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
    return is_read && close() && flush();
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
    const auto accumulator = static_cast<std::int64_t>(slot_ * columns_.count * by_.kernels.accumulator_bytes);
    const bool is_first = updates_ == 1;
    if (is_first) firsts_.add(accumulator, first_replaces_ ? update : cell, weight);
    if (!is_first || !first_replaces_) rest_.add(accumulator, update, weight);
    return std::max(firsts_.count, rest_.count) < room || flush();
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
    const auto accumulator = static_cast<std::int64_t>(slot_ * columns_.count * by_.kernels.accumulator_bytes);
    stored_.add(accumulator, cell_, static_cast<std::int64_t>(updates_ + (first_replaces_ ? 0 : 1)));
    return stored_.count < room || flush();
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
      take(firsts_, by_.kernels.load, by_.products.load);
    else if (firsts_.count != 0)
      by_.kernels.load(block(firsts_, cells, row_.table_stride));
    take(rest_, by_.kernels.accumulate, by_.products.accumulate);
    if (stored_.count != 0) {
      kernel::slice_block work = block(stored_, cells, row_.table_stride);
      std::array<std::uint64_t, room> divisors;
      std::copy_n(stored_.weights.begin(), stored_.count, divisors.begin());
      work.divisors = divisors.data();
      by_.kernels.store(work);
    }
    const std::uint64_t slices = firsts_.count + rest_.count;
    firsts_.count = rest_.count = stored_.count = 0;
    return polls_.go_on_bytes(slices * (columns_.count * static_cast<std::uint64_t>(work_.width) + position_work));
  }

  const segments_program& by_;
  paired_updates pairs_;
  axis row_;
  bool first_replaces_;
  std::size_t fetched_bytes_ = 0;  // of each update; 0: the processor reads ahead by itself
  poll_counter polls_;
  columns columns_;
  bool is_open_ = false;  // cell_ has got updates_ updates, in the accumulators of slot_
  std::int64_t cell_ = 0;
  std::uint64_t updates_ = 0;
  std::size_t slot_ = 0;
  slice_list firsts_;
  slice_list rest_;
  slice_list stored_;
  alignas(64) std::array<std::byte, accumulator_room> accumulators_;
};

// Separate functions: other tasks of the calling thread do not need the stack.
[[gnu::noinline]] std::uint64_t border_of_cells(const segments_program& by, const part& whole, std::uint64_t n,
                                                std::uint64_t all, const cancellation& cancel) {
  return segment_reducer(whole, by, cancel).end_of_cell(n, all);
}
[[gnu::noinline]] bool reduce(const segments_program& by, const part& whole, std::uint64_t first, std::uint64_t last,
                              const cancellation& cancel) {
  return first >= last || segment_reducer(whole, by, cancel).reduce(first, last);
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& by = chosen.as<segments_program>();
  const auto all = static_cast<std::uint64_t>(count_points(whole.axes, by.positions.outer_axes));
  const std::uint64_t pieces = count_chunks(with.tasks, all);
  return for_each_claim(with, with.tasks, 0, pieces, [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);) {
      const auto begin_of = [&](std::uint64_t piece) {
        return border_of_cells(by, whole, border(all, pieces, piece), all, cancel);
      };
      if (!reduce(by, whole, begin_of(n), begin_of(n + 1), cancel)) return false;
    }
    return true;
  });
}

std::size_t block(const program&) {
  return room;
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  return row_work(in);
}

}  // namespace

constexpr solver segments_solver = {
    .name = "segments",
    .method = "reduces the positions of a cell, which follow one another, beside the processor, and writes it once",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block,
    .cost = cost,
    .is_general = true,
    .run_team = run_team,
    .takes_pairs = true};

}  // namespace strew::engine
