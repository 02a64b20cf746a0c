// Writes of elements whose positions meet in cells of a table that fits in a cache: round by round, tasks divide the
// positions, list the updates of each owner of a range of cells, and then each owner applies its lists, in order. Every
// index and update is read once, whatever the number of tasks. Where that exchange costs more than reading, few tasks
// look at all positions instead, each for its own range.
#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "base/arithmetic.hpp"
#include "partition/ranges.hpp"
#include "solve/effort.hpp"
#include "solve/forms.hpp"
#include "solve/fused.hpp"
#include "solve/ownership.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"
#include "walk/polls.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t max_tasks = kernel::max_split_owners;
constexpr std::uint64_t split_positions = 32768;  // updates that a task lists before they are applied
constexpr std::uint64_t listed_positions = 8192;  // positions that a task that exchanges no lists looks at before that
constexpr std::uint64_t split_workspace = std::uint64_t{16} << 20;  // bytes of all lists
constexpr std::uint64_t slack = kernel::list_slack;

struct split_program {
  block_program blocks;
  kernel::fused_kernel fused;  // of the operation
  kernel::fused_kernel apply;  // the same, from the starts of a list
  kernel::split_kernel split;
  std::uint64_t workspace;
  std::uint16_t width;
  std::uint16_t max_alone;  // so many tasks do not exchange lists

  [[nodiscard]] std::uint64_t record() const { return sizeof(std::int32_t) + width; }
};

kernel::split_kernel split_of(const situation& in) {
  const problem& p = in.problem;
  return in.kernels.split(index_type_of(p.index_type), kernel::class_of(static_cast<std::size_t>(p.width)));
}

bool is_dense_line(const problem& p) {
  const axis& line = p.axes[0];
  return line.table_stride == 0 && line.direct_stride == p.width && p.coordinates[0].table_stride == p.width &&
         line.index_stride == static_cast<std::int64_t>(info(p.index_type).width);
}

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_owners(in)) return reason;
  if (find_fused(in) == nullptr) return "no kernel resolves an index and writes its element in one loop";
  if (p.axes.size() != 1 || !is_dense_line(p)) return "indices, elements or cells do not follow one another";
  if (split_of(in) == nullptr) return "elements do not have 4 or 8 bytes, or indices do not have 32 or 64 bits";
  return p.coordinates[0].extent > std::numeric_limits<std::int32_t>::max() ? "a start has more than 31 bits" : nullptr;
}

// Two sets of lists, in which each task has one for each owner, long enough for all positions of its part. Before them,
// where each one is.
constexpr std::uint64_t header = whole_lines(2 * max_tasks * max_tasks * sizeof(kernel::owner_list));

// What each task lists in a round. It fills all of its lists at once, so these begin in other sets of the cache: not a
// multiple of a page of starts apart.
std::uint64_t list_positions(const split_program& shape, std::uint64_t tasks) {
  constexpr std::uint64_t page = 4096 / sizeof(std::int32_t);
  constexpr std::uint64_t apart = 32;
  std::uint64_t room = (shape.workspace - header - cache_line) / (2 * tasks * tasks * shape.record());
  if (room > page + apart) room -= (room - apart) % page;
  return std::min(room - slack, split_positions);
}

program make(const situation& in) {
  split_program made{make_element_blocks(in), find_fused(in), nullptr, split_of(in), 0, 0, 0};
  problem listed = in.problem;
  listed.index_type = dtype::i32;
  made.apply = find_fused({listed, in.kernels, in.facts});
  made.width = static_cast<std::uint16_t>(in.problem.width);
  made.max_alone = static_cast<std::uint16_t>(in.kernels.tuning.max_alone_tasks);
  const std::uint64_t wanted = saturated_product(in.positions, 2 * max_tasks * made.record());
  made.workspace = header + std::clamp<std::uint64_t>(wanted, 2 * max_tasks * max_tasks * made.record() * 4 * slack,
                                                      split_workspace);
  return program(made);
}

