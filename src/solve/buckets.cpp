// Reductions with state: positions are divided among buckets of cells, so that accumulators are needed for the cells of
// one bucket at a time, and only for those with updates.
#include <algorithm>
#include <atomic>

#include "solve/bucket_records.hpp"
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
  program made;
  made.set(make_bucket_program(in));
  return made;
}

class bucket_run {
 public:
  bucket_run(const bucket_program& shape, const part& work, const team& with, const cancellation& cancel)
      : shape_(shape),
        work_(work),
        team_(with),
        cancel_(cancel),
        outer_(count_outer(work.problem)),
        tasks_(std::min<std::uint64_t>(with.tasks, shape.lanes)),
        lanes_(aligned_workspace(work.workspace)),
        counters_(reinterpret_cast<std::uint64_t*>(lanes_ + shape.lanes * shape.lane_bytes)),
        records_(work, shape, static_cast<std::uint64_t>(count_points(work.axes, outer_)), tasks_, counters_,
                 counters_ + shape.lanes * counter_bytes(shape) / sizeof(std::uint64_t)) {}

  bool run() { return shape_.is_divided() ? run_divided() : run_undivided(); }

 private:
  [[nodiscard]] slice_accumulators accumulators(std::uint64_t lane) const {
    return {work_, shape_, outer_, lanes_ + lane * shape_.lane_bytes, cancel_};
  }
  [[nodiscard]] std::uint64_t first_cell(std::uint32_t bucket) const {
    return static_cast<std::uint64_t>(bucket) << shape_.shift;
  }

  // Few positions: the tasks have parts of the sorted records, between cells.
  bool run_undivided() {
    const auto count = records_.write_all(cancel_);
    if (!count) return false;
    std::uint64_t* const records = records_.all();
    sort(records, records + *count);
    return team_.for_each(tasks_, [&](std::uint64_t n) {
      const auto first_after = [&](std::uint64_t at) {
        while (at > 0 && at < *count && records[at] >> shape_.place_bits == records[at - 1] >> shape_.place_bits) ++at;
        return at;
      };
      return accumulators(n).apply_sorted(records + first_after(border(*count, tasks_, n)),
                                          records + first_after(border(*count, tasks_, n + 1)));
    });
  }

  bool run_divided() {
    if (!team_.for_each(tasks_, [&](std::uint64_t n) { return records_.count(n, cancel_); })) return false;
    for (std::uint32_t first = 0; first < shape_.buckets;) {
      const std::uint32_t last = records_.begin(first);
      if (!(last == first ? run_without_records(first) : run_round(first, last))) return false;
      first = std::max(last, first + 1);
    }
    return true;
  }

  bool run_round(std::uint32_t first, std::uint32_t last) {
    if (!team_.for_each(tasks_, [&](std::uint64_t n) { return records_.write(n, cancel_); })) return false;
    std::atomic<std::uint32_t> next = first;
    return team_.for_each(tasks_, [&](std::uint64_t n) {
      slice_accumulators mine = accumulators(n);
      for (std::uint32_t bucket = next++; bucket < last; bucket = next++) {
        if (!run_bucket(mine, bucket)) return false;
      }
      return true;
    });
  }

  bool run_bucket(slice_accumulators& mine, std::uint32_t bucket) const {
    std::uint64_t* const first = records_.first(bucket);
    std::uint64_t* last = records_.last(bucket);
    if (first == last) return true;
    if (!shape_.is_dense) {
      sort(first, last);
      while (last > first && last[-1] == no_record) --last;
      return mine.apply_sorted(first, last);
    }
    const std::uint64_t cell = first_cell(bucket);
    for (const std::uint64_t* record = first; record < last; ++record) {
      if (*record == no_record) continue;
      if (!mine.add_to_bucket(cell, mine.cell_of(*record), mine.position_of(*record))) return false;
    }
    return mine.store_bucket(cell, first, last);
  }

  // One task reads all positions: a bucket with more of them than there is room for.
  bool run_without_records(std::uint32_t bucket) const {
    STREW_ASSERT(shape_.is_dense);
    return team_.for_each(1, [&](std::uint64_t n) {
      slice_accumulators mine = accumulators(n);
      const std::uint64_t first = first_cell(bucket);
      const bool is_added = records_.visit_bucket(bucket, cancel_, [&](std::uint64_t cell, std::uint64_t position) {
        return mine.add_to_bucket(first, cell, position);
      });
      return is_added && mine.store_whole_bucket(first);
    });
  }

  // Records of one cell are in the order of positions then too.
  static void sort(std::uint64_t* first, std::uint64_t* last) {
    if (!std::is_sorted(first, last)) std::sort(first, last);
  }

  const bucket_program& shape_;
  const part& work_;
  const team& team_;
  const cancellation& cancel_;
  std::size_t outer_;
  std::uint64_t tasks_;
  std::byte* lanes_;
  std::uint64_t* counters_;
  bucket_records records_;
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
  return kernel::tuning::block_positions;
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
