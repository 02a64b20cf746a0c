// Whether the values of a column are in order, by comparing all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/dtype.hpp"
#include "facts/index_facts.hpp"
#include "kernel/kernel_set.hpp"
#include "partition/team.hpp"
#include "walk/cancel.hpp"

namespace strew::engine {

// Pieces of a column, one after the other, each of which ascends and begins with no negative value.
constexpr std::size_t max_runs = 16;
struct ascending_runs {
  std::size_t count = 0;  // 0: there are more, or a negative value
  std::array<std::uint64_t, max_runs> ends;
};
// Empty if it was cancelled.
std::optional<ascending_runs> runs_of(const kernel::index_column& all, dtype type, const kernel::kernel_set& kernels,
                                      const team& with, const cancellation& cancel);

// Looks for the order that is expected, ascending or descending: that one, or none. None also if it was cancelled, or
// if the least value is negative.
index_order order_of(const kernel::index_column& all, dtype type, index_order expected,
                     const kernel::kernel_set& kernels, const team& with, const cancellation& cancel);

}  // namespace strew::engine
