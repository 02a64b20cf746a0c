#include "facts/order.hpp"

#include <algorithm>
#include <atomic>
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

}  // namespace strew::engine
