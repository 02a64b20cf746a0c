// The table of solvers: strategies for a problem, fastest first; the last one is always applicable. A solver is a file
// of its own: why it refuses, its program, how that runs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "solve/program.hpp"
#include "walk/cancel.hpp"
#include "walk/part.hpp"

namespace strew {
inline namespace engine {

// What a solver may look at.
struct situation {
  const problem& what;
  const kernel::kernel_set& kernels;
};

struct solver {
  const char* name;
  // Why it cannot solve the problem; null if it can.
  const char* (*refuse)(const situation& in);
  program (*make)(const situation& in);
  // False if it was cancelled. Writes in the order of the contract.
  bool (*run)(const program& how, const part& work, const cancellation& cancel);
  // Positions that are resolved at once; 0: it does not work in blocks.
  std::size_t (*block)(const program& how);
};

std::span<const solver* const> solvers();

// Null if there is none of that name.
const solver* find_solver(std::string_view name);

// The rows, each from its file.
extern const solver nop_solver, copy_solver, runs_solver, rows_solver, elements_solver, strided_solver;

}  // namespace engine
}  // namespace strew
