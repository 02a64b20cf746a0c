// The table of solvers: strategies for a problem, fastest first; the last one is always applicable. A solver is a file
// of its own: why it refuses, its program, how that runs.
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

namespace strew::engine {

// Order of the places where positions land, as the positions come.
enum class index_order : std::uint8_t { unknown, sorted, ascending };

// What is known of the indices before they are read: from prepared ones, or from what the caller promised.
struct index_info {
  index_order order = index_order::unknown;
  bool is_unique = false;  // no two positions write one cell
};

// What an execution sees of its indices before it chooses among candidates: some positions, evenly spread, each with
// the two that follow it in its line.
struct index_sample {
  std::size_t positions = 0;
  std::size_t even = 0;           // of them: the three index values step evenly
  std::size_t ascending = 0;      // of them: none of the three is less than the one before it
  std::size_t most_frequent = 0;  // of them: those with the most frequent value
};

// What a solver may look at.
struct situation {
  const engine::problem& problem;
  const kernel::kernel_set& kernels;
  index_info indices = {};
  std::uint64_t threads = 0;  // that an execution may have; 0: not known yet

  // Two positions may write one cell.
  [[nodiscard]] bool collides() const {
    return problem.is_write() && !indices.is_unique && !engine::is_unique(problem);
  }
};

struct solver {
  const char* name;
  // Why it cannot solve the problem; null if it can.
  const char* (*refuse)(const situation& in);
  program (*make)(const situation& in);
  // False if it was cancelled. Writes in the order of the contract.
  bool (*run)(const program& chosen, const part& work, const cancellation& cancel);
  // Positions that are resolved at once; 0: it does not work in blocks.
  std::size_t (*block)(const program& chosen);
  // Bytes of workspace that it wants where it runs as so many tasks; null: none.
  std::uint64_t (*workspace)(const program& chosen, std::uint64_t tasks) = nullptr;
  // Why another candidate is better for such indices; null if none is. Null: it suits all indices.
  const char* (*mismatch)(const index_sample& seen) = nullptr;
};

std::span<const solver* const> solvers();

// Null if there is none of that name.
const solver* find_solver(std::string_view name);

// The rows, each from its file.
extern const solver nop_solver, copy_solver, runs_solver, rows_solver, elements_solver, strided_solver;

}  // namespace strew::engine
