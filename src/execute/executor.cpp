#include "execute/executor.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "solve/traits.hpp"
#include "walk/fp_state.hpp"
#include "walk/odometer.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::uint64_t least_task_bytes = std::uint64_t{1} << 18U;

// Along which axis points may be shared out: each output element of a read is written once, points of a write that
// meet in a cell agree on all but its sequenced axes. A window moves with its position.
bool can_split(const problem& p, const axis& a) {
  return a.window_of == no_window && (!is_sequenced(p, a) || a.extent == 1);
}

std::size_t longest_split(const problem& p) {
  std::size_t best = no_axis;
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    if (can_split(p, p.axes[i]) && (best == no_axis || p.axes[i].extent > p.axes[best].extent)) best = i;
  }
  return best;
}

bool run_part(const program& how, const part& work, const cancellation& cancel) {
  if (work.what.reduce == reduction::none) return how.by->run(how, work, cancel);
  const fp_state arithmetic;
  return how.by->run(how, work, cancel);
}

// One problem, shared out evenly along an axis.
class shared_work {
 public:
  shared_work(const program& how, const part& whole, std::size_t along, std::uint64_t tasks, const cancellation& cancel)
      : how_(how), whole_(whole), along_(along), tasks_(tasks), cancel_(cancel) {}

  bool run(const workers& pool) {
    pool.run(pool.context, tasks_, &shared_work::run_task, this);
    return !is_cancelled_.load();
  }

 private:
  static void run_task(void* self, std::uint64_t n) { static_cast<shared_work*>(self)->run_task(n); }

  [[nodiscard]] std::int64_t border(std::uint64_t n) const {
    const auto extent = static_cast<std::uint64_t>(whole_.axes[along_].extent);
    return static_cast<std::int64_t>(extent / tasks_ * n + std::min(n, extent % tasks_));
  }

  void run_task(std::uint64_t n) {
    if (n >= tasks_ || is_cancelled_.load()) return;
    const problem& p = whole_.what;
    run_list<axis> axes(p.axes.data(), p.axes.size());
    axis& mine = axes[along_];
    const std::int64_t first = border(n);
    mine.extent = border(n + 1) - first;
    part work = whole_;
    work.axes = axes.data();
    work.table = at(whole_.table, first * mine.table_stride);
    work.direct = at(whole_.direct, first * mine.direct_stride);
    if (whole_.indices != nullptr) work.indices = whole_.indices + first * mine.index_stride;
    work.shared = along_;
    if (!run_part(how_, work, cancel_)) is_cancelled_.store(true);
  }

  const program& how_;
  const part& whole_;
  std::size_t along_;
  std::uint64_t tasks_;
  const cancellation& cancel_;
  std::atomic<bool> is_cancelled_ = false;
};

std::uint64_t task_count(const problem& p, std::size_t along, const execution_context& with) {
  const workers& pool = with.pool;
  if (pool.run == nullptr || along == no_axis || pool.is_inside(pool.context) != 0) return 1;
  const std::uint64_t least = pool.least_bytes == 0 ? least_task_bytes : pool.least_bytes;
  std::uint64_t tasks = std::min(pool.concurrency(pool.context), unit_bytes(p) / least);
  if (with.threads != 0) tasks = std::min(tasks, with.threads);
  return std::min(tasks, static_cast<std::uint64_t>(p.axes[along].extent));
}

}  // namespace

bool run_watched(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
                 const cancellation& cancel, bool& leaves_out) {
  const problem& p = what.what;
  return run_part(what.how, {p, what.rules, p.axes.data(), no_axis, table, direct, indices, &leaves_out}, cancel);
}

bool run(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
         const execution_context& with) {
  const problem& p = what.what;
  if (p.moves_nothing()) return true;
  const part whole{p, what.rules, p.axes.data(), no_axis, table, direct, indices, nullptr};
  if (with.pool.run == nullptr) return run_part(what.how, whole, with.cancel);
  const std::size_t along = longest_split(p);
  const std::uint64_t tasks = task_count(p, along, with);
  if (tasks < 2) return run_part(what.how, whole, with.cancel);
  return shared_work(what.how, whole, along, tasks, with.cancel).run(with.pool);
}

}  // namespace engine
}  // namespace strew
