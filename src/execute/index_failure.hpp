// The messages and records of refused indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/sentence.hpp"
#include "base/status.hpp"
#include "execute/bad_indices.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

// "(9, 4)"
inline tuple_words tuple_of(const small_vector<std::int64_t>& values) {
  return {values};
}
inline tuple_words tuple_of(const index_tuple& values) {
  tuple_words made{{}, true};
  for (const index_value& value : values) {
    made.numbers.push_back(static_cast<std::int64_t>(value.bits));
    made.is_unsigned = made.is_unsigned && !value.negative;
  }
  return made;
}

// Of a position; of an offset, by its number entry by entry, those of its entry and its own.
small_vector<std::int64_t> coordinates_of(const indexed_side& of, std::uint64_t number);

// "IX1: indices: position 5 (1, 2): component 0 of (9, 4) is 9, outside [-5, 4] (extent 5); 2 of 6 positions are bad"
// The tuple is that of the position. `where`: which operand the indices are.
failure bad_index_failure(const indexed_side& of, operand where, const bad_indices& found, const index_tuple& tuple);
failure bad_index_failure(const indexed_side& of, operand where, const kernel::kernel_set& kernels,
                          const std::byte* indices, const bad_indices& found);

// "IX2: indices: position 5 (2, 1) with tuple (3) writes a cell that position 2 (1, 0) wrote"
// The tuple is that of the first.
failure duplicate_failure(const indexed_side& of, std::uint64_t position, std::uint64_t other,
                          const index_tuple& tuple);
failure duplicate_failure(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* indices,
                          std::uint64_t position, std::uint64_t other);

}  // namespace strew::engine
