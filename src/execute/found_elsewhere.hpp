// The records of index errors that were found elsewhere, on a device or by another process: those that an execution
// gives for the same indices, or PT6 where it would give none. No index is read.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// One position and the values of its tuple, of 64 bits, sign-extended where the index type has a sign.
struct found_tuple {
  std::uint64_t position = 0;
  const std::uint64_t* values = nullptr;
};

// IX1: `bad` is the first of `bad_count` positions. `where`: which index operand of the plan.
failure bad_index_found(const plan& p, operand where, const found_tuple& bad, std::uint64_t depth,
                        std::uint64_t bad_count);

// IX2: `later` is the first position that writes a cell again, `earlier` the first one that wrote such a cell.
failure duplicate_found(const plan& p, const found_tuple& later, const found_tuple& earlier, std::uint64_t depth);

}  // namespace strew::engine
