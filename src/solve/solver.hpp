// The table of solvers: implementations of a problem, fastest first; the last one is always applicable. Each solver is
// in its own file: the conditions under which it refuses, how its program is made and how it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "solve/program.hpp"
#include "walk/cancel.hpp"
#include "walk/part.hpp"
#include "walk/team.hpp"

namespace strew::engine {

// Known properties of the indices: of prepared ones, or promised by the caller.
struct index_info {
  bool is_unique = false;  // no two positions write one cell
  bool is_sorted = false;  // positions of one line have one index each; none is negative or less than the one before it
};

// By which an execution chooses among candidates: its tasks, and statistics over some indices: evenly spaced positions,
// each with the two that follow it in its line.
struct index_sample {
  std::uint64_t tasks = 1;  // that may run at once
  std::size_t positions = 0;
  std::size_t even = 0;           // of them: the three index values have a constant step
  std::size_t equal = 0;          // of them: the three index values are equal
  std::size_t ascending = 0;      // of them: the three index values do not decrease
  std::size_t most_frequent = 0;  // of them: those with the most frequent value
  bool is_sorted = false;         // all indices ascend
};

// The arguments by which a solver decides whether it is applicable, and what most of them ask.
struct situation {
  situation(const engine::problem& p, const kernel::kernel_set& of, const index_info& known = {});

  const engine::problem& problem;
  const kernel::kernel_set& kernels;
  index_info indices;
  bool moves_nothing;
  bool collides;            // two positions may write one cell
  bool cuts_windows;        // windows may be partly outside the table
  bool overlaps;            // windows of different positions may overlap: they are written one after the other
  std::size_t outer;        // axes that select a position
  std::uint64_t positions;  // points of these
  // What the moved units and their positions cost, as bytes moved in order: worth a task each min_task_bytes.
  // Saturates.
  std::uint64_t work;
};

struct solver {
  const char* name;
  const char* method;  // what it does, for readers of a plan: "copies cells in the order of memory"
  // The reason why it cannot solve the problem; null if it can.
  const char* (*refuse)(const situation& in);
  program (*make)(const situation& in);
  // One task. False if it was cancelled. Writes in the order of the contract. Null: only run_team.
  bool (*run)(const program& chosen, const part& work, const cancellation& cancel);
  // Positions that are resolved together; 0: it does not process blocks.
  std::size_t (*block)(const program& chosen);
  // Bytes of workspace that it requires; null: none.
  std::uint64_t (*workspace)(const program& chosen) = nullptr;
  // The reason why another row is better for the problem; null if none is. Asked before `refuse`, of any problem, and
  // not at all if the solver was requested.
  const char* (*decline)(const situation& in) = nullptr;
  // Whether no other candidate is better for such an execution; null: suits all. `unless`: when it is not.
  bool (*suits)(const program& chosen, const index_sample& seen) = nullptr;
  const char* unless = nullptr;
  // Divides a whole problem among the tasks of a team; null: the step is divided along an axis.
  bool (*run_team)(const program& chosen, const part& whole, const team& with, const cancellation& cancel) = nullptr;
  // Whether tasks are faster than one depends on the machine, as what they exchange does: long writes try both.
  bool is_tried = false;
};

std::span<const solver* const> solvers();

// Null if there is no solver of that name.
const solver* find_solver(std::string_view name);

// The rows, each defined in its own file.
extern const solver nop_solver, copy_solver, buckets_solver, sorted_solver, binned_solver, split_solver, owned_solver,
    windows_solver, runs_solver, rows_solver, elements_solver, strided_solver;

}  // namespace strew::engine
