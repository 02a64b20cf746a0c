// Reductions with state: positions are divided among buckets of cells, so that accumulators are needed for the cells of
// one bucket at a time, and only for those with updates.
#include <algorithm>

#include "partition/cells.hpp"
#include "partition/order.hpp"
#include "solve/bucket_shape.hpp"
#include "solve/effort.hpp"
#include "solve/slice_accumulators.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

const char* refuse(const situation& in) {
  if (const char* reason = refuse_slices(in)) return reason;
  if (in.problem.pass != accumulator_pass::all) return "no accumulators are needed";
  if (in.problem.policy.outside == out_of_bounds::fill) return "positions without a start are filled";
  return refuse_buckets(in);
}

program make(const situation& in) {
  return program(make_bucket_program(in));
}

// Where in the workspace the accumulators of the lanes, the counters and the records are.
struct bucket_memory {
  bucket_memory(const bucket_program& shape, std::byte* workspace)
      : lanes(aligned_workspace(workspace)),
        counters(reinterpret_cast<std::uint64_t*>(lanes + shape.lanes * shape.lane_bytes)),
        records(counters + shape.lanes * counter_bytes(shape) / sizeof(std::uint64_t)) {}

  std::byte* lanes;
  std::uint64_t* counters;
  std::uint64_t* records;
};

class bucket_run {
 public:
  bucket_run(const bucket_program& shape, const part& work, const team& with, const cancellation& cancel)
      : shape_(shape),
        work_(work),
        team_(with),
        cancel_(cancel),
        outer_(count_outer(work.problem)),
        positions_(static_cast<std::uint64_t>(count_points(work.axes, outer_))),
        memory_(shape, work.workspace) {
    team_.tasks = std::min<std::uint64_t>(with.tasks, shape.lanes);
  }

  bool run() { return shape_.is_dense ? run_dense() : run_sorted(); }

 private:
  using format = record_format<std::uint64_t>;
  using bucket_records = distribution<std::uint64_t>;

  [[nodiscard]] slice_accumulators accumulators(std::uint64_t lane) const {
    return {work_, shape_, outer_, memory_.lanes + lane * shape_.lane_bytes, cancel_};
  }
  [[nodiscard]] std::uint64_t first_cell(std::uint64_t bucket) const { return bucket << shape_.shift; }

  // Calls note(cell, position) for the positions [first, last) that have a start.
  template <class Note>
  bool read(std::uint64_t first, std::uint64_t last, const Note& note) const {
    const cell_numbers cell_of(shape_.cells);
    return position_reader(work_, shape_.positions, cancel_).read(first, last, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i)
        if (!block.is_skipped(i)) note(cell_of(block.offsets[i]), block.first + i);
    });
  }

  bool run_sorted() {
    const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
      return read(first, last, note);
    };
    const auto consumer = [&](std::uint64_t task) {
      return [mine = accumulators(task)](std::uint64_t, const std::uint64_t* first, const std::uint64_t* last) mutable {
        while (last > first && last[-1] == format::none) --last;
        return mine.apply_sorted(first, last);
      };
    };
    const record_ranges buckets{shape_.buckets, shape_.shift, shape_.lanes};
    const sorting what{buckets, positions_, shape_.capacity, reinterpret_cast<std::byte*>(memory_.counters),
                       shape_.has_spare};
    return sort_by_cells(shape_.format(), what, team_, cancel_, each, consumer);
  }

  bool run_dense() {
    bucket_records buckets(positions_, team_.tasks, shape_.buckets,
                           {memory_.counters, memory_.records, shape_.capacity}, format::none);
    const auto each = [&, made = shape_.format(), shift = shape_.shift](std::uint64_t first, std::uint64_t last,
                                                                        const auto& add) {
      return read(first, last,
                  [&](std::uint64_t cell, std::uint64_t position) { add(cell >> shift, made.made(cell, position)); });
    };
    if (!buckets.count(team_, each)) return false;
    for (std::uint64_t first = 0; first < shape_.buckets;) {
      const std::uint64_t last = buckets.begin(first);
      if (!(last == first ? run_without_records(first) : buckets.write(team_, each) && run_round(buckets, first, last)))
        return false;
      first = std::max(last, first + 1);
    }
    return true;
  }

  bool run_round(const bucket_records& buckets, std::uint64_t first, std::uint64_t last) {
    return for_each_claim(team_, team_.tasks, first, last, [&](std::uint64_t n, claims& open) {
      slice_accumulators mine = accumulators(n);
      for (std::uint64_t bucket = 0; open.take(bucket);) {
        if (!run_bucket(mine, first_cell(bucket), buckets.begin_of(bucket), buckets.end_of(bucket))) return false;
      }
      return true;
    });
  }

  static bool run_bucket(slice_accumulators& mine, std::uint64_t cell, const std::uint64_t* first,
                         const std::uint64_t* last) {
    if (first == last) return true;
    for (const std::uint64_t* record = first; record < last; ++record) {
      if (*record != format::none && !mine.add_to_bucket(cell, *record)) return false;
    }
    return mine.store_bucket(cell, first, last);
  }

  // One task reads all positions: a bucket with more of them than there is room for.
  bool run_without_records(std::uint64_t bucket) const {
    return team_.for_each(1, [&](std::uint64_t n) {
      slice_accumulators mine = accumulators(n);
      const std::uint64_t first = first_cell(bucket);
      bool goes_on = true;
      const bool is_read = read(0, positions_, [&](std::uint64_t cell, std::uint64_t position) {
        if (cell >> shape_.shift == bucket)
          goes_on = goes_on && mine.add_to_bucket(first, shape_.format().made(cell, position));
      });
      return is_read && goes_on && mine.store_whole_bucket(first);
    });
  }

  const bucket_program& shape_;
  const part& work_;
  team team_;
  const cancellation& cancel_;
  std::size_t outer_;
  std::uint64_t positions_;
  bucket_memory memory_;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  return bucket_run(chosen.as<bucket_program>(), whole, with, cancel).run();
}

// The calling thread has the environment of the contract.
bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const workers none;
  return run_team(chosen, work, {none, 1, arithmetic::none}, cancel);
}

std::size_t block(const program&) {
  return max_block_positions;
}

std::uint64_t workspace(const program& chosen) {
  return workspace_of(chosen.as<bucket_program>());
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double sorted_record = 12;
  const sizes of(in);
  workload made = direct_work(in, sorted_record + of.units);
  add_stream(made, of, of.positions * (of.index_bytes + 2 * sizeof(std::uint64_t)));
  made.passes = 3;
  return made;
}

}  // namespace

constexpr solver buckets_solver = {
    .name = "buckets",
    .method = "divides positions among buckets of cells, and keeps accumulators for one bucket at a time",
    .refuse = refuse,
    .make = make,
    .run = run,
    .block = block,
    .workspace = workspace,
    .cost = cost,
    .is_general = true,
    .run_team = run_team};

}  // namespace strew::engine
