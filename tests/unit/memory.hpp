// A small table and direct operand for handwritten problems, and functions that run them.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "execute/run_step.hpp"
#include "plan/plan.hpp"
#include "problem/problem.hpp"
#include "solve/solver.hpp"

namespace strew::engine::testing {

template <class T>
std::byte* bytes(std::vector<T>& values) {
  return reinterpret_cast<std::byte*>(values.data());
}

inline step strided(const problem& p) {
  step made;
  made.problem = p;
  made.collides = !is_unique(p);
  made.rules = rules_of(p);
  candidate chosen{solvers().back()->make({p, kernel::portable()})};
  chosen.made.by = solvers().back();
  made.candidates.push_back(chosen);
  return made;
}

// With its only candidate, on this thread.
inline bool run_alone(const step& one, const step_memory& at) {
  return run({&one, {&one.candidates[0]}}, at, {});
}

// Runs a problem unchanged, canonical or not, with the solver that is always applicable.
template <class T, class Index>
std::vector<T> run_write(const problem& p, std::vector<T> table, std::vector<T> direct, std::vector<Index> indices) {
  EXPECT_TRUE(run_alone(strided(p), {bytes(table), bytes(direct), bytes(indices)}));
  return table;
}

// One unit of a write and its destination; starts are read as int64 and not checked.
struct unit {
  std::ptrdiff_t table;
  std::ptrdiff_t direct;
};

inline std::vector<unit> units_in_order(const problem& p, const std::byte* indices) {
  std::vector<unit> units{{0, 0}};
  std::vector<std::ptrdiff_t> tuples{0};
  for (const axis& a : p.axes) {
    std::vector<unit> next;
    std::vector<std::ptrdiff_t> next_tuples;
    for (std::size_t u = 0; u < units.size(); ++u) {
      for (std::int64_t i = 0; i < a.extent; ++i) {
        next.push_back({units[u].table + i * a.table_stride, units[u].direct + i * a.direct_stride});
        next_tuples.push_back(tuples[u] + i * a.index_stride);
      }
    }
    units = next;
    tuples = next_tuples;
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    for (const coordinate& c : p.coordinates) {
      std::int64_t start = 0;
      std::memcpy(&start, indices + tuples[u] + c.index_offset, sizeof start);
      units[u].table += start * c.table_stride;
    }
  }
  return units;
}

// Two workers own the units of the table that start before `border` and those from it on. The second one runs first.
template <class T>
std::vector<T> run_by_owners(const problem& p, std::vector<T> table, std::vector<T> direct,
                             std::vector<std::int64_t> indices, std::ptrdiff_t border) {
  const auto units = units_in_order(p, bytes(indices));
  for (const bool first : {false, true}) {
    for (const unit& u : units) {
      if ((u.table < border) != first) continue;
      std::memcpy(bytes(table) + u.table, bytes(direct) + u.direct, static_cast<std::size_t>(p.width));
    }
  }
  return table;
}

}  // namespace strew::engine::testing
