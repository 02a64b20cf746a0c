#include "solve/ownership.hpp"

#include <algorithm>

#include "solve/traits.hpp"
#include "walk/members.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t samples_per_owner = kernel::tuned.samples_per_owner;
constexpr std::size_t max_samples = 1024;

// The table offset of a position; false if it has no start.
bool offset_of(const part& work, const block_program& program, const odometer& at, std::int64_t& offset) {
  std::uint8_t is_skipped = 0;
  offset = at.table();
  const kernel::index_column tuple{work.indices + at.index(), 0, 1};
  return !resolve_tuples(program.resolve, work.problem, work.rules, tuple, &offset, &is_skipped);
}

std::size_t sample_offsets(const part& work, const block_program& program, std::uint64_t wanted,
                           std::int64_t* offsets) {
  const auto positions = static_cast<std::uint64_t>(count_points(work.axes, program.outer_axes));
  const std::uint64_t count = std::min(positions, wanted);
  std::size_t found = 0;
  for (std::uint64_t n = 0; n < count; ++n) {
    odometer at(work.axes, program.outer_axes);
    at.go_to(border(positions, count, n));
    if (offset_of(work, program, at, offsets[found])) ++found;
  }
  return found;
}

// The first of the most frequent values of a sorted list.
std::int64_t* most_frequent(std::int64_t* first, std::int64_t* last) {
  std::int64_t* best = first;
  std::ptrdiff_t most = 0;
  while (first != last) {
    std::int64_t* const next = std::upper_bound(first, last, *first);
    if (next - first > most) {
      most = next - first;
      best = first;
    }
    first = next;
  }
  return best;
}

}  // namespace

ownership::ownership(const part& work, const block_program& program, std::uint64_t owners)
    : size_(std::clamp<std::uint64_t>(owners, 1, max_owners)) {
  std::array<std::int64_t, max_samples> offsets;
  divide(offsets.data(), sample_offsets(work, program, std::min<std::uint64_t>(size_ * samples_per_owner, max_samples),
                                        offsets.data()));
}

// At the quantiles, in cyclic order from the most frequent offset on. The last range ends where the first one begins,
// so that it contains whatever no other one does.
void ownership::divide(std::int64_t* offsets, std::size_t count) {
  std::sort(offsets, offsets + count);
  std::rotate(offsets, most_frequent(offsets, offsets + count), offsets + count);
  const std::int64_t first = count == 0 ? 0 : offsets[0];
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  std::int64_t low = first;
  std::uint64_t next = 0;
  for (std::uint64_t n = 0;; ++n) {
    next = std::max(next, border(count, size_, n + 1));
    while (next < count && offsets[next] == low) ++next;
    if (n + 1 == size_ || next >= count) {
      ranges_[n] = {low, distance(low, first) - 1};
      size_ = n + 1;
      return;
    }
    ranges_[n] = {low, distance(low, offsets[next]) - 1};
    low = offsets[next];
  }
}

}  // namespace strew::engine
