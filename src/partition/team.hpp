// The tasks of one step, for solvers that divide their work by themselves, in one pass or several.
#pragma once

#include <cstdint>

#include "facts/index_facts.hpp"
#include "partition/kept_order.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

struct team {
  const workers& pool;
  std::uint64_t tasks;  // at least 1; so many are worth running at once
  arithmetic needs;
  index_order order = index_order::none;  // of all indices, as is proven; runs: as a sample shows
  const kept_order* kept = nullptr;  // of prepared indices, for a whole problem; null: the indices are the caller's

  // As engine::for_each; every task of a pass has ended when it returns.
  template <class Task>
  bool for_each(std::uint64_t count, const Task& task) const {
    return engine::for_each(pool, count, needs, task);
  }
};

}  // namespace strew::engine
