// Reductions whose updates may be combined in any order: tasks divide the positions, the first one combines its part
// with the output, each of the others with a table of its own; then these tables are combined with the output.
//
// Such a table begins with the value that changes no other one, so a cell with one update gets the bits of the
// sequential loop and one with none keeps its own, unless it is a NaN that no reduction stores, whose bits would
// change: an output with one is left to one task.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "base/arithmetic.hpp"
#include "problem/number_bits.hpp"
#include "solve/effort.hpp"
#include "solve/forms.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t max_tables = 63;  // beside the output
constexpr std::uint64_t room = usual_workspace - cache_line;

struct private_program {
  block_program blocks;
  kernel::fused_kernel fused;  // may be null
  kernel::block_kernel merge;  // rows of cells with rows of a table
  std::uint64_t workspace;
  std::uint16_t tables;
  std::uint16_t along;  // the axis of positions that tasks divide
};

std::uint64_t table_bytes(const problem& p) {
  return saturated_sum(reach_of(p).size - 1, static_cast<std::uint64_t>(p.width));
}

// Cells are apart from each other: if as many as fit in the reach of all points are there, there is nothing else.
bool is_dense(const problem& p) {
  auto bytes = static_cast<std::uint64_t>(p.width);
  for (const axis& a : p.axes) {
    if (a.table_stride != 0) bytes = saturated_product(bytes, static_cast<std::uint64_t>(a.extent));
  }
  for (const coordinate& c : p.coordinates) {
    bytes = saturated_product(bytes, static_cast<std::uint64_t>(c.extent));  // 0: no position has a start
  }
  return bytes != 0 && bytes == table_bytes(p);
}

const char* refuse_order(const problem& p) {
  const bool rounds = p.reduce == reduction::add || p.reduce == reduction::sub || p.reduce == reduction::mul;
  if (p.reduce == reduction::none) return "the last write of a cell wins";
  if (p.pass != accumulator_pass::none) return "accumulators keep the order of updates";
  if (p.type == dtype::boolean) return "no value leaves all bytes of a boolean as they are";
  if (rounds && is_float(p.type) && !p.unordered) return "sums of floats are in the order of positions";
  return p.reduce == reduction::mul && info(p.type).kind == type_kind::complex
             ? "no factor leaves all complex numbers as they are"
             : nullptr;
}

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (!in.collides) return "no two positions write one cell, so any task may take any of them";
  if (const char* reason = refuse_blocks(in)) return reason;
  if (const char* reason = refuse_order(p)) return reason;
  if (!is_dense(p)) return "there are gaps between cells of the table, or no cells";
  return table_bytes(p) > room ? "a second table exceeds the workspace" : nullptr;
}

program make(const situation& in) {
  const problem& p = in.problem;
  const auto longest = std::max_element(p.axes.begin(), p.axes.begin() + in.outer,
                                        [](const axis& a, const axis& b) { return a.extent < b.extent; });
  private_program made{make_blocks_of_any_form(in), find_fused(in), nullptr, 0, 0, 0};
  const kernel::combination how = combination_of(p);
  made.merge = in.kernels.combine(kernel::form::rows, scalar_of(p.type),
                                  how == kernel::combination::sub ? kernel::combination::add : how);
  made.tables = static_cast<std::uint16_t>(std::min(room / whole_lines(table_bytes(p)), max_tables));
  made.workspace = cache_line + made.tables * whole_lines(table_bytes(p));
  made.along = static_cast<std::uint16_t>(longest - p.axes.begin());
  return program(made);
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& decision = chosen.as<private_program>();
  return run_elements(work, decision.blocks, decision.fused, cancel);
}

// Calls visit with an unsigned integer of so many bytes.
template <class Visit>
auto with_bits(std::uint64_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(std::uint8_t{});
    case 2:
      return visit(std::uint16_t{});
    case 4:
      return visit(std::uint32_t{});
    default:
      return visit(std::uint64_t{});
  }
}

// Whether a NaN is among these floats that no reduction stores. Some at a time without a branch, as vectors.
template <class Bits>
bool has_other_nan(const std::byte* first, std::uint64_t bytes, const number_bits& of) {
  constexpr std::size_t most = 16;
  const auto all_but_sign = static_cast<Bits>(of.sign - 1);
  const auto infinity = static_cast<Bits>(of.infinity);
  const auto stored = static_cast<Bits>(of.nan);
  Bits values[most];
  for (std::uint64_t done = 0; done < bytes; done += sizeof values) {
    std::memset(values, 0, sizeof values);
    std::memcpy(values, first + done, std::min<std::uint64_t>(bytes - done, sizeof values));
    Bits found = 0;
    for (const Bits value : values) found |= static_cast<Bits>((value & all_but_sign) > infinity && value != stored);
    if (found != 0) return true;
  }
  return false;
}

class private_run {
 public:
  private_run(const private_program& decision, const part& whole, std::uint64_t tasks)
      : decision_(decision),
        whole_(whole),
        tasks_(tasks),
        low_(reach_of(whole.problem).low),
        bytes_(table_bytes(whole.problem)),
        tables_(aligned_workspace(whole.workspace)) {}

