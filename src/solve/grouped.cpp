// Writes whose positions meet in cells: positions are sorted by the cells that they write, stably, so that each slice
// of the table comes from memory once and goes back once. Prepared indices keep that order.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "base/arithmetic.hpp"
#include "base/assert.hpp"
#include "partition/cells.hpp"
#include "partition/order.hpp"
#include "solve/forms.hpp"
#include "solve/gathered_tuples.hpp"
#include "solve/ownership.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t max_tuple_bytes = 64;
constexpr std::uint64_t max_records = std::uint64_t{512} << 20;  // bytes

struct grouped_program {
  block_program blocks;
  cell_range cells;
  std::uint32_t positions;
  std::uint16_t tuple_bytes;  // of positions whose order prepared indices keep; 0: it is another one
  std::uint8_t place_bits;    // of the number of a position in a record
  bool only_last;             // of the updates of a cell counts

  [[nodiscard]] record_format<std::uint64_t> format() const { return {place_bits}; }
  [[nodiscard]] record_ranges ranges() const { return ranges_of(cells.count, positions); }
};

// Positions in the order of their cells, as prepared indices keep them.
struct kept_list {
  const std::uint32_t* positions = nullptr;
  std::uint64_t size = 0;
  std::int64_t index_stride = 0;
};

// Accumulators are in the same workspace.
std::uint64_t room_for_records(const problem& p) {
  const std::uint64_t all = workspace_limit(unit_bytes(p), max_records);
  return p.pass == accumulator_pass::none ? all : all - std::min(all, reach_of(p).size);
}

const char* refuse(const situation& in) {
  if (const char* reason = refuse_owners(in)) return reason;
  const problem& p = in.problem;
  if (p.policy.outside == out_of_bounds::fill) return "positions without a start are filled";
  const reading how = reading_of(p, in.outer, in.kernels);
  if (how.outer_axes == 0 || how.flat_axes != how.outer_axes) return "its positions are not numbered along one line";
  if (in.positions >> 32U != 0) return "the number of a position exceeds 32 bits";
  const auto cells = cells_of(p);
  const bool fits = cells && bits_of(in.positions) + static_cast<unsigned>(std::bit_width(cells->count)) <= 64;
  if (!fits) return "the numbers of a cell and of a position do not fit into 64 bits together";
  return in.positions * 2 * sizeof(std::uint64_t) > room_for_records(p)
             ? "its records would be larger than the updates, or than 512 MiB"
             : nullptr;
}

// Positions are numbered as the tuples of prepared indices are, which alone tell the cells.
std::uint16_t kept_tuple_bytes(const problem& p, std::size_t outer) {
  const auto is_free = [](const axis& a) { return a.table_stride != 0; };
  if (std::any_of(p.axes.begin(), p.axes.begin() + outer, is_free)) return 0;
  std::int64_t bytes = 0;
  for (const coordinate& c : p.coordinates) {
    if (c.index_offset < 0 || c.index_offset >= max_tuple_bytes) return 0;
    bytes = std::max(bytes, c.index_offset + static_cast<std::int64_t>(info(p.index_type).width));
  }
  return static_cast<std::uint16_t>(bytes);
}

program make(const situation& in) {
  block_program blocks = make_blocks_of_any_form(in);
  blocks.in_order = true;
  return program(grouped_program{
      blocks, *cells_of(in.problem), static_cast<std::uint32_t>(in.positions), kept_tuple_bytes(in.problem, in.outer),
      static_cast<std::uint8_t>(bits_of(in.positions)), in.problem.reduce == reduction::none});
}

// Moves the slices of positions in any order.
class group_mover : public block_mover {
 public:
  group_mover(const part& whole, const grouped_program& decision, const cancellation& cancel)
      : block_mover(whole, decision.blocks, cancel), decision_(decision), format_(decision.format()) {}

  // Without those that were written in the place of a record that became another one.
  bool move(const std::uint64_t* first, const std::uint64_t* last) {
    return move_all(static_cast<std::uint64_t>(last - first), [&](std::uint64_t n, std::size_t count) {
      std::size_t found = 0;
      for (const std::uint64_t* record = first + n; record < first + n + count; ++record) {
        if (*record == record_format<std::uint64_t>::none) continue;
        offsets_[found] = decision_.cells.table_of(format_.cell(*record));
        places_[found] = static_cast<std::uint32_t>(format_.position(*record));
        ++found;
      }
      return found;
    });
  }

