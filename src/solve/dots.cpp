// Sums of products of two rows, each of which a position has for itself: many positions at once, beside the processor,
// whose sums are written once.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bounded_vector.hpp"
#include "base/low_bytes.hpp"
#include "kernel/fetch.hpp"
#include "partition/distribution.hpp"
#include "solve/effort.hpp"
#include "solve/pairs.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"
#include "walk/segments.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t listed_at_once = 128;  // positions: few, as all of them are on the stack of a task
constexpr std::size_t whole_vectors = 16;    // pairs: a multiple of those that kernels take at once
constexpr std::size_t most_pairs = listed_at_once + kernel::most_pairs_ahead + whole_vectors;
constexpr std::int64_t piece_elements = 4096;  // of a row, between two polls
constexpr std::size_t max_sum_bytes = 16;
constexpr std::size_t most_axes = 16;  // listed on the stack too

struct dot_program {
  reading positions;
  kernel::dot_kernel add;
  kernel::slice_kernels sums;
  const kernel::kernel_set* set;
};

// Positions first: these come in any order, the elements of a row in theirs.
template <class Axes>
void list_axes(const axis* axes, std::size_t count, const problem& p, Axes& made) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_summed(p, axes[i])) made.push_back(axes[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (is_summed(p, axes[i])) made.push_back(axes[i]);
  }
}

std::size_t count_position_axes(const problem& p) {
  return static_cast<std::size_t>(
      std::count_if(p.axes.begin(), p.axes.end(), [&](const axis& a) { return !is_summed(p, a); }));
}

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_slices(in)) return reason;
  if (!p.is_write() || !p.is_weighted() || p.reduce != reduction::add) return "no products are summed";
  if (p.decoding) return "updates are decoded";
  if (p.axes.size() > most_axes) return "it has more than 16 axes";
  if (p.pass != accumulator_pass::none && p.pass != accumulator_pass::all) return "its accumulators are in memory";
  const auto is_apart = [&](const axis& a) {
    return a.window_of == no_window && (a.table_stride != 0 || is_summed(p, a));
  };
  const auto selects = [](const coordinate& c) { return c.table_stride != 0; };
  if (!std::all_of(p.axes.begin(), p.axes.end(), is_apart) ||
      std::any_of(p.coordinates.begin(), p.coordinates.end(), selects))
    return "several positions may write one cell";
  return dots_of(in.problem, in.kernels) == nullptr ? "there is no kernel for its products" : nullptr;
}

program make(const situation& in) {
  problem sorted = in.problem;
  sorted.axes.clear();
  list_axes(in.problem.axes.data(), in.problem.axes.size(), in.problem, sorted.axes);
  return program(dot_program{reading_of(sorted, count_position_axes(sorted), in.kernels),
                             dots_of(in.problem, in.kernels), slices_of(in.problem, in.kernels), &in.kernels});
}

// Of positions that are not skipped.
struct listed_pairs {
  std::size_t count = 0;
  std::array<std::int64_t, most_pairs> left, right, cells, sums;

  // Pair `from` becomes pair `to`.
  void move(std::size_t from, std::size_t to) {
    left[to] = left[from];
    right[to] = right[from];
    cells[to] = cells[from];
  }
};

class dot_reader : public position_reader {
 public:
  dot_reader(const part& work, const dot_program& by, const cancellation& cancel)
      : position_reader(work, by.positions, cancel),
        by_(by),
        pairs_(work, *by.set, no_axis, nullptr),
        rows_(work.axes + by.positions.outer_axes),
        row_axes_(work.problem.axes.size() - by.positions.outer_axes),
        polls_(cancel) {
    if (work.problem.segments) segments_ = segment_walk(by.positions.starts.load_offset, work.problem);
    if (row_axes_ != 0) ahead_ = kernel::pairs_ahead(static_cast<std::size_t>(row_bytes()));
    for (std::size_t i = 0; i < most_pairs; ++i)
      listed_.sums[i] = static_cast<std::int64_t>(i * by.sums.accumulator_bytes);
  }

  bool sum(std::uint64_t first, std::uint64_t last) {
    const auto sum_next = [&](position_walk& walk, std::int64_t size) {
      list(walk, size);
      return sum_listed(count_ready());
    };
    return read_pieces(first, last, listed_at_once, sum_next) && sum_listed(listed_.count);
  }

