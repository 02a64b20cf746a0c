// A scatter of rows between open files, whose table is larger than the memory that it may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exchange/engine_calls.hpp"
#include "exchange/indices.hpp"
#include "outofcore/outcome.hpp"

namespace strew::engine::outofcore {

// Rows, or indices, one after the other.
struct array_file {
  int file = -1;
  std::uint64_t offset = 0;  // of the first one, in bytes
};

struct scatter_call {
  array_file table, indices, updates;
  exchange::row_kind rows;
  exchange::index_kind at;      // the rows of the table, the type of the indices, policies
  std::uint64_t positions = 0;  // indices, and updates
  std::uint64_t memory = 0;     // bytes; a row at least
  std::string done;             // in place: an empty file that is made when the table is complete; "": none
};

// Asked between pieces of some MiB.
struct hooks {
  int (*stop)(void* context) = nullptr;
  void (*advance)(void* context, std::uint64_t done, std::uint64_t total) = nullptr;  // bytes
  void* context = nullptr;
  std::uint64_t threads = 0;  // 0: as many as the machine allows

  [[nodiscard]] strew_execution execution() const {
    strew_execution made = STREW_EXECUTION_INIT;
    made.threads = threads;
    return made;
  }
  [[nodiscard]] bool is_stopped() const { return stop != nullptr && stop(context) != 0; }
};

// Updates of one block of the table that came one after the other: their places in the block, then their rows.
struct piece {
  std::uint64_t block = 0;
  std::uint64_t offset = 0;  // in the file of runs
  std::uint64_t count = 0;
  std::uint32_t first = 0, last = 0;  // the smallest place and the largest one
};

// What is known when the updates have been sorted by blocks of the table. Nothing has been written to it before.
struct partition {
  std::int64_t block_rows = 1;
  std::vector<piece> pieces;  // by block, there in the order of positions
};

}  // namespace strew::engine::outofcore
