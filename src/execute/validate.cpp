#include "execute/validate.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/arithmetic.hpp"
#include "execute/bad_indices.hpp"
#include "execute/index_failure.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

std::uint64_t tasks_for(const validation& checks, const problem& p, const execution_context& with) {
  if (with.pool.run == nullptr) return 1;
  const auto width = static_cast<std::uint64_t>(info(p.index_type).width);
  const std::uint64_t bytes = saturated_product(checks.tuples, checks.members.size() * width);
  return std::min(count_tasks(with.pool, with.threads, bytes), std::max<std::uint64_t>(checks.tuples, 1));
}

enum class outcome : std::uint8_t { good, bad, cancelled };

// Some tuple of the range has a bad member.
outcome look_at(const validation& checks, const std::byte* indices, tuple_range range, const cancellation& cancel) {
  const axis line = checks.axes.empty() ? axis{} : checks.axes.back();
  const auto length = static_cast<std::uint64_t>(line.extent);
  const bool is_start = range.first == 0;
  odometer walk(checks.axes.data(), checks.axes.empty() ? 0 : checks.axes.size() - 1);
  if (!is_start) walk.go_to(range.first / length);
  std::uint64_t column = is_start ? 0 : range.first % length;
  poll_counter polls(cancel);
  bool is_bad = false;
  for (std::uint64_t left = range.last - range.first; left > 0;) {
    const std::uint64_t count = std::min(left, length - column);
    for (const auto& m : checks.members) {
      if (!m.is_read) continue;
      const std::byte* first = indices + walk.index() + m.index_offset;
      const bool is_seen = visit_in_pieces(count, polls, [&](auto from, auto to) {
        const std::byte* piece = first + static_cast<std::int64_t>(column + from) * line.index_stride;
        is_bad = is_bad || checks.is_bad({piece, line.index_stride, static_cast<std::size_t>(to - from)}, m.rule);
      });
      if (!is_seen) return outcome::cancelled;
      if (is_bad) return outcome::bad;
    }
    left -= count;
    column = 0;
    walk.next();
  }
  return outcome::good;
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

}  // namespace

std::optional<status> validate(const validation& checks, const problem& p, const kernel::kernel_set& kernels,
                               const std::byte* indices, const execution_context& with) {
  if (!checks.is_needed()) return status();
  const std::uint64_t tasks = tasks_for(checks, p, with);
  const outcome found = look_at_all(checks, indices, tasks, with);
  if (found == outcome::good) return status();
  if (found == outcome::cancelled) return std::nullopt;
  const index_finder finder(p, kernels, indices);
  bad_indices all;
  if (!find_all(finder, tasks, with, all)) return std::nullopt;
  // None if another thread modified the indices between the two passes: they are valid now.
  return all.count == 0 ? status() : status(bad_index_failure(p, kernels, indices, all));
}

}  // namespace strew::engine
