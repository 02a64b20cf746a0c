#include "facts/order.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "walk/kernel_axes.hpp"
#include "walk/polls.hpp"

namespace strew::engine {
namespace {

enum class found : std::uint8_t { in_order, not_in_order, cancelled };

// Values [first, last] of a column.
found look_at(kernel::ascends_kernel ascends, const kernel::index_column& all, std::uint64_t first, std::uint64_t last,
              const cancellation& cancel) {
  poll_counter polls(cancel);
  for (; first < last; first += values_between_polls) {
    const std::uint64_t count = std::min(last - first, values_between_polls);
    if (!polls.go_on(count)) return found::cancelled;
    const std::byte* const at = all.first + static_cast<std::int64_t>(first) * all.stride;
    if (!ascends({at, all.stride, static_cast<std::size_t>(count + 1)})) return found::not_in_order;
  }
  return found::in_order;
}

// What descends is what ascends from its end.
kernel::index_column turned(const kernel::index_column& all) {
  return {all.first + static_cast<std::ptrdiff_t>(all.count - 1) * all.stride, -all.stride, all.count};
}

}  // namespace

index_order order_of(const kernel::index_column& all, dtype type, index_order expected,
                     const kernel::kernel_set& kernels, const team& with, const cancellation& cancel) {
  const kernel::index_type kind = index_type_of(type);
  const kernel::index_column forwards = expected == index_order::descending ? turned(all) : all;
  if (is_signed(type) && static_cast<std::int64_t>(kernels.load(kind)(forwards.first)) < 0) return index_order::none;
  const std::uint64_t last = all.count - 1;
  std::atomic<bool> is_other = false;
  const bool is_seen = with.for_each(with.tasks, [&](std::uint64_t n) {
    if (is_other.load()) return true;
    const found seen =
        look_at(kernels.ascends(kind), forwards, border(last, with.tasks, n), border(last, with.tasks, n + 1), cancel);
    if (seen == found::not_in_order) is_other.store(true);
    return seen != found::cancelled;
  });
  return is_seen && !is_other.load() ? expected : index_order::none;
}

std::optional<ascending_runs> runs_of(const kernel::index_column& all, dtype type, const kernel::kernel_set& kernels,
                                      const team& with, const cancellation& cancel) {
  const kernel::index_type kind = index_type_of(type);
  const auto at = [&](std::uint64_t n) { return all.first + static_cast<std::int64_t>(n) * all.stride; };
  ascending_runs made;
  std::atomic<std::size_t> falls = 0;
  const std::uint64_t pairs = all.count - 1;
  const bool is_seen = with.for_each(with.tasks, [&](std::uint64_t task) {
    poll_counter polls(cancel);
    const std::uint64_t last = border(pairs, with.tasks, task + 1);
    for (std::uint64_t n = border(pairs, with.tasks, task); n < last && falls.load() < max_runs;) {
      std::uint64_t count = std::min(last - n, values_between_polls);
      if (!polls.go_on(count)) return false;
      const auto ascend = [&](std::uint64_t some) {
        return kernels.ascends(kind)({at(n), all.stride, static_cast<std::size_t>(some + 1)});
      };
      if (ascend(count)) {
        n += count;
        continue;
      }
      while (count > 1) {  // the first fall is among so many pairs
        const std::uint64_t half = count / 2;
        const bool is_later = ascend(half);
        n += is_later ? half : 0;
        count = is_later ? count - half : half;
      }
      const std::size_t place = falls.fetch_add(1);
      if (place + 1 < max_runs) made.ends[place] = n + 1;
      ++n;
    }
    return true;
  });
  if (!is_seen) return std::nullopt;
  if (falls.load() >= max_runs) return made;
  made.count = falls.load() + 1;
  made.ends[made.count - 1] = all.count;
  std::sort(made.ends.begin(), made.ends.begin() + static_cast<std::ptrdiff_t>(made.count));
  for (std::size_t n = 0; is_signed(type) && n < made.count; ++n)
    if (static_cast<std::int64_t>(kernels.load(kind)(at(n == 0 ? 0 : made.ends[n - 1]))) < 0) return ascending_runs{};
  return made;
}

}  // namespace strew::engine
