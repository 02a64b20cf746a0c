// Sums of products of two rows, each of which a position has for itself: many positions at once, beside the processor,
// whose sums are written once.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bounded_vector.hpp"
#include "partition/distribution.hpp"
#include "solve/effort.hpp"
#include "solve/pairs.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t summed_at_once = 64;     // positions: few, as all of them are on the stack of a task
constexpr std::size_t fetched = 16;            // of these, before the kernel fetches the others
constexpr std::int64_t max_fetched_row = 512;  // bytes
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
  std::array<std::int64_t, summed_at_once> left, right, cells, sums;
};

class dot_reader : public position_reader {
 public:
  dot_reader(const part& work, const dot_program& by, const cancellation& cancel)
      : position_reader(work, by.positions, cancel),
        by_(by),
        pairs_(work, *by.set, no_axis, &room_),
        rows_(work.axes + by.positions.outer_axes),
        row_axes_(work.problem.axes.size() - by.positions.outer_axes),
        polls_(cancel) {
    for (std::size_t i = 0; i < summed_at_once; ++i)
      listed_.sums[i] = static_cast<std::int64_t>(i * by.sums.accumulator_bytes);
  }

  bool sum(std::uint64_t first, std::uint64_t last) {
    return read_pieces(first, last, summed_at_once, [&](position_walk& walk, std::int64_t size) {
      list(walk, size);
      return listed_.count == 0 || (start() && add_rows() && store());
    });
  }

 private:
  void list(position_walk& walk, std::int64_t size) {
    const axis line_axis = walk.line();
    const std::int64_t direct = direct_ + walk.number() * line_axis.direct_stride;
    const std::int64_t weights = weights_ - work_.weights + walk.number() * line_axis.weight_stride;
    pairs_.begin(walk, size, base(), line(walk, static_cast<std::size_t>(size)));
    bool skips = resolve_next(walk, size);
    if (work_.problem.coordinates.empty()) std::fill_n(skip_mask_.data(), size, std::uint8_t{0});
    skips = pairs_.resolve(skip_mask_.data()) || skips;
    const std::int64_t* const left = pairs_.offsets();
    const bool is_indexed = work_.problem.has_indexed_weights();
    listed_.count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
      if (skips && skip_mask_[i] != 0) continue;
      const std::int64_t step = static_cast<std::int64_t>(i) * line_axis.weight_stride;
      listed_.left[listed_.count] = direct + left[i];
      listed_.right[listed_.count] = weights + (is_indexed ? pairs_.weight_offsets()[i] : step);
      listed_.cells[listed_.count++] = table_ + offsets_[i];
    }
    for (std::size_t i = 0; i < std::min(fetched, listed_.count) && row_axes_ != 0; ++i) fetch(i);
  }

  // The beginning of both rows of a pair.
  void fetch(std::size_t i) const {
    const std::int64_t bytes = std::min(rows_[row_axes_ - 1].extent * work_.problem.width, max_fetched_row);
    for (std::int64_t at = 0; at < bytes; at += static_cast<std::int64_t>(cache_line)) {
      __builtin_prefetch(work_.direct + listed_.left[i] + at);
      __builtin_prefetch(work_.weights + listed_.right[i] + at);
    }
  }

  // Without an old value a sum begins as -0, to which the first product is added without a change.
  bool start() {
    if (!work_.problem.exclude_self) {
      by_.sums.load(cells());
      return true;
    }
    const std::size_t bytes = by_.sums.accumulator_bytes;
    std::memset(sums_.data(), 0, listed_.count * bytes);
    const std::size_t each = negative_zero_bytes();
    for (std::size_t at = each; each != 0 && at <= listed_.count * bytes; at += each) sums_[at - 1] = std::byte{0x80};
    return true;
  }

  // The bytes of a float among those of a sum, little-endian; 0: there is none.
  [[nodiscard]] std::size_t negative_zero_bytes() const {
    const problem& p = work_.problem;
    if (info(p.type).kind == type_kind::complex) return by_.sums.accumulator_bytes / 2;
    return info(p.type).kind == type_kind::real ? by_.sums.accumulator_bytes : 0;
  }

  [[nodiscard]] kernel::slice_block cells() {
    kernel::slice_block made;
    made.accumulators = sums_.data();
    made.units = work_.table;
    made.to = listed_.sums.data();
    made.from = listed_.cells.data();
    made.slices = listed_.count;
    made.step = work_.problem.width;
    return made;
  }

  bool add_rows() {
    const axis one{1, 0, 0, 0, no_window};
    const axis& row = row_axes_ == 0 ? one : rows_[row_axes_ - 1];
    odometer points(rows_, row_axes_ == 0 ? 0 : row_axes_ - 1);
    do {
      const std::int64_t weights = points.along(&axis::weight_stride);
      for (std::int64_t done = 0; done < row.extent; done += piece_elements) {
        const std::int64_t count = std::min(piece_elements, row.extent - done);
        add(row, count, points.direct() + done * row.direct_stride, weights + done * row.weight_stride);
        if (!polls_.go_on_bytes(listed_.count * static_cast<std::uint64_t>(count * work_.problem.width))) return false;
      }
    } while (points.next());
    return true;
  }

  void add(const axis& row, std::int64_t count, std::int64_t left, std::int64_t right) {
    kernel::row_pairs made;
    made.left = work_.direct + left;
    made.right = work_.weights + right;
    made.left_of = listed_.left.data();
    made.right_of = listed_.right.data();
    made.sums = sums_.data();
    made.pairs = listed_.count;
    made.count = static_cast<std::size_t>(count);
    made.left_step = row.direct_stride;
    made.right_step = row.weight_stride;
    by_.add(made);
  }

  bool store() {
    by_.sums.store(cells());
    return true;
  }

  const dot_program& by_;
  pair_room room_;
  paired_updates pairs_;
  const axis* rows_;
  std::size_t row_axes_;
  poll_counter polls_;
  listed_pairs listed_;
  alignas(64) std::array<std::byte, max_sum_bytes * summed_at_once> sums_;
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
  return summed_at_once;
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
