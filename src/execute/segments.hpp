// The positions of each cell as segments of their order, for whoever combines them outside of executions. Made from the
// order of prepared indices when it is asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "execute/memory.hpp"
#include "execute/number_list.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

class cell_reader;

struct cell_segments {
  memory_block memory;
  std::uint64_t count = 0;
  number_list cells;   // distinct, ascending
  number_list starts;  // where the positions of each begin in the order; and at the end, of those that have no cell
};

// Positions by their cells, of which there are `distinct`. Those behind the first `placed` have none. `cells` null:
// there are no positions.
struct positions_by_cell {
  const cell_reader* cells = nullptr;
  number_list order;
  std::uint64_t placed = 0;
  std::uint64_t distinct = 0;
};

// Reads the cells in tasks of `pool`, into a workspace of one number for each position. MM1.
result<std::unique_ptr<const cell_segments>> make_segments(const positions_by_cell& given, const allocator& memory,
                                                           const workers& pool);

// Set once. The pointer is the last thing that is stored: a child of a thread that was making them finds none.
class kept_segments {
 public:
  kept_segments() = default;
  ~kept_segments() { delete find(); }
  kept_segments(const kept_segments&) = delete;
  kept_segments& operator=(const kept_segments&) = delete;

  [[nodiscard]] const cell_segments* find() const { return made_.load(); }
  void set(std::unique_ptr<const cell_segments> made) { made_.store(made.release()); }

 private:
  std::atomic<const cell_segments*> made_ = nullptr;
};

}  // namespace strew::engine