class split_run {
 public:
  split_run(const split_program& decision, const part& whole, const team& with, const cancellation& cancel)
      : decision_(decision),
        whole_(whole),
        team_(with),
        cancel_(cancel),
        all_(reinterpret_cast<kernel::owner_list*>(aligned_workspace(whole.workspace))),
        lists_(aligned_workspace(whole.workspace) + header) {
    find_owners(ownership(whole, decision.blocks, std::min(with.tasks, max_tasks)));
    list_positions_ = list_positions(decision, tasks_);
    round_ = list_positions_ * tasks_;
  }

  // All that was sampled is one cell: nobody else would do anything.
  [[nodiscard]] bool has_one_owner() const { return tasks_ == 1; }

  bool run() { return tasks_ <= decision_.max_alone ? run_alone() : run_together(); }

 private:
  // Each task looks at all positions, and lists and applies those of its own range: nothing is exchanged.
  bool run_alone() {
    const auto positions = static_cast<std::uint64_t>(whole_.axes[0].extent);
    return team_.for_each(tasks_, [&](std::uint64_t task) {
      const std::uint64_t step = std::min(list_positions_, listed_positions);
      poll_counter polls(cancel_, 0);
      for (std::uint64_t first = 0; first < positions; first += step) {
        if (!polls.go_on(step)) return false;
        const std::uint64_t last = std::min(first + step, positions);
        empty(0, task, task);
        split_among(first, last, &list(0, task, task), 1);
        apply_list(list(0, task, task), last);
      }
      return true;
    });
  }

  // Each task applies the lists of the round before and makes those of the next one.
  bool run_together() {
    const auto positions = static_cast<std::uint64_t>(whole_.axes[0].extent);
    const std::uint64_t rounds = (positions + round_ - 1) / round_;
    for (std::uint64_t r = 0; r <= rounds; ++r) {
      const std::uint64_t first = std::min(r * round_, positions);
      const std::uint64_t count = std::min(round_, positions - first);
      const bool goes_on = team_.for_each(tasks_, [&](std::uint64_t task) {
        if (cancel_.is_requested()) return false;
        const std::uint64_t mine = first + border(count, tasks_, task);
        if (r > 0) apply(task, (r - 1) % 2, mine);
        if (count > 0) split(task, r % 2, mine, first + border(count, tasks_, task + 1));
        return true;
      });
      if (!goes_on) return false;
    }
    return true;
  }

  kernel::owner_list& list(std::uint64_t set, std::uint64_t task, std::uint64_t owner) {
    return all_[(set * max_tasks + task) * max_tasks + owner];
  }

