// The table of solvers: strategies for a problem, fastest first; the last one is always applicable.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "plan/program.hpp"
#include "problem/problem.hpp"

namespace strew {

struct solver {
  const char* name;
  // Why it cannot solve the problem; empty if it can.
  std::optional<std::string> (*refuse)(const problem& p);
  program (*make)(const problem& p);
};

std::span<const solver> solvers();

}  // namespace strew
