// Lists the positions of a block whose offsets are in a range, without a branch for each.
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"

namespace strew::kernel {
namespace {

template <class IsSkipped>
std::size_t list(const std::int64_t* offsets, std::size_t count, const offset_range& mine, std::uint32_t* places,
                 std::int64_t* listed, const IsSkipped& is_skipped) {
  const auto low = static_cast<std::uint64_t>(mine.low);
  const std::uint64_t last = mine.last;
  std::size_t found = 0;
  for (std::size_t p = 0; p < count; ++p) {
    places[found] = static_cast<std::uint32_t>(p);
    listed[found] = offsets[p];
    const bool is_mine = static_cast<std::uint64_t>(offsets[p]) - low <= last;
    found += static_cast<std::size_t>(is_mine && !is_skipped(p));
  }
  return found;
}

std::size_t filter(const std::int64_t* offsets, const std::uint8_t* skip_mask, std::size_t count,
                   const offset_range& mine, std::uint32_t* places, std::int64_t* listed) {
  if (skip_mask == nullptr) return list(offsets, count, mine, places, listed, [](std::size_t) { return false; });
  return list(offsets, count, mine, places, listed, [&](std::size_t p) { return skip_mask[p] != 0; });
}

}  // namespace

namespace portable_kernels {

filter_kernel find_filter() {
  return &filter;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