 private:
  // Of the listed pairs all but those that are fetched meanwhile, and that fill no vector yet.
  [[nodiscard]] std::size_t count_ready() const {
    return listed_.count <= ahead_ ? 0 : (listed_.count - ahead_) / whole_vectors * whole_vectors;
  }
  [[nodiscard]] std::int64_t row_bytes() const { return rows_[row_axes_ - 1].extent * work_.problem.width; }

  void list(position_walk& walk, std::int64_t size) {
    const axis of_line = walk.line();
    const std::int64_t direct = direct_ + walk.number() * of_line.direct_stride;
    const std::int64_t weights = weights_ - work_.weights + walk.number() * of_line.weight_stride;
    pairs_.begin(walk, size, base(), line(walk, static_cast<std::size_t>(size)));
    bool skips = segments_.is_started() ? list_segments(walk, size, weights) : list_cells(walk, size, weights);
    skips = pairs_.resolve(direct, listed_.left.data() + listed_.count, skip_mask_.data()) || skips;
    pairs_.fetch_next();
    const std::size_t before = listed_.count;
    keep(static_cast<std::size_t>(size), skips);
    for (std::size_t i = before; i < std::min(ahead_, listed_.count); ++i) fetch(i);
  }

  // Where the cells of the walk's next positions are, and their rows of weights; returns whether the mask marks some.
  bool list_cells(position_walk& walk, std::int64_t size, std::int64_t weights) {
    const bool skips = resolve_next(walk, size);
    if (work_.problem.coordinates.empty()) std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
      listed_.cells[listed_.count + i] = table_ + offsets_[i];
    return pairs_.resolve_weights(weights, listed_.right.data() + listed_.count, skip_mask_.data()) || skips;
  }
  bool list_segments(position_walk& walk, std::int64_t size, std::int64_t weights) {
    const axis of_line = walk.line();
    const auto count = static_cast<std::size_t>(size);
    const index_place at = line(walk, count).first;
    std::int64_t* const cells = listed_.cells.data() + listed_.count;
    std::int64_t* const right = listed_.right.data() + listed_.count;
    walk.take(size, cells);
    list_evenly(weights, of_line.weight_stride, size, right);
    bool skips = false;
    const auto add = [&](std::size_t first, const segment_walk::stretch& next) {
      const std::size_t end = first + static_cast<std::size_t>(next.count);
      const std::int64_t cell = table_ + next.segment * work_.rules[0].table_stride;
      const std::int64_t row = next.segment * work_.problem.coordinates[0].weight_stride;
      for (std::size_t i = first; i < end; ++i) cells[i] += cell, right[i] += row;
      std::fill_n(skip_mask_.data() + first, next.count, next.is_held ? std::uint8_t{0} : std::uint8_t{1});
      skips |= !next.is_held;
    };
    segments_.for_each_stretch(at, of_line.index_stride, count, add);
    return skips;
  }

  // Of `count` pairs after the listed ones, those that the mask does not mark follow these.
  void keep(std::size_t count, bool skips) {
    if (!skips) {
      listed_.count += count;
      return;
    }
    for (std::size_t i = 0, first = listed_.count; i < count; ++i) {
      listed_.move(first + i, listed_.count);
      listed_.count += skip_mask_[i] == 0 ? 1 : 0;
    }
  }

  // Both rows of a pair, where the kernel has not begun to fetch them.
  void fetch(std::size_t i) const {
    kernel::fetch_lines(work_.direct + listed_.left[i], static_cast<std::size_t>(row_bytes()));
    kernel::fetch_lines(work_.weights + listed_.right[i], static_cast<std::size_t>(row_bytes()));
  }

  // The first `pairs`; what follows them becomes the first.
  bool sum_listed(std::size_t pairs) {
    if (pairs == 0) return true;
    start(pairs);
    if (!add_rows(pairs)) return false;
    by_.sums.store(cells(pairs));
    for (std::size_t i = pairs; i < listed_.count; ++i) listed_.move(i, i - pairs);
    listed_.count -= pairs;
    return true;
  }

  // Without an old value a sum begins as -0, to which the first product is added without a change.
  void start(std::size_t pairs) {
    if (!work_.problem.exclude_self) return by_.sums.load(cells(pairs));
    const std::size_t bytes = by_.sums.accumulator_bytes;
    std::memset(sums_.data(), 0, pairs * bytes);
    const std::size_t each = negative_zero_bytes();
    const std::size_t sign = is_little_endian ? each - 1 : 0;
    for (std::size_t at = 0; each != 0 && at < pairs * bytes; at += each) sums_[at + sign] = std::byte{0x80};
  }

