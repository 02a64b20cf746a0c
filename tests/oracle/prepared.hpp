// What preparing indices must find out about them.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/indexing.hpp"

namespace strew::oracle {

struct prepared_info {
  uint64_t skipped = 0;         // positions that address nothing
  uint64_t duplicates = 0;      // positions with an element that an earlier one addresses too
  uint64_t first_position = 0;  // the first of them
  uint64_t other_position = 0;  // the first that addresses an element of it
  bool sorted = true;           // no position starts before the one before it, those that address nothing not counted
  bool reversed = true;         // ... after it
  uint64_t distinct = 0;        // starts
  uint64_t most_frequent = 0;   // positions of the start that most of them have
  uint64_t runs = 0;            // in which no position starts before the one before it
  bool constant_rows = true;    // along the last dimension tuples start at one place, and each addresses something
  std::vector<uint64_t> order;  // positions by where they start, those that address nothing at the end
  std::vector<uint64_t>
      cells;  // the starts, each once, numbered over the dimensions that tuples and positions lead along
  std::vector<uint64_t> segment_starts;  // how many positions start before each of them; before the end of all
};

// `table`: the extents of the addressed operand. Meant only for slices with an element.
prepared_info inspect(const indexing& op, const policy& rules, const tensor& indices, const shape& table);

}  // namespace strew::oracle
