// Reductions whose positions come cell by cell, as those of offsets and of groups do: tasks divide them where a cell
// ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "partition/distribution.hpp"
#include "solve/effort.hpp"
#include "solve/segment_reducer.hpp"
#include "walk/segments.hpp"

namespace strew::engine {
namespace {

// Axes that lead to other cells are the outer ones, unless updates repeat along one of them.
bool is_in_order(const problem& p, std::size_t outer) {
  const auto leads_elsewhere = [](const axis& a) { return a.table_stride != 0; };
  return std::is_partitioned(p.axes.begin(), p.axes.begin() + outer, leads_elsewhere);
}

const char* refuse(const situation& in) {
  if (const char* reason = refuse_reducing(in)) return reason;
  const bool comes_cell_by_cell =
      (in.problem.segments || in.problem.coordinates.empty()) && is_in_order(in.problem, in.outer);
  return comes_cell_by_cell ? nullptr : "the positions of a cell do not follow one another";
}

program make(const situation& in) {
  return program(make_segment_kernels(in));
}

// Separate functions: other tasks of the calling thread do not need the stack.
[[gnu::noinline]] std::uint64_t find_end_of_cell(const segment_kernels& by, const part& whole, std::uint64_t n,
                                                 std::uint64_t all, const cancellation& cancel) {
  return segment_reducer(whole, by, cancel).end_of_cell(n, all);
}
[[gnu::noinline]] bool reduce(const segment_kernels& by, const part& whole, std::uint64_t first, std::uint64_t last,
                              const cancellation& cancel) {
  return first >= last || segment_reducer(whole, by, cancel).reduce(first, last);
}

// The positions of one cell.
struct cell_span {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // the same one: only its end is known
};

// Divides positions where cells end. Where a cell is larger than the pieces that tasks take, the pieces that begin or
// end in it share it by columns of its row instead.
class divided_cells {
 public:
  divided_cells(const segment_kernels& by, const part& whole, std::uint64_t pieces, const cancellation& cancel)
      : by_(by),
        whole_(whole),
        cancel_(cancel),
        all_(static_cast<std::uint64_t>(count_points(whole.axes, by.positions.outer_axes))),
        pieces_(count_chunks(pieces, all_)) {}

  [[nodiscard]] std::uint64_t pieces() const { return pieces_; }

  bool reduce_piece(std::uint64_t n) const {
    const std::uint64_t first = border(all_, pieces_, n), last = border(all_, pieces_, n + 1);
    const cell_span before = cell_around(first), after = cell_around(last);
    const bool shares_before = is_shared(before);
    const bool shares_after = is_shared(after) && !(shares_before && after.first == before.first);
    if (shares_before && !reduce_share(before, n)) return false;
    const std::uint64_t end = is_shared(after) ? after.first : after.last;
    return reduce(by_, whole_, before.last, end, cancel_) && (!shares_after || reduce_share(after, n));
  }

 private:
  static constexpr std::int64_t shared_bytes = 64;  // of a row, at least

  // Of the cell of the positions before and after n; {n, n} if they are of different ones.
  [[nodiscard]] cell_span cell_around(std::uint64_t n) const {
    if (n == 0 || n >= all_) return {n, n};
    const problem& p = whole_.problem;
    if (p.coordinates.empty()) return cell_of_line(n);
    const axis& line = whole_.axes[by_.positions.outer_axes - 1];
    const bool is_one_line = by_.positions.flat_axes == by_.positions.outer_axes && whole_.shared == no_axis;
    if (p.segments && is_one_line && line.index_stride == 1) return cell_of_segment(n);
    const std::uint64_t end = find_end_of_cell(by_, whole_, n, all_, cancel_);
    return {end, end};
  }
  // Axes that lead to the same cell are the last ones.
  [[nodiscard]] cell_span cell_of_line(std::uint64_t n) const {
    std::uint64_t length = 1;
    for (std::size_t i = by_.positions.outer_axes; i-- > 0 && whole_.axes[i].table_stride == 0;)
      length *= static_cast<std::uint64_t>(whole_.axes[i].extent);
    const std::uint64_t first = n / length * length;
    return first == n ? cell_span{n, n} : cell_span{first, first + length};
  }
  [[nodiscard]] cell_span cell_of_segment(std::uint64_t n) const {
    const indexed_side& of = whole_.problem;
    const std::int64_t positions = of.segments->positions;
    const std::int64_t ahead = whole_.indices.ahead + static_cast<std::int64_t>(n);
    const auto number = static_cast<std::uint64_t>(ahead % positions);
    if (number == 0) return {n, n};
    const entry_offsets entry(by_.positions.starts.load_offset, of, whole_.indices.first, ahead / positions);
    const std::int64_t begun = entry.count_begun(number);
    const std::uint64_t first = begun == 0 ? 0 : entry.begin_of(begun - 1);
    const std::uint64_t last = std::min(entry.begin_of(begun), static_cast<std::uint64_t>(positions));
    if (first >= number) return {n, n};
    return {n - std::min(number - first, n), std::min(n + (last - number), all_)};
  }

  [[nodiscard]] bool is_shared(const cell_span& cell) const {
    return cell.last - cell.first > 2 * (all_ / pieces_) && !whole_.problem.decoding && shares_of_row() > 1;
  }
  [[nodiscard]] std::int64_t units_of_share() const {
    return std::max<std::int64_t>(shared_bytes / whole_.width, static_cast<std::int64_t>(kernel::min_reduced_row));
  }
  [[nodiscard]] std::uint64_t shares_of_row() const {
    return static_cast<std::uint64_t>(whole_.axes[row()].extent / units_of_share());
  }
  [[nodiscard]] std::size_t row() const { return whole_.problem.axes.size() - 1; }

  // That of piece n, of those of all pieces which have positions of the cell.
  [[nodiscard]] bool reduce_share(const cell_span& cell, std::uint64_t n) const {
    std::uint64_t first = n, last = n;
    while (border(all_, pieces_, first) > cell.first) --first;
    while (border(all_, pieces_, last + 1) < cell.last) ++last;
    const std::uint64_t grains = shares_of_row();
    const std::uint64_t shares = std::min(last - first + 1, grains), mine = n - first;
    if (mine >= shares) return true;
    const std::int64_t extent = whole_.axes[row()].extent;
    const auto column_of = [&](std::uint64_t share) {
      return share == shares ? extent : static_cast<std::int64_t>(border(grains, shares, share)) * units_of_share();
    };
    run_list<axis> axes(whole_.axes, whole_.problem.axes.size());
    return reduce(by_, part_along(whole_, row(), column_of(mine), column_of(mine + 1), axes), cell.first, cell.last,
                  cancel_);
  }

  const segment_kernels& by_;
  const part& whole_;
  const cancellation& cancel_;
  std::uint64_t all_;
  std::uint64_t pieces_;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const divided_cells cells(chosen.as<segment_kernels>(), whole, with.tasks, cancel);
  return for_each_claim(with, with.tasks, 0, cells.pieces(), [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);)
      if (!cells.reduce_piece(n)) return false;
    return true;
  });
}

std::size_t block(const program&) {
  return reduced_at_once;
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
