#include "plan/estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/arithmetic.hpp"
#include "kernel/tuning.hpp"
#include "problem/points.hpp"

namespace strew::engine {
namespace {

// Assumed, not measured: a common machine, and no call that is slowed by the caches.
constexpr std::uint64_t bytes_a_nanosecond = 10;     // of one thread
constexpr std::uint64_t threads_that_move_more = 4;  // more share the same memory
constexpr std::uint64_t nanoseconds_an_index = 2;

// In the largest unit of which there is one, each 1000 of the one before; small numbers with a digit more.
std::string in_units(std::uint64_t amount, std::span<const char* const> units) {
  std::uint64_t tenths = 0;
  std::size_t unit = 0;
  for (; amount >= 1000 && unit + 1 < units.size(); ++unit) {
    tenths = amount % 1000 / 100;
    amount /= 1000;
  }
  if (unit == 0 || amount >= 10) return formatted("{} {}", amount, units[unit]);
  return formatted("{}.{} {}", amount, tenths, units[unit]);
}

std::string threads_text(std::uint64_t threads) {
  return formatted("{} thread{}", threads, threads == 1 ? "" : "s");
}

}  // namespace

estimate estimate_of(const plan& p, const plan_label& label) {
  estimate made;
  made.bytes = bytes_of(p, label.is_in_place);
  const std::uint64_t tasks = made.bytes / kernel::tuned.min_task_bytes;
  made.threads = std::clamp<std::uint64_t>(tasks, 1, std::max<std::uint64_t>(label.threads, 1));
  const std::uint64_t moving = made.bytes / (bytes_a_nanosecond * std::min(made.threads, threads_that_move_more));
  const std::uint64_t indices =
      p.move.coordinates.empty()
          ? 0
          : saturated_product(static_cast<std::uint64_t>(count_positions(p.move)), nanoseconds_an_index);
  made.nanoseconds = saturated_sum(moving, indices / made.threads);
  return made;
}

std::string time_text(double nanoseconds) {
  constexpr const char* times[] = {"ns", "us", "ms", "s"};
  return in_units(static_cast<std::uint64_t>(nanoseconds), times);
}

std::string summary_text(const estimate& made) {
  constexpr const char* sizes[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  const std::string time =
      made.nanoseconds < 1000 ? "less than 1 us" : "about " + time_text(static_cast<double>(made.nanoseconds));
  return formatted("reads and writes {} on {}, in {} if all is in memory", in_units(made.bytes, sizes),
                   threads_text(made.threads), time);
}

std::string model_text(const estimate& made) {
  return formatted("{}, {} ns, where each thread, of {} at most, moves {} bytes a ns, and an index takes {} ns",
                   threads_text(made.threads), made.nanoseconds, threads_that_move_more, bytes_a_nanosecond,
                   nanoseconds_an_index);
}

}  // namespace strew::engine
