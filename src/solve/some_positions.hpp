// A sample of positions by which work is divided among tasks that own parts of the table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernel/tuning.hpp"
#include "problem/points.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

constexpr std::size_t max_samples = 1024;

constexpr std::uint64_t samples_for(std::uint64_t owners) {
  return std::min<std::uint64_t>(owners * kernel::tuning::samples_per_owner, max_samples);
}

// Calls visit(odometer, any number) at one position in each of `wanted` parts, or at all if they are fewer. It is any
// one of the part: what repeats in the indices with a period does not distort the sample.
template <class Visit>
void visit_some(const axis* axes, std::size_t outer, std::uint64_t wanted, const Visit& visit) {
  const auto positions = static_cast<std::uint64_t>(count_points(axes, outer));
  const std::uint64_t count = std::min(positions, wanted);
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t first = border(positions, count, n);
    const std::uint64_t any = (n + 1) * 0x9e3779b97f4a7c15U >> 32U;
    odometer at(axes, outer);
    at.go_to(first + any % (border(positions, count, n + 1) - first));
    visit(at, any);
  }
}

}  // namespace strew::engine
