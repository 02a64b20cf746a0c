#include "execute/executor.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "execute/fp_state.hpp"
#include "execute/odometer.hpp"
#include "execute/part.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::size_t no_axis = ~std::size_t{0};
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

bool run_part(const part& work, const cancellation& cancel) {
  if (work.what.how.copy != nullptr) return run_copy(work, cancel);
  if (work.what.what.reduce == reduction::none) return run_blocks(work, cancel);
  const fp_state arithmetic;
  return run_blocks(work, cancel);
}

// One problem, shared out evenly along an axis.
class shared_work {
 public:
  shared_work(const part& whole, std::size_t along, std::uint64_t tasks, const cancellation& cancel)
      : whole_(whole), along_(along), tasks_(tasks), cancel_(cancel) {}

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
    const problem& p = whole_.what.what;
    const program& how = whole_.what.how;
    run_list<axis> axes(p.axes.data(), p.axes.size());
    axis& mine = axes[along_];
    const std::int64_t first = border(n);
    mine.extent = border(n + 1) - first;
    part work = whole_;
    work.axes = axes.data();
    work.table = at(whole_.table, first * mine.table_stride);
    work.direct = at(whole_.direct, first * mine.direct_stride);
    if (whole_.indices != nullptr) work.indices = whole_.indices + first * mine.index_stride;
    // A shorter axis does not continue the one before it.
    if (along_ < how.outer_axes) work.flat_axes = std::min(how.flat_axes, how.outer_axes - along_);
    if (!run_part(work, cancel_)) is_cancelled_.store(true);
  }

  const part& whole_;
  std::size_t along_;
  std::uint64_t tasks_;
  const cancellation& cancel_;
  std::atomic<bool> is_cancelled_ = false;
};

std::uint64_t task_count(const problem& p, const program& how, std::size_t along, const execution_context& with) {
  const workers& pool = with.pool;
  if (pool.run == nullptr || along == no_axis || pool.is_inside(pool.context) != 0) return 1;
  const std::uint64_t least = pool.least_bytes == 0 ? least_task_bytes : pool.least_bytes;
  std::uint64_t tasks = std::min(pool.concurrency(pool.context), how.bytes / least);
  if (with.threads != 0) tasks = std::min(tasks, with.threads);
  return std::min(tasks, static_cast<std::uint64_t>(p.axes[along].extent));
}

}  // namespace

bool run_watched(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
                 const cancellation& cancel, bool& leaves_out) {
  return run_part({what, what.what.axes.data(), what.how.flat_axes, table, direct, indices, &leaves_out}, cancel);
}

bool run(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
         const execution_context& with) {
  const problem& p = what.what;
  if (p.moves_nothing()) return true;
  const part whole{what, p.axes.data(), what.how.flat_axes, table, direct, indices, nullptr};
  if (with.pool.run == nullptr) return run_part(whole, with.cancel);
  const std::size_t along = longest_split(p);
  const std::uint64_t tasks = task_count(p, what.how, along, with);
  if (tasks < 2) return run_part(whole, with.cancel);
  return shared_work(whole, along, tasks, with.cancel).run(with.pool);
}

}  // namespace engine
}  // namespace strew
