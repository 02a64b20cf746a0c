// Applies the updates of each block of a table, block by block.
#pragma once

#include <functional>

#include "outofcore/scatter_call.hpp"

namespace strew::engine::outofcore {

// The new rows of a part of the table.
struct new_rows {
  std::uint64_t number = 0;  // of the block among those that have updates
  std::uint64_t offset = 0;  // in the table, in bytes
  const std::byte* bytes = nullptr;
  std::uint64_t size = 0;
};

// Calls put(new_rows) for each block that has updates, from number `first` on, in order: of rows from the first to the
// last one that is updated. It returns an outcome.
outcome for_each_block(const scatter_call& call, const partition& of, int runs, std::uint64_t first, const hooks& with,
                       const std::function<outcome(const new_rows&)>& put);

std::uint64_t blocks_with_updates(const partition& of);

}  // namespace strew::engine::outofcore
