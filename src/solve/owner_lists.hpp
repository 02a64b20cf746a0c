// Writes by the lists that prepared indices keep of each owner's positions: see partition/kept_lists.hpp.
#pragma once

#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

// The bytes of the tuples of a write that owners may list; 0: none may, because an owner would not read whole lines of
// the updates, or positions are not numbered along one line whose tuples alone tell the cells.
std::uint16_t listed_tuple_bytes(const situation& in, const block_program& blocks);

// The lists of a whole write, which its tasks make if nobody did. Null: there are none, or they do not suit the tasks.
const owner_lists* find_lists(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes,
                              const team& with, const cancellation& cancel);

// Applies all of them, each in order; false if cancelled.
bool apply_lists(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes, const owner_lists& lists,
                 const team& with, const cancellation& cancel);

}  // namespace strew::engine