  // The bytes of a float among those of a sum; 0: there is none.
  [[nodiscard]] std::size_t negative_zero_bytes() const {
    const problem& p = work_.problem;
    if (info(p.type).kind == type_kind::complex) return by_.sums.accumulator_bytes / 2;
    return info(p.type).kind == type_kind::real ? by_.sums.accumulator_bytes : 0;
  }

  // Cells that lie side by side are one slice.
  [[nodiscard]] kernel::slice_block cells(std::size_t pairs) {
    bool is_row = true;
    for (std::size_t i = 1; i < pairs; ++i)
      is_row &= listed_.cells[i] - listed_.cells[i - 1] == static_cast<std::int64_t>(work_.problem.width);
    kernel::slice_block made;
    made.accumulators = sums_.data();
    made.units = work_.table;
    made.to = listed_.sums.data();
    made.from = listed_.cells.data();
    made.slices = is_row ? 1 : pairs;
    made.count = is_row ? pairs : 1;
    made.step = work_.problem.width;
    return made;
  }

  bool add_rows(std::size_t pairs) {
    const axis one{1, 0, 0, 0, no_window};
    const axis& row = row_axes_ == 0 ? one : rows_[row_axes_ - 1];
    odometer points(rows_, row_axes_ == 0 ? 0 : row_axes_ - 1);
    do {
      const std::int64_t weights = points.along(&axis::weight_stride);
      for (std::int64_t done = 0; done < row.extent; done += piece_elements) {
        const std::int64_t count = std::min(piece_elements, row.extent - done);
        kernel::row_pairs made;
        made.left = work_.direct + points.direct() + done * row.direct_stride;
        made.right = work_.weights + weights + done * row.weight_stride;
        made.count = static_cast<std::size_t>(count);
        made.left_step = row.direct_stride;
        made.right_step = row.weight_stride;
        add(made, pairs);
        if (!polls_.go_on_bytes(pairs * static_cast<std::uint64_t>(count * work_.problem.width))) return false;
      }
    } while (points.next());
    return true;
  }

  void add(kernel::row_pairs& rows, std::size_t pairs) {
    rows.left_of = listed_.left.data();
    rows.right_of = listed_.right.data();
    rows.sums = sums_.data();
    rows.pairs = pairs;
    rows.listed = listed_.count;
    by_.add(rows);
  }

  const dot_program& by_;
  paired_updates pairs_;
  const axis* rows_;
  std::size_t row_axes_;
  poll_counter polls_;
  segment_walk segments_;  // if offsets say which rows positions have
  std::size_t ahead_ = 0;  // pairs that stay listed, so that their rows are fetched
  listed_pairs listed_;
  alignas(64) std::array<std::byte, max_sum_bytes * most_pairs> sums_;
};

// A separate function: other tasks of the calling thread do not need the stack.
[[gnu::noinline]] bool sum(const dot_program& by, const part& sorted, std::uint64_t first, std::uint64_t last,
                           const cancellation& cancel) {
  return first >= last || dot_reader(sorted, by, cancel).sum(first, last);
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& by = chosen.as<dot_program>();
  bounded_vector<axis, most_axes> axes;
  list_axes(whole.axes, whole.problem.axes.size(), whole.problem, axes);
  part sorted = whole;
  sorted.axes = axes.data();
  const auto all = static_cast<std::uint64_t>(count_points(sorted.axes, by.positions.outer_axes));
  const std::uint64_t pieces = count_chunks(with.tasks, all);
  return for_each_claim(with, with.tasks, 0, pieces, [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);) {
      if (!sum(by, sorted, border(all, pieces, n), border(all, pieces, n + 1), cancel)) return false;
    }
    return true;
  });
}

std::size_t block(const program&) {
  return listed_at_once;
}

// A product takes a third of what a position does; both rows of a pair are read.
workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double each_position = 8;
  constexpr double each_product = 0.3;
  const sizes of(in);  // whose positions are products
  double pairs = 1;
  for (const axis& a : in.problem.axes) pairs *= is_summed(in.problem, a) ? 1 : static_cast<double>(a.extent);
  workload made;
  made.positions = pairs * each_position + of.positions * each_product;
  add_stream(made, of, of.positions * 2 * static_cast<double>(in.problem.width));
  return made;
}

}  // namespace

constexpr solver dots_solver = {
    .name = "dots",
    .method = "sums products of many pairs of rows at once, each in order, and writes each sum once",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block,
    .cost = cost,
    .is_general = true,
    .run_team = run_team,
    .takes_pairs = true};

}  // namespace strew::engine