  bool move(const kept_list& order, std::uint64_t first, std::uint64_t last) {
    return move_all(last - first, [&](std::uint64_t n, std::size_t count) {
      std::memcpy(places_.data(), order.positions + first + n, count * sizeof(std::uint32_t));
      resolve(order, count);
      return count;
    });
  }

  // The first number from n on at which the order goes on with another cell.
  std::uint64_t end_of_cell(const kept_list& order, std::uint64_t n) {
    if (n == 0 || n == order.size) return n;
    const auto cell = [&](std::uint64_t at) {
      places_[0] = order.positions[at];
      resolve(order, 1);
      return offsets_[0];
    };
    const std::int64_t own = cell(n - 1);
    std::uint64_t last = order.size;
    while (n < last) {
      const std::uint64_t middle = n + (last - n) / 2;
      cell(middle) == own ? n = middle + 1 : last = middle;
    }
    return n;
  }

 private:
  // list(n, count) fills in offsets and places of positions n, n + 1, ... and returns how many there are.
  template <class List>
  bool move_all(std::uint64_t all, const List& list) {
    const auto most = static_cast<std::uint64_t>(max_block());
    return for_each_walk([&](const position_walk& walk) {
      for (std::uint64_t n = 0; n < all; n += most) {
        kernel::block work = begin(walk);
        work.positions = keep_last(list(n, static_cast<std::size_t>(std::min(all - n, most))));
        work.places = places_.data();
        if (!move_slices(work)) return false;
      }
      return true;
    });
  }

  // Where each update replaces those before it.
  std::size_t keep_last(std::size_t count) {
    if (!decision_.only_last || count == 0) return count;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      offsets_[kept] = offsets_[i];
      places_[kept] = places_[i];
      kept += i + 1 == count || offsets_[i + 1] != offsets_[i] ? 1 : 0;
    }
    return kept;
  }

  // Offsets of the positions in places.
  void resolve(const kept_list& order, std::size_t count) {
    const std::size_t bytes = decision_.tuple_bytes;
    const std::size_t most = tuples_.size() / bytes;
    std::fill_n(offsets_.data(), count, 0);
    for (std::size_t first = 0; first < count; first += most) {
      const std::size_t some = std::min(most, count - first);
      const auto position_of = [&](std::size_t i) { return static_cast<std::int64_t>(places_[first + i]); };
      gather_tuples(work_.indices.stored(), order.index_stride, bytes, some, position_of, tuples_.data());
      const tuple_line copied{{tuples_.data()}, static_cast<std::int64_t>(bytes), some};
      const bool skips =
          resolve_tuples(how_.starts, work_.problem, work_.rules, copied, offsets_.data() + first, skip_mask_.data());
      STREW_ASSERT(!skips);  // those are not in this order
    }
  }

  const grouped_program& decision_;
  record_format<std::uint64_t> format_;
  std::array<std::uint32_t, max_block_positions> places_;
  alignas(std::uint64_t) std::array<std::byte, 8 * max_block_positions> tuples_;
};

// Separate functions: otherwise a task that runs on the calling thread would take its stack while others run.
[[gnu::noinline]] bool move_records(const grouped_program& decision, const part& whole, const std::uint64_t* first,
                                    const std::uint64_t* last, const cancellation& cancel) {
  return group_mover(whole, decision, cancel).move(first, last);
}

[[gnu::noinline]] bool move_kept(const grouped_program& decision, const part& whole, const kept_list& order,
                                 std::uint64_t first, std::uint64_t last, const cancellation& cancel) {
  group_mover mine(whole, decision, cancel);
  first = mine.end_of_cell(order, first);
  last = mine.end_of_cell(order, last);
  return first >= last || mine.move(order, first, last);
}

bool run_kept(const grouped_program& decision, const part& whole, const team& with, const kept_list& order,
              const cancellation& cancel) {
  if (order.size == 0) return true;
  const std::uint64_t pieces = count_chunks(with.tasks, order.size);
  return for_each_claim(with, with.tasks, 0, pieces, [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);)
      if (!move_kept(decision, whole, order, border(order.size, pieces, n), border(order.size, pieces, n + 1), cancel))
        return false;
    return true;
  });
}