  // Ranges of starts follow one another, in a circle. No two owners write one line of the cache, or two neighbours.
  void find_owners(const ownership& given) {
    constexpr std::int64_t apart = 2 * cache_line;
    const auto table = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(whole_.table) % apart);
    for (std::uint64_t n = 0; n < given.size(); ++n) {
      const std::int64_t low = (given.low(n) + table) / apart * apart - table;
      const auto start = static_cast<std::uint32_t>((low + decision_.width - 1) / decision_.width);
      if (tasks_ == 0 || (start != lows_[tasks_ - 1] && start != lows_[0])) lows_[tasks_++] = start;
    }
  }

  void empty(std::uint64_t set, std::uint64_t task, std::uint64_t owner) {
    const std::uint64_t room = list_positions_ + slack;
    std::byte* const memory = lists_ + ((set * tasks_ + task) * tasks_ + owner) * room * decision_.record();
    const std::uint32_t next = lows_[owner + 1 == tasks_ ? 0 : owner + 1];
    new (&list(set, task, owner))
        kernel::owner_list{lows_[owner], next - lows_[owner] - 1, reinterpret_cast<std::int32_t*>(memory),
                           memory + room * sizeof(std::int32_t), 0};
  }

  void split(std::uint64_t task, std::uint64_t set, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t owner = 0; owner < tasks_; ++owner) empty(set, task, owner);
    split_among(first, last, &list(set, task, 0), tasks_);
  }

  [[nodiscard]] kernel::index_column column(std::uint64_t first, std::size_t count) const {
    const std::int64_t stride = whole_.axes[0].index_stride;
    const std::byte* const indices = whole_.indices.stored() + whole_.problem.coordinates[0].index_offset;
    return {indices + static_cast<std::int64_t>(first) * stride, stride, count};
  }
  [[nodiscard]] const std::byte* units(std::uint64_t first) const { return whole_.direct + first * decision_.width; }

  void split_among(std::uint64_t first, std::uint64_t last, kernel::owner_list* owners, std::uint64_t count) {
    const bool skips = decision_.split(column(first, last - first), whole_.rules[0], units(first), owners, count);
    if (skips) whole_.report_skip();
  }

  void apply(std::uint64_t owner, std::uint64_t set, std::uint64_t next) {
    for (std::uint64_t task = 0; task < tasks_; ++task) {
      const kernel::owner_list& one = list(set, task, owner);
      apply_list(one, next);
      next += one.count;
    }
  }

  // Meanwhile the memory arrives that the task reads next, from position `next` on.
  void apply_list(const kernel::owner_list& one, std::uint64_t next) {
    if (one.count == 0) return;
    const kernel::index_column soon = column(next, 0);
    kernel::coordinate_rule rule = whole_.rules[0];
    rule.from_end = false;
    kernel::block work;
    work.table = whole_.table;
    work.direct = one.units;
    work.direct_step = decision_.width;
    work.width = decision_.width;
    work.positions = one.count;
    work.stages_starts = decision_.blocks.stages_starts;
    work.soon = {{{soon.first, static_cast<std::size_t>(soon.stride)}, {units(next), decision_.width}}};
    decision_.apply({reinterpret_cast<const std::byte*>(one.starts), sizeof(std::int32_t), one.count}, rule, work);
  }

  const split_program& decision_;
  const part& whole_;
  const team& team_;
  const cancellation& cancel_;
  kernel::owner_list* all_;
  std::byte* lists_;
  std::uint64_t tasks_ = 0;
  std::array<std::uint32_t, max_tasks> lows_;  // the first start of each owner's range
  std::uint64_t list_positions_ = 0;
  std::uint64_t round_ = 0;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  split_run all(chosen.as<split_program>(), whole, with, cancel);
  if (!all.has_one_owner()) return all.run();
  return with.for_each(1, [&](std::uint64_t /*task*/) { return run_elements<split_program>(chosen, whole, cancel); });
}

std::uint64_t workspace(const program& chosen) {
  return chosen.as<split_program>().workspace;
}

// Lists of a task's own updates only, or lists that tasks exchange, round by round.
workload cost(const program& chosen, const situation& in, std::uint64_t tasks) {
  constexpr double listed = 1;
  constexpr double found_by_rank = 4;
  const auto& decision = chosen.as<split_program>();
  const sizes of(in);
  const auto count = static_cast<double>(tasks);
  workload made = element_work(in, true);
  if (tasks <= decision.max_alone) {
    made.by_each = of.positions * listed;
    made.near += of.positions * (of.index_bytes + of.slice_bytes) * (count - 1);
    return made;
  }
  made.positions += of.positions * listed * std::min(count / 2, found_by_rank);
  made.exchanged = of.positions * static_cast<double>(decision.record()) / cache_line * (count - 1) / count;
  const std::uint64_t listing = std::min(tasks, max_tasks);
  made.passes = of.positions / static_cast<double>(list_positions(decision, listing) * listing) + 2;
  return made;
}

}  // namespace

constexpr solver split_solver = {
    .name = "split",
    .method = "tasks list the updates of each owner of a range of the table, which applies them in order",
    .refuse = refuse,
    .make = make,
    .run = run_elements<split_program>,
    .workspace = workspace,
    .cost = cost,
    .run_team = run_team,
    .reports = true};

}  // namespace strew::engine
