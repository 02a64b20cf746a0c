// The table of solvers: strategies for a problem, fastest first; the last one is always applicable.
#pragma once

#include <span>
#include <string_view>

#include "plan/program.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

struct solver {
  const char* name;
  // Why it cannot solve the problem; null if it can.
  const char* (*refuse)(const problem& p);
  program (*make)(const problem& p);
};

std::span<const solver> solvers();

// Null if there is none of that name.
const solver* find_solver(std::string_view name);

}  // namespace engine
}  // namespace strew
