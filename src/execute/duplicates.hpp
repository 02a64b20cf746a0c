// Destinations of positions, in the order of positions: used to prepare indices and to refuse duplicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "execute/context.hpp"
#include "execute/order.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

// Records the first cell of each position's window; false if cancelled.
bool note_starts(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                 const cancellation& cancel, destination_order& order);

// Positions that address one cell. Uses search_workspace() bytes. Empty if cancelled.
std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, std::byte* workspace,
                                                const cancellation& cancel);

}  // namespace strew::engine
