#include "execute/segments.hpp"

#include <cstddef>
#include <utility>

#include "base/assert.hpp"
#include "execute/cells.hpp"
#include "execute/duplicates.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

failure no_memory(std::uint64_t bytes) {
  return fail(rule::MM1, operand::indices, "{} bytes for the cells of prepared ones cannot be obtained", bytes);
}

// Gives the lists their places. The order has a number in memory for each position: this is little more, so it cannot
// exceed 64 bits.
status lay_out(std::uint64_t positions, std::uint64_t cells, const allocator& memory, cell_segments& made) {
  const std::uint64_t cell_bytes = (made.count * number_list::width_of(cells) + word - 1) / word * word;
  const std::uint64_t bytes = cell_bytes + (made.count + 1) * number_list::width_of(positions);
  made.memory = memory_block(memory, bytes);
  std::byte* const first = made.memory.data();
  if (first == nullptr) return no_memory(bytes);
  made.cells = number_list(first, cells);
  made.starts = number_list(first + cell_bytes, positions);
  return {};
}

// The cell of each position; of those that have none the number is not set.
void read_cells(const cell_reader& from, const number_list& cell_of, const workers& pool) {
  execution_context with;
  with.pool = pool;
  const std::uint64_t positions = from.where.position_count;
  const team all = tasks_that_sort(positions, with);
  all.for_each(all.tasks, [&](std::uint64_t n) {
    number_list part = cell_of;
    const point_range mine{border(positions, all.tasks, n), border(positions, all.tasks, n + 1)};
    return from.read(mine, {}, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i)
        if (!block.is_skipped(i)) part.set(block.first + i, static_cast<std::uint64_t>(block.offsets[i]));
      return true;
    });
  });
}

// A segment begins where the cell is another one than before.
void divide(const positions_by_cell& given, const number_list& cell_of, cell_segments& made) {
  std::uint64_t count = 0;
  std::uint64_t last = 0;
  for (std::uint64_t n = 0; n < given.placed; ++n) {
    const std::uint64_t cell = cell_of[given.order[n]];
    if (count != 0 && cell == last) continue;
    made.cells.set(count, cell);
    made.starts.set(count, n);
    ++count;
    last = cell;
  }
  STREW_ASSERT(count == made.count);
  made.starts.set(count, given.placed);
}

}  // namespace

result<std::unique_ptr<const cell_segments>> make_segments(const positions_by_cell& given, const allocator& memory,
                                                           const workers& pool) {
  const std::uint64_t positions = given.cells == nullptr ? 0 : given.cells->where.position_count;
  const std::uint64_t cells = given.cells == nullptr ? 0 : given.cells->where.cell_count;
  auto made = std::make_unique<cell_segments>();
  made->count = given.distinct;
  if (auto bad = lay_out(positions, cells, memory, *made)) return std::move(*bad);
  memory_block workspace;
  number_list cell_of;
  if (positions != 0) {
    const std::uint64_t bytes = positions * number_list::width_of(cells);
    workspace = memory_block(memory, bytes);
    if (workspace.data() == nullptr) return no_memory(bytes);
    cell_of = number_list(workspace.data(), cells);
    read_cells(*given.cells, cell_of, pool);
  }
  divide(given, cell_of, *made);
  return std::unique_ptr<const cell_segments>(std::move(made));
}

}  // namespace strew::engine