// `kept`: memory for the order, where it is kept; or null.
bool run_sorting(const grouped_program& decision, const part& whole, const team& with, std::uint32_t* kept,
                 std::atomic<std::uint64_t>& sorted, const cancellation& cancel) {
  const auto format = decision.format();
  const cell_numbers cell_of(decision.cells);
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
    return position_reader(whole, decision.blocks, cancel).read(first, last, [&](const position_block& block) {
      if (block.skip_mask != nullptr) whole.report_skip();
      for (std::size_t i = 0; i < block.count; ++i)
        if (!block.is_skipped(i)) note(cell_of(block.offsets[i]), block.first + i);
    });
  };
  const auto move = [&](std::uint64_t n, const std::uint64_t* first, const std::uint64_t* last) {
    if (kept != nullptr) {
      std::transform(first, last, kept + n,
                     [&](std::uint64_t record) { return static_cast<std::uint32_t>(format.position(record)); });
    }
    sorted += static_cast<std::uint64_t>(last - first);
    return move_records(decision, whole, first, last, cancel);
  };
  const auto positions = static_cast<std::uint64_t>(count_points(whole.axes, decision.blocks.outer_axes));
  const sorting what{decision.ranges(), positions, decision.positions, whole.workspace};
  return sort_by_cells(format, what, with, cancel, each, [&](std::uint64_t) { return move; });
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<grouped_program>();
  const std::size_t outer = decision.blocks.outer_axes;
  const sorted_tuples all{static_cast<std::uint64_t>(count_points(whole.axes, outer)),
                          whole.axes[outer - 1].index_stride};
  const kept_order* const kept = decision.tuple_bytes != 0 ? with.kept : nullptr;
  kept_list order{nullptr, 0, all.index_stride};
  if (kept != nullptr) order.positions = kept->find(all, order.size);
  if (order.positions != nullptr) return run_kept(decision, whole, with, order, cancel);
  std::uint32_t* const room = kept != nullptr ? kept->begin(all) : nullptr;
  std::atomic<std::uint64_t> sorted = 0;
  const bool is_done = run_sorting(decision, whole, with, room, sorted, cancel);
  if (room != nullptr) kept->end(is_done, sorted);
  return is_done;
}

std::uint64_t workspace(const program& chosen) {
  const auto& decision = chosen.as<grouped_program>();
  return static_cast<std::uint64_t>(records_workspace(decision.ranges(), decision.positions, 1));
}

// Updates are read in any order, each slice of the table in the order of memory.
workload cost(const program& chosen, const situation& in, std::uint64_t tasks) {
  constexpr double kept = 4;
  constexpr double digit = 7;  // of a position that is sorted
  constexpr double begun = 1;  // lines that take as long as it does until the processor reads ahead in another place
  const auto& decision = chosen.as<grouped_program>();
  const bool is_kept = in.facts.has_order && decision.tuple_bytes != 0;
  const sizes of(in);
  workload made;
  const double sorted = digit * digits_of(bits_of(decision.cells.count));
  made.positions = work_of_any_form(in, false).positions + of.positions * (is_kept ? kept : sorted);
  made.passes = is_kept ? 1 : 3;
  const double slices = decision.only_last ? of.touched() : of.positions;
  if (add_lines(made, slices * of.slice_lines, slices * of.slice_bytes)) made.memory += slices * begun;
  add_stream(made, of, of.positions * of.index_bytes + slices * of.slice_bytes);
  add_visits_in_order(made, of, of.table_bytes);
  const double share = 1 / static_cast<double>(tasks);
  if (of.hot > share) made.alone = (of.hot - share) / (1 - share);
  return made;
}

}  // namespace

constexpr solver grouped_solver = {.name = "grouped",
                                   .method =
                                       "sorts positions by the cells that they write, each of which is then "
                                       "read and written once",
                                   .refuse = refuse,
                                   .make = make,
                                   .run = nullptr,
                                   .block = block_of<grouped_program>,
                                   .workspace = workspace,
                                   .cost = cost,
                                   .run_team = run_team,
                                   .sorts = true,
                                   .reports = true};

}  // namespace strew::engine
