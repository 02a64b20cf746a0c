// A bit for each cell tells whether positions collide, without sorting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "execute/cells.hpp"
#include "execute/context.hpp"
#include "execute/duplicate_report.hpp"

namespace strew::engine {

// `bits` has bits_workspace() bytes. Without `counts_all` the search ends at the first pair, and the count is 1. Empty
// if cancelled.
std::optional<duplicate_report> find_taken_cells(const position_source& from, std::byte* bits, bool counts_all,
                                                 const execution_context& with);

}  // namespace strew::engine