  // Before anything is written. True if the output has a NaN whose bits would change.
  bool begin(std::uint64_t task) const {
    if (task > 0) fill(table(task));
    const number_bits of = number_bits_of(whole_.problem.type);
    if (of.bytes == 0) return false;
    const range mine = cells_of(task);
    const std::byte* const cells = whole_.table + low_ + mine.first;
    return with_bits(of.bytes, [&](auto bits) { return has_other_nan<decltype(bits)>(cells, mine.count, of); });
  }

  bool apply(std::uint64_t task, const cancellation& cancel) const {
    part mine = whole_;
    if (task > 0) mine.table = table(task) - low_;
    const auto extent = static_cast<std::uint64_t>(whole_.axes[decision_.along].extent);
    run_list<axis> axes(whole_.axes, whole_.problem.axes.size());
    const part positions = part_along(mine, decision_.along, static_cast<std::int64_t>(border(extent, tasks_, task)),
                                      static_cast<std::int64_t>(border(extent, tasks_, task + 1)), axes);
    return run_elements(positions, decision_.blocks, decision_.fused, cancel);
  }

  bool merge(std::uint64_t task, const cancellation& cancel) const {
    const auto [first, count] = cells_of(task);
    constexpr std::int64_t begins = 0;
    kernel::block work;
    work.table = whole_.table + low_ + first;
    work.offsets = &begins;
    work.positions = 1;
    work.width = static_cast<std::size_t>(whole_.problem.width);
    work.count = count / work.width;
    work.table_step = work.direct_step = whole_.problem.width;
    for (std::uint64_t other = 1; other < tasks_; ++other) {
      if (cancel.is_requested()) return false;
      work.direct = table(other) + first;
      decision_.merge(work);
    }
    return true;
  }

 private:
  struct range {
    std::uint64_t first, count;  // bytes
  };
  [[nodiscard]] range cells_of(std::uint64_t task) const {
    const auto width = static_cast<std::uint64_t>(whole_.problem.width);
    const std::uint64_t first = border(bytes_ / width, tasks_, task) * width;
    return {first, border(bytes_ / width, tasks_, task + 1) * width - first};
  }
  [[nodiscard]] std::byte* table(std::uint64_t task) const { return tables_ + (task - 1) * whole_lines(bytes_); }

  void fill(std::byte* mine) const {
    const number_bits of = number_bits_of(whole_.problem.type);
    const std::uint64_t each = of.bytes != 0 ? of.bytes : static_cast<std::uint64_t>(whole_.problem.width);
    with_bits(each, [&](auto bits) {
      using type = decltype(bits);
      std::uninitialized_fill_n(reinterpret_cast<type*>(mine), bytes_ / each,
                                static_cast<type>(neutral_number(whole_.problem.reduce, whole_.problem.type)));
    });
  }

  const private_program& decision_;
  const part& whole_;
  std::uint64_t tasks_;
  std::int64_t low_;
  std::uint64_t bytes_;  // of a table
  std::byte* tables_;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto& decision = chosen.as<private_program>();
  const std::uint64_t tasks = std::min<std::uint64_t>(
      {with.tasks, decision.tables + std::uint64_t{1}, static_cast<std::uint64_t>(whole.axes[decision.along].extent)});
  const private_run made(decision, whole, tasks);
  std::atomic<bool> is_left = false;
  with.for_each(tasks, [&](std::uint64_t task) {
    if (made.begin(task)) is_left.store(true, std::memory_order_relaxed);
    return true;
  });
  if (is_left.load()) return with.for_each(1, [&](std::uint64_t /*task*/) { return run(chosen, whole, cancel); });
  return with.for_each(tasks, [&](std::uint64_t task) { return made.apply(task, cancel); }) &&
         with.for_each(tasks, [&](std::uint64_t task) { return made.merge(task, cancel); });
}

std::uint64_t workspace(const program& chosen) {
  return chosen.as<private_program>().workspace;
}

// Tables are made and combined beside the work on positions, at first without anything in the caches.
workload cost(const program& chosen, const situation& in, std::uint64_t tasks) {
  constexpr double combined = 6;
  const auto& decision = chosen.as<private_program>();
  const double tables = static_cast<double>(std::min<std::uint64_t>(tasks, decision.tables + std::uint64_t{1})) - 1;
  const auto bytes = static_cast<double>(table_bytes(in.problem));
  workload made = work_of_any_form(in, decision.fused != nullptr);
  made.positions += combined * std::max(tables, 1.0) * bytes / static_cast<double>(in.problem.width);
  made.exchanged = tables * bytes / cache_line;
  made.passes = 3;
  return made;
}

}  // namespace

constexpr solver private_solver = {
    .name = "private",
    .method = "each task combines its part of the positions in a table of its own, then all tables are combined",
    .refuse = refuse,
    .make = make,
    .run = run,
    .block = block_of<private_program>,
    .workspace = workspace,
    .cost = cost,
    .run_team = run_team,
    .reports = true};

}  // namespace strew::engine
