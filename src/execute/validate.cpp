#include "execute/validate.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/arithmetic.hpp"
#include "execute/bad_indices.hpp"
#include "execute/index_failure.hpp"
#include "execute/offsets.hpp"
#include "facts/order.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/polls.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

std::uint64_t tasks_for(const validation& checks, const indexed_side& of, const execution_context& with) {
  if (with.pool.run == nullptr) return 1;
  const auto width = static_cast<std::uint64_t>(info(of.index_type).width);
  const std::uint64_t bytes = saturated_product(checks.tuples, checks.rules.size() * width);
  return std::min(count_tasks(with.pool, with.threads, bytes), std::max<std::uint64_t>(checks.tuples, 1));
}

enum class outcome : std::uint8_t { good, bad, cancelled };

// Whether some tuple of the range has a bad member.
outcome look_at(const validation& checks, const std::byte* indices, tuple_range range, const cancellation& cancel) {
  poll_counter polls(cancel);
  bool is_bad = false;
  const std::uint64_t most = std::max<std::uint64_t>(values_between_polls / checks.rules.size(), 1);
  const auto look = [&](const point_run& run) {
    is_bad = checks.has_bad({run.tuple, run.tuple_step, run.count});
    return !is_bad;
  };
  const bool is_read =
      walk_runs(checks.axes.data(), checks.axes.size(), range, indices, checks.rules.size(), polls, look, most);
  if (is_bad) return outcome::bad;
  return is_read ? outcome::good : outcome::cancelled;
}

outcome look_at_all(const validation& checks, const std::byte* indices, std::uint64_t tasks,
                    const execution_context& with) {
  if (checks.lacks_start) return outcome::bad;
  if (tasks == 1) return look_at(checks, indices, {0, checks.tuples}, with.cancel);
  std::atomic<bool> is_bad = false;
  const bool is_seen = for_each(with.pool, tasks, arithmetic::none, [&](std::uint64_t n) {
    const tuple_range range{border(checks.tuples, tasks, n), border(checks.tuples, tasks, n + 1)};
    const outcome found = is_bad.load() ? outcome::bad : look_at(checks, indices, range, with.cancel);
    if (found == outcome::bad) is_bad.store(true);
    return found != outcome::cancelled;
  });
  if (!is_seen) return outcome::cancelled;
  return is_bad.load() ? outcome::bad : outcome::good;
}

// False if cancelled.
bool find_all(const index_finder& finder, std::uint64_t tasks, const execution_context& with, bad_indices& all) {
  const std::uint64_t tuples = finder.tuple_count();
  std::mutex merging;
  return for_each(with.pool, tasks, arithmetic::none, [&](std::uint64_t n) {
    bad_indices found;
    if (!finder.find({border(tuples, tasks, n), border(tuples, tasks, n + 1)}, with.cancel, found)) return false;
    const std::lock_guard lock(merging);
    all.merge(found);
    return true;
  });
}

bool has_one_column(const validation& checks) {
  return !checks.lacks_start && checks.groups.size() == 1 && checks.groups[0].members == 1 && checks.axes.size() == 1 &&
         !checks.rules[0].has_hole;
}

}  // namespace

index_order order_of_valid(const validation& checks, const indexed_side& of, index_order expected,
                           const kernel::kernel_set& kernels, const std::byte* indices, const execution_context& with) {
  if (!has_one_column(checks)) return index_order::none;
  const kernel::index_column all{indices + checks.groups[0].index_offset, checks.axes[0].index_stride,
                                 static_cast<std::size_t>(checks.tuples)};
  const kernel::index_column ends{all.first, all.stride * static_cast<std::int64_t>(all.count - 1), 2};
  if (checks.is_bad(ends, &checks.rules[0], 1)) return index_order::none;
  const team tasks{with.pool, tasks_for(checks, of, with), arithmetic::none};
  return order_of(all, of.index_type, expected, kernels, tasks, with.cancel);
}

bool validate(const validation& checks, const indexed_side& of, operand where, const kernel::kernel_set& kernels,
              const std::byte* indices, const execution_context& with, status& bad) {
  if (checks.has_offsets) return validate_offsets(of, where, kernels, indices, with, bad);
  if (of.space.has_no_position()) return true;
  const std::uint64_t tasks = tasks_for(checks, of, with);
  const outcome found = look_at_all(checks, indices, tasks, with);
  if (found != outcome::bad) return found == outcome::good;
  const index_finder finder(of, kernels, indices);
  bad_indices all;
  if (!find_all(finder, tasks, with, all)) return false;
  // 0 if another thread modified the indices between the two passes: they are valid now.
  if (all.count != 0) bad = bad_index_failure(of, where, kernels, indices, all);
  return true;
}

}  // namespace strew::engine
