// Destinations of positions, in the order of positions: used to prepare indices and to refuse duplicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "execute/cells.hpp"
#include "execute/context.hpp"
#include "execute/duplicate_report.hpp"
#include "execute/order.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

// Records the first cell of each position's window; false if cancelled.
bool note_starts(const position_source& from, const cancellation& cancel, destination_order& order);

// first_pair: the count is 1 or more, if there are any.
enum class wanted_duplicates : std::uint8_t { first_pair, all };

// Positions that address one cell, by bits or sorted records of cells. Uses search_workspace() bytes. Empty if
// cancelled.
std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, wanted_duplicates wanted,
                                                std::byte* workspace, const execution_context& with);

}  // namespace strew::engine
